// The players that come with Kibitz: the files of characters/, kept in the program.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "players/settings.hpp"

namespace kibitz::players {

struct BuiltInPlayer {
    std::string_view name;  // as one asks for it: "level-05"
    std::string_view toml;
};

// They are in the order of their names.
std::span<const BuiltInPlayer> built_in_players();

// A player by the path of its file (something with a dot or a slash) or by the name of a built-in
// one. The error names the file and the place in it, or the name that was perhaps meant.
std::expected<PlayerSettings, std::string> find_player(const std::string& name_or_path);

}  // namespace kibitz::players
