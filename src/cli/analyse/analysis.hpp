// The three kinds of analysis behind `kibitz analyse`: games, test suites, one position. Each
// streams: what it has found is written at once, and nothing is kept of games that are done.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "cli/analyse/analyst.hpp"
#include "cli/analyse/report.hpp"

namespace kibitz::cli {

// Where an analysis reads, thinks and writes.
struct AnalysisDesk {
    Analyst& analyst;
    Report& report;
    std::ostream& out;
    std::ostream& errors;
    ProgressBar& progress;
    explain::Reader reader = explain::Language::english;  // of what is annotated
};

// The number of positions in a PGN text to be searched: one more than the moves of each
// game's main line.
std::uint64_t count_game_positions(std::istream& pgn);
std::uint64_t count_suite_positions(std::istream& epd);

// Where games with their reviews go.
struct ReviewOutput {
    std::uint64_t games_before = 0;  // the first ones of the file, which are there already
    // Takes a game, and whether it is complete or was stopped. False if it takes no more.
    std::function<bool(const std::string& game, bool is_complete)> add;
};

// True if all of it could be read. With `annotated`, the games are written there with the review.
// `helpers` work at other games meanwhile; what is written stays in the order of the games.
bool analyse_games(std::istream& pgn, const AnalysisDesk& desk, const ReviewOutput* annotated,
                   std::span<Analyst* const> helpers = {});
bool analyse_suite(std::istream& epd, const AnalysisDesk& desk);
// With `live`, the lines are redrawn there while the engine thinks.
void analyse_position(const Position& position, const AnalysisDesk& desk, const Terminal* live);

}  // namespace kibitz::cli
