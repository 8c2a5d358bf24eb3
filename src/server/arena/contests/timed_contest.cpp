#include "arena/contests/timed_contest.hpp"

#include "arena/serialiser.hpp"

#include <algorithm>

namespace kibitz::arena {

void TimedContest::serialise(Serialiser& s) {
    static_assert(adds_only<TimedContest, Contest, decltype(ends_), decltype(last_opponent_)>());
    Contest::serialise(s);
    s(ends_, last_opponent_);
}

std::vector<Contest::Players> TimedContest::games_to_start(Time now, const IsHere& is_here) const {
    std::vector<Players> games;
    if (stage() != Stage::running || now >= *ends_) return games;
    std::vector<int> free = order();
    std::erase_if(free, [&](int player) {
        return has_left(player) || is_playing(player) || !is_here(name(player));
    });
    while (free.size() >= 2) {
        const int player = free.front();
        free.erase(free.begin());
        const auto other = std::ranges::find_if(free, [&](int candidate) {
            return active_count() == 2 ||
                   last_opponent_[static_cast<std::size_t>(player)] != candidate;
        });
        if (other == free.end()) continue;
        const auto [first, second] = with_sides(player, *other, games.size());
        games.push_back({name(first), name(second)});
        free.erase(other);
    }
    return games;
}

void TimedContest::on_game_started(int first, int second) {
    last_opponent_[static_cast<std::size_t>(first)] = second;
    last_opponent_[static_cast<std::size_t>(second)] = first;
}

}  // namespace kibitz::arena
