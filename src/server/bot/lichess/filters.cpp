#include "bot/lichess/filters.hpp"

namespace kibitz::bot::lichess {

std::optional<std::string> why_declined(const Challenge& challenge, const Filters& filters,
                                        bool has_room) {
    using namespace std::chrono_literals;
    constexpr int rating_without_games = 1500;
    if (!filters.accepts || filters.blocked.contains(challenge.from.id)) return "generic";
    if (!filters.variants.contains(challenge.variant))
        return filters.variants.size() == 1 && filters.variants.contains("standard") ? "standard"
                                                                                     : "variant";
    const bool has_time = challenge.base > 0s || challenge.increment > 0s;
    if (!challenge.has_clock || !has_time) return "timeControl";
    if (filters.opponents == Opponents::humans && challenge.from.is_bot) return "noBot";
    if (filters.opponents == Opponents::bots && !challenge.from.is_bot) return "onlyBot";
    if (filters.modes == Modes::casual && challenge.is_rated) return "casual";
    if (filters.modes == Modes::rated && !challenge.is_rated) return "rated";
    if (challenge.base < filters.shortest_base || challenge.increment < filters.least_increment)
        return "tooFast";
    if (challenge.base > filters.longest_base || challenge.increment > filters.most_increment)
        return "tooSlow";
    if (!filters.speeds.empty() && !filters.speeds.contains(challenge.speed)) return "timeControl";
    if (!filters.ratings.holds(challenge.from.rating.value_or(rating_without_games)))
        return "generic";
    if (!has_room) return "later";
    return std::nullopt;
}

}  // namespace kibitz::bot::lichess
