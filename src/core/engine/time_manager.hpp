// TimeManager: how much of the clock one move may take. Pure arithmetic: the caller
// passes the time in.
#pragma once

#include <cstdint>

#include "engine/limits.hpp"

namespace kibitz {

// What the search knows after an iteration about how settled its choice is.
struct SearchStability {
    double best_move_node_share = 0;  // of all nodes, those below the best root move, 0..1
    int best_move_unchanged = 0;      // iterations since the best move last changed
    int score_unchanged = 0;          // iterations since the score last moved noticeably
    int score_drop = 0;               // centipawns lost against the average of earlier iterations
};

// What a move costs on the clock beyond the time that we think, in ms: sending it, and waiting for
// other programs.
struct MoveOverhead {
    std::int64_t usual = 0;  // a move of many
    std::int64_t worst = 0;  // which must not lose the game
};

class TimeManager {
   public:
    TimeManager() = default;
    // `game_ply` of the root.
    TimeManager(const Limits& limits, Color us, int game_ply, MoveOverhead overhead);

    // True if there is any time limit.
    [[nodiscard]] bool is_timed() const { return is_timed_; }
    // Milliseconds after which the search must stop wherever it is.
    [[nodiscard]] std::int64_t hard_limit() const { return hard_; }
    // Milliseconds after which no new iteration begins, given how settled the choice is.
    [[nodiscard]] std::int64_t soft_limit(const SearchStability& stability) const;

   private:
    bool is_timed_ = false;
    bool is_fixed_ = false;  // `movetime`: use it all
    std::int64_t optimum_ = 0;
    std::int64_t hard_ = 0;
};

}  // namespace kibitz
