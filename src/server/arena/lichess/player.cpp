#include "arena/lichess/player.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/arena.hpp"

namespace kibitz::arena::lichess {

namespace {

constexpr std::array<std::string_view, 2> games_played{"chess", "chess960"};

}  // namespace

bool is_played(std::string_view game) {
    return std::ranges::find(games_played, game) != games_played.end();
}

std::string id_of(std::string_view name) {
    std::string id(name);
    for (char& letter : id)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return id;
}

Player player_of(const Arena& arena, const std::string& name, Time now) {
    Player player{.name = name};
    const Account* account = arena.accounts().find(name);
    if (!account) return player;
    player.is_bot = account->is_bot;
    player.is_here = arena.is_here(name);
    player.registered = account->registered;
    for (const std::string_view game : games_played) {
        const statistics::Glicko2 rating = arena.ratings().at(game, name, now);
        player.ratings.emplace(
            game, Rating{.rating = static_cast<int>(std::lround(rating.rating)),
                         .is_provisional = rating.deviation > statistics::provisional_deviation,
                         .games = arena.ratings().games(game, name)});
    }
    return player;
}

std::string name_of(const Arena& arena, std::string_view name_or_id) {
    if (arena.accounts().find(name_or_id)) return std::string(name_or_id);
    for (const auto& [name, account] : arena.accounts().all())
        if (id_of(name) == name_or_id) return name;
    return "";
}

}  // namespace kibitz::arena::lichess
