// Opponents: the levels and characters that play against a person (players/built_in_players.hpp),
// as a person names them.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace kibitz::cli {

inline constexpr std::string_view default_opponent = "level-03";

// The name or path that players::find_player knows, of what a person typed: "5", "ember",
// "attacker", "full-strength", "my-player.toml". The error says what there is.
std::expected<std::string, std::string> opponent_called(std::string_view text);

// "Level 3", "Ember"
std::string opponent_name(const std::string& opponent);
// "Level 3 (about 800): Knows the first endgames."
std::string opponent_in_words(const std::string& opponent);
// What to type for each built-in opponent, in as many columns as the screen's width allows: the
// levels with their ratings, the characters with their names. With the questions around it, the
// list fits a screen of 24 rows.
std::string opponent_list(int width);

}  // namespace kibitz::cli
