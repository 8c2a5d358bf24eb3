#include "players/built_in_players.hpp"

#include <algorithm>

#include "platform/paths.hpp"
#include "players/player_file.hpp"
#include "players/suggestion.hpp"

namespace kibitz::players {

namespace {

constexpr BuiltInPlayer all_players[] = {
#include "characters.inc"
};

std::expected<PlayerSettings, std::string> with_place(
    const std::string& place, std::expected<PlayerSettings, PlayerFileError> read) {
    if (!read) return std::unexpected(place + ": " + to_string(read.error()));
    return *std::move(read);
}

}  // namespace

std::span<const BuiltInPlayer> built_in_players() { return all_players; }

std::expected<PlayerSettings, std::string> find_player(const std::string& name_or_path) {
    if (name_or_path.find_first_of("./\\") != std::string::npos)
        return with_place(name_or_path, load_player(path_of(name_or_path)));
    const auto* const found = std::ranges::find(all_players, name_or_path, &BuiltInPlayer::name);
    if (found != std::end(all_players)) return with_place(name_or_path, parse_player(found->toml));
    std::vector<std::string> names;
    for (const BuiltInPlayer& player : all_players) names.emplace_back(player.name);
    const std::string_view meant = nearest_word(name_or_path, names);
    return std::unexpected("there is no player \"" + name_or_path + "\"" +
                           (meant.empty() ? "; `kibitz player` lists them"
                                          : " (did you mean \"" + std::string(meant) + "\"?)"));
}

}  // namespace kibitz::players
