#include "lab/worker_slot.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::lab {

std::optional<WorkerMessage> WorkerSlot::tick(Time now) {
    if (now < next_) return std::nullopt;
    if (state_ == State::playing) {
        next_ = now + rules_.renewal;
        return RenewLease{*lease_};
    }
    if (asked_) {  // and no answer came
        asked_ = false;
        wait_longer(now);
        return std::nullopt;
    }
    asked_ = true;
    next_ = now + rules_.answer_time;
    if (state_ == State::delivering) return DeliverResult{*lease_, games_};
    return TakeUnit{};
}

void WorkerSlot::become(State state, Time now) {
    state_ = state;
    asked_ = false;
    pause_ = Time(0);
    next_ = now;
    if (state != State::delivering) games_.clear();
    if (state == State::idle) lease_.reset();
}

void WorkerSlot::wait_longer(Time now) {
    pause_ = std::clamp(2 * pause_, rules_.shortest_pause, rules_.longest_pause);
    next_ = now + pause_;
}

bool WorkerSlot::holds(const Lease& lease) const { return lease_ && lease_->token == lease.token; }

void WorkerSlot::granted(Time now, Lease lease) {
    if (state_ != State::idle) return;  // a late answer: its lease will run out
    become(State::playing, now);
    lease_ = std::move(lease);
    next_ = now + rules_.renewal;
}

void WorkerSlot::nothing_to_do(Time now) {
    if (state_ != State::idle) return;
    asked_ = false;
    wait_longer(now);
}

void WorkerSlot::played(Time now, std::string games) {
    if (state_ != State::playing) return;
    become(State::delivering, now);
    games_ = std::move(games);
}

void WorkerSlot::settled(Time now, const Lease& lease) {
    if (state_ == State::delivering && holds(lease)) become(State::idle, now);
}

void WorkerSlot::revoked(Time now, const Lease& lease) {
    if (state_ == State::playing && holds(lease)) become(State::idle, now);
}

}  // namespace kibitz::lab
