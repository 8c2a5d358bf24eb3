// How hard the page's puzzles are by those who have tried them.
//
// A puzzle begins with the rating of its file, which the model of people has given it, and each
// result moves it as a game would (Glicko-2): the puzzle wins where the solver fails. It stays near
// where it began, so that invented results cannot make an easy puzzle hard.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "statistics/glicko2.hpp"

namespace kibitz::serve {

struct PuzzleResult {
    std::string start;  // the puzzle, by the FEN of its file
    statistics::Glicko2 solver;
    bool is_solved = false;
};

class PuzzleRatings {
   public:
    // A file of puzzles (docs/puzzles.md) as the page has it. Lines that are no puzzles are left
    // out.
    void add_piece(const std::string& name, std::string_view text);

    // The FEN of a puzzle by its file and its number there, from 0; nothing if there is none.
    [[nodiscard]] std::optional<std::string> start_of(const std::string& piece,
                                                      std::uint64_t number) const;
    // Of a puzzle that is in no file it changes nothing.
    void add(const PuzzleResult& result);

    // For each puzzle of a file its rating, or nothing where too few have tried it; nothing at all
    // for a file that is not there.
    [[nodiscard]] std::optional<std::vector<std::optional<int>>> of_piece(
        const std::string& piece) const;

    // For a journal: each puzzle with results as a line, and the reading of such a line and of a
    // result's. Lines of puzzles that are in no file stay as they are: another page may have them.
    // The error says what is wrong with the line.
    [[nodiscard]] std::string lines() const;
    std::expected<void, std::string> read(std::string_view line);

   private:
    struct Entry {
        double first = 0;  // the rating in the file
        statistics::Glicko2 now;
        std::uint64_t results = 0;
    };

    std::unordered_map<std::string, Entry> puzzles_;  // by FEN
    std::unordered_map<std::string, std::vector<std::string>> pieces_;
    std::string lines_of_others_;
};

// The line of a result in the journal.
std::string to_line(const PuzzleResult& result);

}  // namespace kibitz::serve
