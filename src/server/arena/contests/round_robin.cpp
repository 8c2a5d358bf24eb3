#include "arena/contests/round_robin.hpp"

#include "tournament/round_robin.hpp"

namespace kibitz::arena {

std::optional<Pairing> RoundRobin::next_round() const {
    auto rounds = tournament::berger_rounds(player_count());
    const auto count = static_cast<int>(rounds.size());
    if (round() >= settings().rounds * count) return std::nullopt;
    Pairing pairing{.round = round() + 1,
                    .games = std::move(rounds[static_cast<std::size_t>(round() % count)])};
    // Sides change from one time round to the next.
    if (round() / count % 2 == 1)
        for (auto& [first, second] : pairing.games) std::swap(first, second);
    return pairing;
}

}  // namespace kibitz::arena
