// The files a match's games are written to: PGN, and EPD of the last positions.
#pragma once

#include <cstdint>
#include <expected>
#include <fstream>
#include <string>

#include "match/runner.hpp"

namespace kibitz::match {

class GameFiles : public MatchObserver {
   public:
    // Appends to existing files. `date` has the form of PGN.
    static std::expected<GameFiles, std::string> open(const MatchSettings& settings,
                                                      const std::string& date);
    // A match is resumed with this: it cuts the files to the sizes they had before the match, and
    // writes its earlier games again as they are replayed.
    static std::expected<GameFiles, std::string> reopen(const MatchSettings& settings,
                                                        const std::string& date,
                                                        std::uint64_t pgn_size,
                                                        std::uint64_t epd_size);

    void game_finished(const GameTask& task, const PlayedGame& game) override;
    void game_replayed(const GameTask& task, const PlayedGame& game) override;
    // Which file could not be written to its end; empty if all is well.
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    void write(std::ofstream& stream, const std::string& file, const std::string& text);
    GameFiles(const MatchSettings& settings, const std::string& date)
        : settings_(settings), date_(date) {}

    const MatchSettings& settings_;
    std::string date_;
    std::ofstream pgn_, epd_;
    std::string error_;
};

// The size of a file; 0 if there is none.
std::uint64_t file_size_or_zero(const std::string& file);

}  // namespace kibitz::match
