// Whom a bot plays against, and how its games ended, wherever it plays.
#pragma once

#include <cstdint>
#include <optional>

namespace kibitz::bot {

// The range is that of opponents, both ends included; an end that is missing is open.
struct RatingRange {
    std::optional<int> lowest{}, highest{};

    [[nodiscard]] bool holds(std::int64_t rating) const {
        return (!lowest || rating >= *lowest) && (!highest || rating <= *highest);
    }
    bool operator==(const RatingRange&) const = default;
};

struct Results {
    int wins = 0, draws = 0, losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
};

}  // namespace kibitz::bot
