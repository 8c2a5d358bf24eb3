// SampleFilter: which positions of a game a network should learn from.
#pragma once

#include "chess/position.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

// A static evaluation is asked for quiet positions; in others the next capture decides, and the
// score of the search behind it cannot be seen on the board.
struct SampleFilter {
    int min_ply = 8;            // plies since the start of the game
    int max_score = 10'000;     // score units, about 350 to a pawn
    bool drop_checks = true;    // the side to move is in check
    bool drop_tactical = true;  // the move to play captures or promotes

    bool operator==(const SampleFilter&) const = default;
};

// Neither a capture nor a promotion.
inline bool is_quiet(const Position& position, Move move) {
    return !position.is_capture(move) && !move.is_promotion();
}

inline bool keeps(const SampleFilter& filter, const Position& position, ScoredMove played) {
    if (!is_plain(played.score)) return false;
    if (played.score > filter.max_score || played.score < -filter.max_score) return false;
    if (position.game_ply() < filter.min_ply) return false;
    if (filter.drop_checks && position.in_check()) return false;
    return !filter.drop_tactical || is_quiet(position, played.move);
}

}  // namespace kibitz::train
