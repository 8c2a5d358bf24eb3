#include "players/human/manners.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/score_model.hpp"

namespace kibitz::players {

namespace {

// Centipawns. A rook behind is lost; what the search confirms is asked for a little more than what
// the player sees, so that no move of its own choice turns a saved game into a resigned one.
constexpr int lost_as_seen = -450, lost_as_searched = -600;
constexpr std::uint64_t nodes_to_be_sure = 20'000;
// People give up sooner, but not where there is a fair chance left.
constexpr int people_lost_as_seen = -200, people_lost_as_searched = -350;
// Everything beyond is as bad.
constexpr int most_behind = 1000;

// Milliseconds. An opponent with less, and without an increment to live on, may still lose on time.
constexpr std::int64_t little_time = 20'000, enough_increment = 2'000;

bool is_short_of_time(const Limits& limits, Color side) {
    if (!limits.has_clock) return false;
    const ClockTime& clock = limits.clock[static_cast<std::size_t>(index(side))];
    return clock.remaining < little_time && clock.increment < enough_increment;
}

std::optional<Score> searched(const Scene& scene, Analyst& analyst) {
    const SearchResult& result = analyst.search({.position = scene.position,
                                                 .earlier_keys = scene.earlier_keys,
                                                 .nodes = nodes_to_be_sure,
                                                 .lines = 1,
                                                 .moves = {}});
    if (result.lines.empty()) return std::nullopt;
    return result.lines[0].score;
}

bool has_just_lost_a_piece(const Scene& scene) {
    const Piece taken = scene.last.captured;
    return taken != Piece::none && type_of(taken) != PieceType::pawn;
}

}  // namespace

bool is_hopeless(const Scene& scene, const Limits& limits, std::optional<int> seen,
                 Analyst& analyst) {
    if (seen && *seen > lost_as_seen) return false;
    if (is_short_of_time(limits, ~scene.position.side_to_move())) return false;
    const auto score = searched(scene, analyst);
    return score && raw(*score) <= lost_as_searched;
}

// A logistic regression on the turns of 1,050 games of people at lichess, 150 in each band of 200
// points from 1000 to 2399, judged by Stockfish 15.1 at 2,000 nodes; docs/players.md tells more.
double share_who_resign(int rating, int centipawns_behind, bool has_just_lost_a_piece) {
    constexpr double usual_rating = 1500, rating_unit = 400, usual_score = 600;
    constexpr double at_usual = -3.62, by_rating = 0.59, by_score = 1.94, by_shock = 1.33;
    if (centipawns_behind <= 0) return 0;
    const int behind = std::min(centipawns_behind, most_behind);
    const double log_odds = at_usual + by_rating * (rating - usual_rating) / rating_unit +
                            by_score * std::log(behind / usual_score) +
                            (has_just_lost_a_piece ? by_shock : 0);
    return 1 / (1 + std::exp(-log_odds));
}

bool resigns_like_people(const Scene& scene, const Limits& limits, std::optional<int> seen,
                         int rating, double luck, Analyst& analyst) {
    const bool shocked = has_just_lost_a_piece(scene);
    if (luck >= share_who_resign(rating, most_behind, shocked)) return false;
    if (seen && *seen > people_lost_as_seen) return false;
    if (is_short_of_time(limits, ~scene.position.side_to_move())) return false;
    const auto score = searched(scene, analyst);
    if (!score) return false;
    const int behind = is_decisive(*score) ? (*score < score_draw ? most_behind : -most_behind)
                                           : -displayed_centipawns(*score, scene.position);
    return -behind <= people_lost_as_searched && luck < share_who_resign(rating, behind, shocked);
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
