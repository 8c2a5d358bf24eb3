// PuzzleJournal: what `kibitz puzzles` has found, and in how many games, so that an interrupted run
// continues. The file has a header, which names the games and settings, then the puzzles of a batch
// of games and a mark behind them:
//
//     # kibitz puzzles 1, nodes 300000, games games.pgn
//     6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1;a1a8;back-rank mate-in-1;640
//     # games done: 8
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "journal/line_journal.hpp"

namespace kibitz::cli {

class PuzzleJournal {
   public:
    // Begins a journal, or continues the one that is there. The error says why it cannot.
    static std::expected<PuzzleJournal, std::string> open(const std::string& path,
                                                          const std::string& header);

    // These are of complete batches, in the order in which they were found, each once.
    [[nodiscard]] const std::vector<std::string>& puzzles() const { return puzzles_; }
    // How many games, the first ones, have been looked through.
    [[nodiscard]] std::uint64_t games() const { return games_; }

    // The lines of the puzzles in the next games; all of them count, or after an error none.
    std::expected<void, std::string> add_batch(const std::vector<std::string>& puzzles,
                                               std::uint64_t games);

   private:
    explicit PuzzleJournal(LineJournal lines) : lines_(std::move(lines)) {}

    std::expected<void, std::string> read(const std::string& header);
    void take_batch(const std::vector<std::string>& puzzles, std::uint64_t games_done);

    LineJournal lines_;
    std::vector<std::string> puzzles_;
    std::unordered_set<std::string> known_;
    std::vector<std::string> pending_;  // since the last mark, while the file is read
    std::uint64_t games_ = 0;
};

}  // namespace kibitz::cli
