#include "cli/play/opponents.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <optional>

#include "players/built_in_players.hpp"
#include "players/player_file.hpp"

namespace kibitz::cli {
namespace {

using players::BuiltInPlayer;
using players::PlayerSettings;

constexpr std::string_view level_prefix = "level-";

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "level-05" of "5" and "05".
std::string level_name(std::string_view number) {
    constexpr std::size_t digits = 2;
    while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
    std::string padded(number);
    if (padded.size() < digits) padded.insert(0, digits - padded.size(), '0');
    return std::string(level_prefix) + padded;
}

int count_of_levels() {
    return static_cast<int>(std::ranges::count_if(
        players::built_in_players(),
        [](const BuiltInPlayer& player) { return player.name.starts_with(level_prefix); }));
}

std::string what_there_is() {
    return "levels go from 1 (weakest) to " + std::to_string(count_of_levels());
}

// What one types for a built-in player: a level's number, a character's name.
std::string typed(std::string_view name) {
    if (!name.starts_with(level_prefix)) return std::string(name);
    name.remove_prefix(level_prefix.size());
    while (name.starts_with('0')) name.remove_prefix(1);
    return std::string(name);
}

std::string in_words(const PlayerSettings& player) {
    std::string text = player.name;
    if (player.rating_interval) text += " (about " + std::to_string(*player.rating) + ")";
    return text + ": " + player.description;
}

}  // namespace

std::expected<std::string, std::string> opponent_called(std::string_view text) {
    std::string wanted = lower(text);
    if (wanted.starts_with("level ")) wanted.erase(0, level_prefix.size());
    if (is_number(wanted)) wanted = level_name(wanted);
    for (const BuiltInPlayer& built_in : players::built_in_players()) {
        if (built_in.name == wanted) return wanted;
        const auto player = players::parse_player(built_in.toml);
        if (player && lower(player->name) == wanted) return std::string(built_in.name);
    }
    const std::string path(text);
    if (const auto found = players::find_player(path); !found)
        return std::unexpected(found.error() + "; " + what_there_is());
    return path;
}

std::string opponent_name(const std::string& opponent) {
    const auto player = players::find_player(opponent);
    return player ? player->name : opponent;
}

std::string opponent_in_words(const std::string& opponent) {
    const auto player = players::find_player(opponent);
    return player ? in_words(*player) : player.error();
}

std::string opponent_table() {
    std::string levels, characters;
    for (const BuiltInPlayer& built_in : players::built_in_players()) {
        const auto player = players::parse_player(built_in.toml);
        if (!player) continue;
        const bool is_level = built_in.name.starts_with(level_prefix);
        char head[64];
        std::snprintf(head, sizeof head, is_level ? "  %2s  " : "  %-13s  ",
                      typed(built_in.name).c_str());
        (is_level ? levels : characters) += head + in_words(*player) + "\n";
    }
    return "Levels\n" + levels + "Characters\n" + characters;
}

}  // namespace kibitz::cli
