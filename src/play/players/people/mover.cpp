#include "players/people/mover.hpp"

#include <algorithm>

namespace kibitz::players {

int comparable_rating(int rating, RatingSystem system) {
    if (system == RatingSystem::lichess) return rating;
    constexpr int difference = 350, same_from = 1400, vanishes_at = 2400;
    if (rating <= same_from) return rating + difference;
    const int left = std::max(0, vanishes_at - rating);
    return rating + difference * left / (vanishes_at - same_from);
}

}  // namespace kibitz::players
