// Who is to move in a game of people, and how the sites' ratings compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kibitz::players {

// The two large sites rate differently: below 1600 a player's number is 300 to 400 lower on
// chess.com.
enum class RatingSystem : std::uint8_t { lichess, chess_com };
enum class TimeClass : std::uint8_t { blitz, rapid, classical, unknown };

// Who is to move, and in what kind of game.
struct Mover {
    int rating = 1500;  // as the site gives it
    RatingSystem system = RatingSystem::lichess;
    TimeClass time_class = TimeClass::rapid;
};

// The system of the ratings in a game with this tag, if the tag says so: RatingSystem of our own
// collections, or the site.
std::optional<RatingSystem> rating_system_in_tag(std::string_view name, std::string_view value);

// A lichess rating of about the same strength.
int comparable_rating(int rating, RatingSystem system);

}  // namespace kibitz::players
