// Chess among the games, for whoever plays it: its two names, and where a game of it begins.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/position.hpp"
#include "games/rules.hpp"

namespace kibitz::games {

inline constexpr std::string_view chess_name = "chess", chess960_name = "chess960";

constexpr bool is_chess(std::string_view game) {
    return game == chess_name || game == chess960_name;
}

// Setup: {} or {"fen": ...}; for Chess960 {"number": 0 to 959} or {"fen": ...}. The error says what
// is wrong with it.
std::expected<Position, std::string> chess_start(const Json& setup, bool is_chess960);

}  // namespace kibitz::games
