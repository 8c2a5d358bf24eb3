// Reading a player from a TOML file. docs/players.md has the keys; unknown ones are refused, so
// that a misspelt one does not go unnoticed.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "players/settings.hpp"

namespace kibitz::players {

struct PlayerFileError {
    std::string text;  // which key, what was wrong, what was perhaps meant
    int line = 0;      // from 1; 0 if it concerns the file as a whole
    int column = 0;

    bool operator==(const PlayerFileError&) const = default;
};
// "line 3, column 1: unknown key "levl" (did you mean "level"?)"
std::string to_string(const PlayerFileError& error);

std::expected<PlayerSettings, PlayerFileError> parse_player(std::string_view toml);
std::expected<PlayerSettings, PlayerFileError> load_player(const std::filesystem::path& path);

// The text of a player's file with another rating; all else stays as it is.
std::string with_rating(std::string_view toml, int rating, int interval);

// All keys with default, range and meaning, as tables in Markdown: what docs/players.md shows.
std::string player_key_tables();

}  // namespace kibitz::players
