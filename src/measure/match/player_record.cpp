#include "match/player_record.hpp"

#include <string_view>

namespace kibitz::match {

std::expected<PlayerRecord, std::string> record_players(std::span<const ArgumentGroup> groups,
                                                        const PlayerFinder& find) {
    constexpr std::string_view key = "player=";
    PlayerRecord record;
    for (const ArgumentGroup& group : groups)
        for (const std::string& word : group.words) {
            if ((group.option != "-engine" && group.option != "-each") || !word.starts_with(key))
                continue;
            const std::string name = word.substr(key.size());
            const auto player = find(name);
            if (!player) return std::unexpected(player.error());
            record[name] = players::keys_of_play(*player);
        }
    return record;
}

std::optional<std::string> find_change(const PlayerRecord& before, const PlayerRecord& now) {
    for (const auto& [name, old_keys] : before) {
        const auto player = now.find(name);
        if (player == now.end()) continue;
        for (const auto& [key, value] : old_keys) {
            const auto same = player->second.find(key);
            if (same == player->second.end() || same->second == value) continue;
            return "player \"" + name + "\" has changed since these games were played: " + key +
                   " was \"" + value + "\" and is \"" + same->second +
                   "\"; change it back, or begin anew with another journal";
        }
    }
    return std::nullopt;
}

}  // namespace kibitz::match
