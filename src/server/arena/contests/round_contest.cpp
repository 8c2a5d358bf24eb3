#include "arena/contests/round_contest.hpp"

#include <algorithm>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void RoundContest::Pair::serialise(Serialiser& s) {
    auto& [one, other, its_state, drawn] = *this;
    s(one, other, its_state, drawn);
}

void RoundContest::serialise(Serialiser& s) {
    static_assert(
        adds_only<RoundContest, Contest, decltype(round_), decltype(pairs_), decltype(byes_)>());
    Contest::serialise(s);
    s(round_, pairs_, byes_);
}

bool RoundContest::is_between_rounds() const {
    return stage() == Stage::running && std::ranges::all_of(pairs_, [](const Pair& pair) {
               return pair.state == Pair::State::done;
           });
}

void RoundContest::begin_round(const Pairing& pairing) {
    round_ = pairing.round;
    byes_ = pairing.byes;
    pairs_.clear();
    for (const auto& [first, second] : pairing.games)
        pairs_.push_back({.first = first, .second = second});
    on_round(pairing);
    drop_games_of_those_who_left();
}

std::vector<Contest::Players> RoundContest::games_to_start(Time, const IsHere&) const {
    std::vector<Players> games;
    if (stage() != Stage::running) return games;
    for (const Pair& pair : pairs_)
        if (pair.state == Pair::State::waiting)
            games.push_back({name(pair.first), name(pair.second)});
    return games;
}

void RoundContest::on_game_started(int first, int second) {
    Pair* pair = unfinished_pair(first, second);
    if (!pair) pair = pair_of_old_log(first, second);
    if (pair) pair->state = Pair::State::playing;
}

// It is nobody's fault that the game was aborted: it is played again.
void RoundContest::on_game_aborted(int first, int second) {
    if (Pair* pair = unfinished_pair(first, second)) pair->state = Pair::State::waiting;
    drop_games_of_those_who_left();
}

void RoundContest::on_game_ended(int first, int second, const GameSummary& game) {
    if (Pair* pair = unfinished_pair(first, second)) {
        pair->state = Pair::State::done;
        on_pair_done(*pair, game);
    }
    drop_games_of_those_who_left();
}

RoundContest::Pair* RoundContest::unfinished_pair(int a, int b) {
    const auto found = std::ranges::find_if(pairs_, [&](const Pair& pair) {
        return pair.state != Pair::State::done &&
               std::minmax(pair.first, pair.second) == std::minmax(a, b);
    });
    return found == pairs_.end() ? nullptr : &*found;
}

void RoundContest::drop_games_of_those_who_left() {
    for (Pair& pair : pairs_) {
        if (pair.state != Pair::State::waiting) continue;
        if (!has_left(pair.first) && !has_left(pair.second)) continue;
        pair.state = Pair::State::done;
        on_pair_dropped(pair);
    }
}

// Logs of version 0.1 have no rounds, only games: the first game for which no pair waits began a
// round, which is paired here as that version did.
RoundContest::Pair* RoundContest::pair_of_old_log(int first, int second) {
    if (stage() != Stage::running) return nullptr;
    while (is_between_rounds()) {
        const auto pairing = next_round();
        if (!pairing) break;
        begin_round(*pairing);
        if (Pair* pair = unfinished_pair(first, second)) return pair;
    }
    return has_fixed_rounds() ? nullptr : &pair_as_played(first, second);
}

// Where the pairing of that version differs from today's, what was played is the pairing, and a
// player who is left without an opponent sits out.
RoundContest::Pair& RoundContest::pair_as_played(int first, int second) {
    const auto is_either = [&](int player) { return player == first || player == second; };
    std::erase_if(pairs_, [&](const Pair& pair) {
        const bool is_one = is_either(pair.first);
        if (pair.state != Pair::State::waiting || (!is_one && !is_either(pair.second)))
            return false;
        byes_.push_back(is_one ? pair.second : pair.first);
        return true;
    });
    std::erase_if(byes_, is_either);
    return pairs_.emplace_back(Pair{.first = first, .second = second});
}

}  // namespace kibitz::arena
