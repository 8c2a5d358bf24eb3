// Score and Depth: the units of the search.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace kibitz {

// A position's value for the side to move, in internal centipawns (about 100 to a pawn; see
// score_model.hpp for what users see). Beyond the evaluations lie, in this order,
// tablebase wins and mates, each counted down by the distance in plies from the root.
enum class Score : std::int32_t {};

constexpr int max_ply = 246;

constexpr int raw(Score score) { return static_cast<int>(score); }

constexpr Score operator+(Score a, int b) { return Score{raw(a) + b}; }
constexpr Score operator-(Score a, int b) { return Score{raw(a) - b}; }
constexpr int operator-(Score a, Score b) { return raw(a) - raw(b); }
constexpr Score operator-(Score a) { return Score{-raw(a)}; }
constexpr Score& operator+=(Score& a, int b) { return a = a + b; }
constexpr Score& operator-=(Score& a, int b) { return a = a - b; }

inline constexpr Score score_draw{0};
inline constexpr Score score_mate{32'000};
inline constexpr Score score_infinite{32'001};
// No score: of a position in check, of an empty table entry.
inline constexpr Score score_none{32'002};
inline constexpr Score score_mate_bound = score_mate - max_ply;  // at least this: a forced mate
inline constexpr Score score_tablebase_win = score_mate_bound - 1;
inline constexpr Score score_win_bound = score_tablebase_win - max_ply;  // at least: a sure win
// Evaluations stay strictly inside this.
inline constexpr Score score_eval_limit = score_win_bound - 1;

constexpr Score mate_in(int ply) { return score_mate - ply; }
constexpr Score mated_in(int ply) { return -score_mate + ply; }
constexpr bool is_mate(Score score) {
    return score >= score_mate_bound || score <= -score_mate_bound;
}
// A mate or tablebase result rather than an evaluation.
constexpr bool is_decisive(Score score) {
    return score >= score_win_bound || score <= -score_win_bound;
}
constexpr bool is_win(Score score) { return score >= score_win_bound; }
constexpr bool is_loss(Score score) { return score <= -score_win_bound; }
constexpr Score clamp_eval(int value) {
    const int limit = raw(score_eval_limit);
    return Score{value > limit ? limit : value < -limit ? -limit : value};
}
// Moves (not plies) to the mate, negative when being mated; the score is a mate.
constexpr int mate_moves(Score score) {
    return score > score_draw ? (score_mate - score + 1) / 2 : -(score - -score_mate) / 2;
}

// How a search result relates to the true score.
enum class Bound : std::uint8_t { none, upper, lower, exact };

// Plies still to search. Reductions work in fractions of a ply and are rounded to it.
using Depth = int;
constexpr Depth max_depth = 245;

}  // namespace kibitz
