// Played games as PGN, with each move's score, depth and time as a comment.
#pragma once

#include <string>

#include "match/game.hpp"
#include "match/schedule.hpp"
#include "match/settings.hpp"

namespace kibitz::match {

// A whole game with an empty line after it. `date` as PGN wants it: "2026.01.31".
std::string to_pgn(const MatchSettings& settings, const GameTask& task, const PlayedGame& game,
                   const std::string& date);

// The last position as a line of EPD with the result.
std::string to_epd(const PlayedGame& game);

}  // namespace kibitz::match
