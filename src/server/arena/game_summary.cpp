#include "arena/game_summary.hpp"

#include <charconv>

#include <fmt/format.h>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

std::uint64_t number_of(std::string_view id) {
    constexpr int hexadecimal = 16;
    std::uint64_t number = 0;
    std::from_chars(id.data(), id.data() + id.size(), number, hexadecimal);
    return number;
}

GameId id_of(std::uint64_t number) { return fmt::format("{:016x}", number); }

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
