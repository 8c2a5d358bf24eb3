#include "engine/time_manager.hpp"

#include <algorithm>

namespace kibitz {

namespace {

// A game is taken to last this many more moves of the side's own. Chosen by play at 1+0.01 s.
constexpr double moves_left = 19.0;
// Of the coming increments so much is spent ahead: moves often take longer than planned.
constexpr double increment_share = 0.7;
constexpr double hard_over_optimum = 5.0;
constexpr double largest_share_of_clock = 0.6;
// Openings are played a little faster than the middle game that follows.
constexpr double opening_share = 0.75;
constexpr int opening_plies = 24;

}  // namespace

TimeManager::TimeManager(const Limits& limits, Color us, int game_ply, MoveOverhead overhead) {
    if (limits.move_time > 0) {
        is_timed_ = is_fixed_ = true;
        // Of a very short time at least half is for thinking.
        const std::int64_t kept_back = std::min(overhead.usual, limits.move_time / 2);
        hard_ = optimum_ = std::max<std::int64_t>(1, limits.move_time - kept_back);
    }
    if (!limits.has_clock) return;

    const ClockTime clock = limits.clock[static_cast<std::size_t>(index(us))];
    const auto remaining = static_cast<double>(std::max<std::int64_t>(1, clock.remaining));
    const auto lost = static_cast<double>(overhead.usual);
    const double usable = std::max(1.0, remaining - static_cast<double>(overhead.worst));
    const double moves = limits.moves_to_go > 0
                             ? std::min(moves_left, static_cast<double>(limits.moves_to_go))
                             : moves_left;
    // The coming moves bring their increments and cost their overheads. So the clock settles
    // where a share of it equals the increment, well above what a busy machine may delay us.
    const double coming =
        (moves - 1) * (increment_share * static_cast<double>(clock.increment) - lost) - lost;
    double optimum = std::max(1.0, usable + coming) / moves;
    if (limits.moves_to_go == 0 && game_ply < opening_plies)
        optimum *= opening_share + (1 - opening_share) * game_ply / opening_plies;
    // The last move before a new time control may use nearly all of the clock.
    const double share = limits.moves_to_go == 1 ? 0.9 : largest_share_of_clock;
    const double hard = std::min(hard_over_optimum * optimum, share * usable);
    optimum = std::min(optimum, hard);

    const auto hard_ms = std::max<std::int64_t>(1, static_cast<std::int64_t>(hard));
    const auto optimum_ms = std::max<std::int64_t>(1, static_cast<std::int64_t>(optimum));
    hard_ = is_timed_ ? std::min(hard_, hard_ms) : hard_ms;
    optimum_ = is_timed_ ? std::min(optimum_, optimum_ms) : optimum_ms;
    is_fixed_ = false;
    is_timed_ = true;
}

std::int64_t TimeManager::soft_limit(const SearchStability& stability) const {
    if (is_fixed_) return hard_;
    // A move that takes most of the nodes has no rival: stop early; scattered nodes: go on.
    const double by_nodes = std::clamp(2.0 - 1.7 * stability.best_move_node_share, 0.5, 1.8);
    const double by_move = 1.35 - 0.07 * std::min(stability.best_move_unchanged, 8);
    const double by_score = 1.1 - 0.03 * std::min(stability.score_unchanged, 8);
    const double by_drop = std::clamp(1.0 + 0.012 * stability.score_drop, 0.85, 1.6);
    const double soft = static_cast<double>(optimum_) * by_nodes * by_move * by_score * by_drop;
    return std::min(hard_, static_cast<std::int64_t>(soft));
}

}  // namespace kibitz
