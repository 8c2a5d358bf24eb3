#include "players/human/manners.hpp"

#include <cstdlib>

namespace kibitz::players {

namespace {

// Centipawns. A rook behind is lost; what the search confirms is asked for a little more than what
// the player sees, so that no move of its own choice turns a saved game into a resigned one.
constexpr int lost_as_seen = -450, lost_as_searched = -600;
constexpr std::uint64_t nodes_to_be_sure = 20'000;

// Milliseconds. An opponent with less, and without an increment to live on, may still lose on time.
constexpr std::int64_t little_time = 20'000, enough_increment = 2'000;

bool is_short_of_time(const Limits& limits, Color side) {
    if (!limits.has_clock) return false;
    const ClockTime& clock = limits.clock[static_cast<std::size_t>(index(side))];
    return clock.remaining < little_time && clock.increment < enough_increment;
}

}  // namespace

bool is_hopeless(const Scene& scene, const Limits& limits, std::optional<int> seen,
                 Analyst& analyst) {
    if (seen && *seen > lost_as_seen) return false;
    if (is_short_of_time(limits, ~scene.position.side_to_move())) return false;
    const SearchResult& result = analyst.search({.position = scene.position,
                                                 .earlier_keys = scene.earlier_keys,
                                                 .nodes = nodes_to_be_sure,
                                                 .lines = 1,
                                                 .moves = {}});
    return !result.lines.empty() && raw(result.lines[0].score) <= lost_as_searched;
}

bool is_level_ending(const Scene& scene, std::optional<int> seen) {
    constexpr int level = 30;          // centipawns
    constexpr int most_pieces = 14;    // kings and pawns among them
    constexpr int quiet_plies = 10;    // since a pawn moved or a piece was taken
    constexpr std::size_t plies = 60;  // played in this game
    return seen && std::abs(*seen) <= level && scene.earlier_keys.size() >= plies &&
           scene.position.halfmove_clock() >= quiet_plies &&
           scene.position.occupied().count() <= most_pieces;
}

}  // namespace kibitz::players
