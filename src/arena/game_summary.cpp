#include "arena/game_summary.hpp"

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void GameSummary::serialise(Serialiser& s) {
    auto& [its_id, its_game, both, said, won, how, why, of_contest, is_rated, began, over, last] =
        *this;
    s(its_id, its_game, both, said, won, how, why, of_contest, is_rated, began, over, last);
}

GameSummary summary_of(const GameId& id, const LiveGame& game) {
    const GameSettings& settings = game.settings();
    return {id,
            settings.game,
            settings.players,
            settings.versions,
            game.end()->winner,
            game.end()->ending,
            game.end()->reason,
            settings.contest,
            settings.rated,
            game.start_time(),
            game.events().back().time,
            game.state().view()};
}

}  // namespace kibitz::arena
