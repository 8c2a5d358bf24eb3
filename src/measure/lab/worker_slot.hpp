// WorkerSlot: one place of a worker where a unit is played. It asks for a unit, renews its lease
// while it plays, and keeps the result until the gate confirms it, however long the gate is away.
//
// A state machine in its caller's time: the caller sends the messages that `tick` returns and
// passes the answers in. Every message may be lost, doubled or late.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lab/unit.hpp"
#include "match/time_scale.hpp"

namespace kibitz::lab {

// A unit in a worker's hands. The token is sealed by the gate: any gate can renew the lease with
// it, and a worker cannot make one.
struct Lease {
    TestId test;
    UnitAttempt unit;
    std::string token;
    int time_permille = match::whole_time;  // the share of the test's time that it was given
};

struct TakeUnit {};
struct RenewLease {
    Lease lease;
};
struct DeliverResult {
    Lease lease;
    std::string games;  // as JSON
};
using WorkerMessage = std::variant<TakeUnit, RenewLease, DeliverResult>;

struct SlotRules {
    Time renewal = std::chrono::seconds(30);
    // Between two attempts to reach a gate; doubled after each that failed, up to the longest.
    Time shortest_pause = std::chrono::seconds(1);
    Time longest_pause = std::chrono::minutes(1);
    // No answer after this time: the request counts as failed.
    Time answer_time = std::chrono::seconds(10);
};

class WorkerSlot {
   public:
    explicit WorkerSlot(const SlotRules& rules = {}) : rules_(rules) {}

    // What is to be sent now, at most one message.
    std::optional<WorkerMessage> tick(Time now);

    // The gate's answer to TakeUnit: a unit to play, or nothing to do at present.
    void granted(Time now, Lease lease);
    void nothing_to_do(Time now);
    // The unit has been played.
    void played(Time now, std::string games);
    // The gate has stored the result, or refuses it for good: either way it is done with.
    void settled(Time now, const Lease& lease);
    // The gate refuses to renew: the unit is no longer wanted. The caller stops playing.
    void revoked(Time now, const Lease& lease);

    [[nodiscard]] bool is_playing() const { return state_ == State::playing; }
    // The unit that is played or whose result is being delivered.
    [[nodiscard]] const std::optional<Lease>& lease() const { return lease_; }

   private:
    enum class State : std::uint8_t { idle, playing, delivering };

    void become(State state, Time now);
    void wait_longer(Time now);
    [[nodiscard]] bool holds(const Lease& lease) const;

    SlotRules rules_;
    State state_ = State::idle;
    std::optional<Lease> lease_;
    std::string games_;
    Time next_{0};        // when something is to be sent
    Time pause_{0};       // the last pause after a failure; 0: none failed
    bool asked_ = false;  // a request is out whose answer has not come
};

}  // namespace kibitz::lab
