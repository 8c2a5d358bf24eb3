#include "arena/game_summary.hpp"

namespace kibitz::arena {

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
