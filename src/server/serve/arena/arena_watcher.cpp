#include "serve/arena/arena_watcher.hpp"

#include "arena/fields.hpp"
#include "arena/first_name.hpp"

namespace kibitz::serve {

namespace {

WatchedGame watched(const arena::GameId& id, const arena::LiveGame& game,
                    const arena::Arena& arena) {
    const arena::Renames& renames = arena.accounts().renames();
    const auto& players = game.settings().players;
    return {.id = id,
            .players = players,
            .first_names = {arena::first_name(renames, players[0]),
                            arena::first_name(renames, players[1])},
            .began = game.start_time()};
}

}  // namespace

std::optional<ArenaNews> news_of(const arena::LogEntry& entry, const arena::Arena& arena) {
    const auto type = arena::text_field(entry.fact, "type");
    if (!type) return std::nullopt;
    if (entry.stream == arena::Accounts::stream) {
        if (*type != "forgotten") return std::nullopt;
        return PlayerForgotten{arena::first_name(
            arena.accounts().renames(), arena::text_field(entry.fact, "name").value_or(""))};
    }
    if (*type != "start" && *type != "end") return std::nullopt;
    const arena::LiveGame* const game = arena.hall().find(entry.stream);
    if (game == nullptr) return std::nullopt;
    if (*type == "start") return GameBegun{watched(entry.stream, *game, arena)};
    if (!game->end()) return std::nullopt;
    return GameEnded{watched(entry.stream, *game, arena),
                     {.ending = game->end()->ending,
                      .winner = game->end()->winner,
                      .plies = game->plies(),
                      .ended = game->events().back().time}};
}

std::vector<ArenaNews> games_under_way(const arena::Arena& arena) {
    std::vector<ArenaNews> all;
    for (const arena::GameId& id : arena.hall().live_games())
        if (const arena::LiveGame* const game = arena.hall().find(id))
            all.emplace_back(GameUnderWay{watched(id, *game, arena)});
    return all;
}

void tell(ArenaWatcher& watcher, const ArenaNews& news) {
    if (const auto* under_way = std::get_if<GameUnderWay>(&news))
        watcher.on_game_under_way(under_way->game);
    else if (const auto* begun = std::get_if<GameBegun>(&news))
        watcher.on_game_begun(begun->game);
    else if (const auto* ended = std::get_if<GameEnded>(&news))
        watcher.on_game_ended(ended->game, ended->result);
    else
        watcher.on_player_forgotten(std::get<PlayerForgotten>(news).first_name);
}

}  // namespace kibitz::serve
