// What `kibitz analyse` writes: tables for people, or lines of JSON for programs. In both, scores
// are as White sees them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "chess/epd.hpp"
#include "cli/analyse/player_summary.hpp"
#include "cli/terminal/terminal.hpp"

namespace kibitz::cli {

// A position of a test suite and what became of it.
struct SuiteResult {
    std::uint64_t number = 0;  // in the file
    const Epd* epd = nullptr;
    SearchReport search;
    std::optional<bool> solved;  // nothing if the position asks for no move
};

struct SuiteSummary {
    std::uint64_t positions = 0, asked = 0, solved = 0;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
};

class Report {
   public:
    virtual ~Report() = default;
    // Each returns text to be written, with its line ends.
    virtual std::string begin_game(std::uint64_t number, const Game& game) = 0;
    virtual std::string move(std::uint64_t game, const ReviewedMove& move) = 0;
    // One that is passed over, from that position.
    virtual std::string null_move(std::uint64_t game, const Position& before) = 0;
    virtual std::string end_game(std::uint64_t number, const Game& game,
                                 const GameReview& review) = 0;
    // This follows the reviews of a file of several games.
    virtual std::string players(const std::vector<PlayerSummary>& players) = 0;
    virtual std::string begin_suite() = 0;
    virtual std::string suite_position(const SuiteResult& result) = 0;
    virtual std::string end_suite(const SuiteSummary& summary) = 0;
    virtual std::string position(const Position& position, const SearchReport& search) = 0;
};

// Reasons for bad moves are in words for that reader.
std::unique_ptr<Report> make_table_report(
    const Terminal& terminal, const explain::Reader& reader = explain::Language::english);
std::unique_ptr<Report> make_json_report(
    const explain::Reader& reader = explain::Language::english);

// The table of lines that make_table_report's position() writes, for a search that still runs.
std::string lines_table(const Position& position, const SearchReport& search, int width);

}  // namespace kibitz::cli
