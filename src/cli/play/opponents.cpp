#include "cli/play/opponents.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "players/built_in_players.hpp"
#include "players/player_file.hpp"
#include "text/letter_case.hpp"

namespace kibitz::cli {
namespace {

using players::BuiltInPlayer;
using players::PlayerSettings;

constexpr std::string_view level_prefix = "level-";

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
    while (name.size() > 1 && name.starts_with('0')) name.remove_prefix(1);
    return std::string(name);
}

// "level-05" as " 5: 1174".
std::string level_cell(std::string_view name, const PlayerSettings& player) {
    constexpr std::size_t digits = 2;
    const std::string number = typed(name);
    const std::string rating = player.rating ? std::to_string(*player.rating) : "?";
    constexpr std::size_t rating_digits = 4;
    return std::string(digits - std::min(digits, number.size()), ' ') + number + ": " +
           std::string(rating_digits - std::min(rating_digits, rating.size()), ' ') + rating;
}

// The cells side by side, line by line.
std::string in_columns(const std::vector<std::string>& cells, int width) {
    constexpr std::size_t gap = 2;
    std::size_t longest = 0;
    for (const std::string& cell : cells) longest = std::max(longest, cell.size());
    const std::size_t columns =
        std::max<std::size_t>(1, static_cast<std::size_t>(width) / (gap + longest));
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool ends_row = (i + 1) % columns == 0 || i + 1 == cells.size();
        text += std::string(gap, ' ') + cells[i];
        text += ends_row ? "\n" : std::string(longest - cells[i].size(), ' ');
    }
    return text;
}

std::string in_words(const PlayerSettings& player) {
    std::string text = player.name;
    if (player.rating_interval) text += " (about " + std::to_string(*player.rating) + ")";
    return text + ": " + player.description;
}

}  // namespace

std::expected<std::string, std::string> opponent_called(std::string_view text) {
    std::string wanted = text::lower(text);
    if (wanted.starts_with("level ")) wanted.erase(0, level_prefix.size());
    if (is_number(wanted)) wanted = level_name(wanted);
    for (const BuiltInPlayer& built_in : players::built_in_players()) {
        if (built_in.name == wanted) return wanted;
        const auto player = players::parse_player(built_in.toml);
        if (player && text::lower(player->name) == wanted) return std::string(built_in.name);
    }
    std::string path(text);
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

std::string opponent_list(int width) {
    std::vector<std::string> levels, characters;
    for (const BuiltInPlayer& built_in : players::built_in_players()) {
        const auto player = players::parse_player(built_in.toml);
        if (!player) continue;
        if (built_in.name.starts_with(level_prefix))
            levels.push_back(level_cell(built_in.name, *player));
        else
            characters.push_back(typed(built_in.name) + " (" + player->name + ")");
    }
    return "Levels and their ratings:\n" + in_columns(levels, width) + "Characters:\n" +
           in_columns(characters, width);
}

}  // namespace kibitz::cli
