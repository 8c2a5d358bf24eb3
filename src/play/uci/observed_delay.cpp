#include "uci/observed_delay.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::uci {

namespace {

// More than this is no delay: the clock was set, or somebody paused the game.
constexpr double most_ms = 1'000;
// The mean follows the last 16 moves or so. The worst case is forgotten more slowly: at short time
// controls, one long delay in a hundred moves loses a game.
constexpr double weight_in_mean = 1.0 / 16;
constexpr double kept_of_worst = 1 - 1.0 / 128;

}  // namespace

void ObservedDelay::on_go(const Limits& limits, const Position& position, Time now) {
    const Lock lock(mutex_);
    const Color us = position.side_to_move();
    const ClockTime clock = limits.clock[static_cast<std::size_t>(index(us))];
    // A time control that begins anew brings time that we do not know.
    const bool is_next_move = limits.has_clock && last_ && last_->taken && last_->us == us &&
                              last_->game_ply + 2 == position.game_ply() &&
                              last_->clock.increment == clock.increment &&
                              limits.moves_to_go <= last_->moves_to_go;
    if (is_next_move)
        learn(static_cast<double>(last_->clock.remaining + clock.increment - clock.remaining -
                                  last_->taken->count()));
    last_.reset();
    if (limits.has_clock)
        last_ = Move{clock, limits.moves_to_go, us, position.game_ply(), !limits.ponder, now};
}

void ObservedDelay::on_ponder_hit(Time now) {
    const Lock lock(mutex_);
    if (!last_ || last_->is_on_our_clock) return;
    last_->begin = now;
    last_->is_on_our_clock = true;
}

void ObservedDelay::on_move(Time now) {
    const Lock lock(mutex_);
    if (last_ && last_->is_on_our_clock)
        last_->taken = std::chrono::floor<std::chrono::milliseconds>(now - last_->begin);
}

void ObservedDelay::on_new_game() {
    const Lock lock(mutex_);
    last_.reset();
}

void ObservedDelay::learn(double cost) {
    if (cost > most_ms) return;
    const double delay = std::max(0.0, cost);  // clocks are in whole milliseconds
    usual_ += weight_in_mean * (delay - usual_);
    worst_ = std::max(delay, kept_of_worst * worst_);
}

MoveOverhead ObservedDelay::overhead(std::int64_t configured) const {
    const Lock lock(mutex_);
    return {.usual = std::max(configured, static_cast<std::int64_t>(std::ceil(usual_))),
            .worst = std::max(configured, static_cast<std::int64_t>(std::ceil(worst_)))};
}

}  // namespace kibitz::uci
