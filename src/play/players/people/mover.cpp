#include "players/people/mover.hpp"

#include <algorithm>
#include <string>

#include "text/letter_case.hpp"

namespace kibitz::players {

std::optional<RatingSystem> rating_system_in_tag(std::string_view name, std::string_view value) {
    if (name != "RatingSystem" && name != "Site") return std::nullopt;
    const std::string site = text::lower(value);
    if (site.find("chess.com") != std::string::npos) return RatingSystem::chess_com;
    if (site.find("lichess") != std::string::npos) return RatingSystem::lichess;
    return std::nullopt;
}

int comparable_rating(int rating, RatingSystem system) {
    if (system == RatingSystem::lichess) return rating;
    constexpr int difference = 350, same_from = 1400, vanishes_at = 2400;
    if (rating <= same_from) return rating + difference;
    const int left = std::max(0, vanishes_at - rating);
    return rating + difference * left / (vanishes_at - same_from);
}

}  // namespace kibitz::players
