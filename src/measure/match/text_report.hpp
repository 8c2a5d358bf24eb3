// What a match prints on the terminal: a status in one line, and a summary at the end.
#pragma once

#include <string>

#include "match/runner.hpp"

namespace kibitz::match {

// "games 120  +40 =50 -30  Elo 12.3 +- 15.2  ...": of the first player where there are two, the
// table of all where there are more.
std::string status_text(const MatchState& state);

// The result in full: strength, pairs, test, endings, faults, time use.
std::string summary_text(const MatchSettings& settings, const MatchOutcome& outcome);

// How a game ended, in a line: "game 12: A - B 1-0, White wins by checkmate, 35 moves".
std::string game_text(const MatchSettings& settings, const GameTask& task, const PlayedGame& game);

}  // namespace kibitz::match
