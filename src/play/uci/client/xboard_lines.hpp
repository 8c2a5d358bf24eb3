// The lines an XBoard engine writes during a game, read one by one.
// https://www.gnu.org/software/xboard/engine-intf.html sections 9 and 10
#pragma once

#include <optional>
#include <string_view>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "uci/client/search_info.hpp"

namespace kibitz::uci_client {

// The text of the move in "move e2e4", or in "12. ... e2e4" as old engines have it.
std::optional<std::string_view> find_move(std::string_view line);

// The move a text means, in coordinates or SAN; Move::none() if it is not legal.
Move read_move(const Position& position, std::string_view text);

// "1-0", "0-1" or "1/2-1/2" at the start of a line like "0-1 {White resigns}".
std::optional<std::string_view> find_result(std::string_view line);

// The command or move an engine complains about in "Illegal move: e2e4",
// "Illegal move (in check): e2e4" or "Error (unknown command): usermove e2e4": the last word.
std::optional<std::string_view> find_rejection(std::string_view line);

// True if the line is thinking output: "PLY SCORE TIME NODES PV", numbers but for the last.
bool is_thinking(std::string_view line);

// The thinking output, with the variation in UCI's notation as far as it can be read.
// Engines may write it in any way, so that a line that stops early is no lie.
SearchInfo read_thinking(const Position& position, std::string_view line);

}  // namespace kibitz::uci_client
