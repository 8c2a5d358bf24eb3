#include "arena/contests/swiss.hpp"

#include <algorithm>

#include "arena/serialiser.hpp"
#include "tournament/swiss.hpp"

namespace kibitz::arena {

std::optional<Pairing> Swiss::next_round() const {
    if (round() >= settings().rounds) return std::nullopt;
    std::vector<tournament::SwissPlayer> players;
    for (const tournament::TableRow& row : table())
        if (!has_left(row.player))
            players.push_back({row.player, row.half_points, row.byes > 0, colours(row.player)});
    if (players.size() < 2) return std::nullopt;
    std::set<std::pair<int, int>> met;
    for (const auto& result : results()) met.insert(std::minmax(result.first, result.second));
    const tournament::SwissRound paired = tournament::pair_swiss(players, met);
    Pairing pairing{.round = round() + 1, .games = {}};
    for (const auto& [a, b] : paired.pairings)
        pairing.games.push_back(with_sides(a, b, pairing.games.size()));
    if (paired.bye) pairing.byes.push_back(*paired.bye);
    return pairing;
}

void Swiss::serialise(Serialiser& s) {
    static_assert(adds_only<Swiss, RoundContest, decltype(earlier_byes_)>());
    RoundContest::serialise(s);
    s(earlier_byes_);
}

void Swiss::begin_round(const Pairing& pairing) {
    earlier_byes_ = byes();
    RoundContest::begin_round(pairing);
}

std::vector<int> Swiss::byes() const {
    std::vector<int> all = earlier_byes_;
    all.insert(all.end(), round_byes().begin(), round_byes().end());
    return all;
}

}  // namespace kibitz::arena
