#include "arena/contests/knockout.hpp"

#include <algorithm>
#include <bit>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void Knockout::serialise(Serialiser& s) {
    static_assert(adds_only<Knockout, RoundContest, decltype(winners_), decltype(reached_)>());
    RoundContest::serialise(s);
    s(winners_, reached_);
}

void Knockout::on_start(Time) {
    for (int player = 0; player < player_count(); ++player)
        if (!has_left(player)) winners_.push_back(player);
}

std::vector<int> Knockout::survivors() const {
    std::vector<int> players = winners_;
    players.insert(players.end(), round_byes().begin(), round_byes().end());
    std::ranges::sort(players);
    return players;
}

std::optional<Pairing> Knockout::next_round() const {
    const std::vector<int> players = survivors();
    const std::size_t count = players.size();
    if (count < 2) return std::nullopt;
    // The best seeds sit out until the number is a power of two, which is in the first round; then
    // the best that is left plays the worst.
    const std::size_t byes = std::bit_ceil(count) - count;
    Pairing pairing{.round = round() + 1,
                    .games = {},
                    .byes = {players.begin(), players.begin() + static_cast<std::ptrdiff_t>(byes)}};
    for (std::size_t best = byes, worst = count - 1; best < worst; ++best, --worst)
        pairing.games.push_back(with_sides(players[best], players[worst], pairing.games.size()));
    return pairing;
}

void Knockout::on_round(const Pairing& pairing) {
    winners_.clear();
    const auto reach = [&](int player) {
        reached_[static_cast<std::size_t>(player)] = pairing.round;
    };
    for (const auto& [first, second] : pairing.games) reach(first), reach(second);
    for (const int player : pairing.byes) reach(player);
}

void Knockout::on_finish() {
    for (const int champion : survivors())
        reached_[static_cast<std::size_t>(champion)] = round() + 1;
}

void Knockout::on_pair_done(Pair& pair, const GameSummary& game) {
    if (game.winner) {
        winners_.push_back(number_of(game.players[index(*game.winner)]));
    } else if (was_left_by_both(game.ending, game.winner)) {
        return;  // neither advances
    } else if (++pair.draws < most_draws) {
        pair.state = Pair::State::waiting;
        std::swap(pair.first, pair.second);
    } else {
        winners_.push_back(std::min(pair.first, pair.second));
    }
}

void Knockout::on_pair_dropped(const Pair& pair) {
    for (const int player : {pair.first, pair.second})
        if (!has_left(player)) winners_.push_back(player);
}

tournament::Table Knockout::table() const {
    tournament::Table rows = RoundContest::table();
    const auto reached = [this](const auto& row) {
        return reached_[static_cast<std::size_t>(row.player)];
    };
    std::ranges::sort(rows, {},
                      [&](const auto& row) { return std::pair(-reached(row), row.player); });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool is_level = i > 0 && reached(rows[i]) == reached(rows[i - 1]);
        rows[i].rank = is_level ? rows[i - 1].rank : static_cast<int>(i) + 1;
    }
    return rows;
}

}  // namespace kibitz::arena
