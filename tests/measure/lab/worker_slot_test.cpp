// A worker's slot: what it sends, and when.
#include "lab/worker_slot.hpp"

#include "support/test.hpp"

using namespace kibitz::lab;
using namespace std::chrono_literals;

namespace {

template <class Message>
bool sends(WorkerSlot& slot, Time now) {
    const auto message = slot.tick(now);
    return message && std::holds_alternative<Message>(*message);
}

const Lease lease{.test = "t", .unit = {.unit = 3}, .token = "sealed"};

}  // namespace

TEST_CASE("a slot takes a unit, renews its lease and delivers until the result is stored") {
    WorkerSlot slot;
    CHECK(sends<TakeUnit>(slot, 0s));
    CHECK_FALSE(slot.tick(1s));
    slot.granted(1s, lease);
    CHECK(slot.is_playing());
    CHECK_FALSE(slot.tick(30s));
    CHECK(sends<RenewLease>(slot, 31s));
    CHECK(sends<RenewLease>(slot, 61s));
    slot.played(70s, "games");
    CHECK(sends<DeliverResult>(slot, 70s));
    slot.settled(71s, lease);
    CHECK(sends<TakeUnit>(slot, 71s));
}

TEST_CASE("while no gate answers, a slot asks ever more rarely and keeps the result") {
    WorkerSlot slot;
    REQUIRE(slot.tick(0s));
    slot.granted(0s, lease);
    slot.played(0s, "games");
    std::vector<Time> sent;
    for (Time now = 0s; now < 1h; now += 1s)
        if (sends<DeliverResult>(slot, now)) sent.push_back(now);
    REQUIRE(sent.size() > 10);
    CHECK(sent[1] - sent[0] == 11s);  // the time for an answer and the first pause
    CHECK(sent[2] - sent[1] == 12s);
    CHECK(sent.back() - sent[sent.size() - 2] == 70s);
    CHECK(slot.lease()->token == "sealed");
}

TEST_CASE(
    "a unit that is no longer wanted is dropped, and answers about another lease change nothing") {
    WorkerSlot slot;
    REQUIRE(slot.tick(0s));
    slot.granted(0s, lease);
    slot.granted(1s, {.test = "t", .unit = {.unit = 9}, .token = "late"});
    CHECK(slot.lease()->unit.unit == 3);
    slot.revoked(2s, {.test = "t", .unit = {.unit = 9}, .token = "late"});
    CHECK(slot.is_playing());
    slot.settled(2s, lease);  // before it was played
    CHECK(slot.is_playing());
    slot.revoked(3s, lease);
    CHECK_FALSE(slot.is_playing());
    CHECK_FALSE(slot.lease());
    CHECK(sends<TakeUnit>(slot, 3s));
}

TEST_CASE("with nothing to do, a slot pauses before it asks again") {
    WorkerSlot slot;
    CHECK(sends<TakeUnit>(slot, 0s));
    slot.nothing_to_do(0s);
    CHECK_FALSE(slot.tick(999ms));
    CHECK(sends<TakeUnit>(slot, 1s));
    slot.nothing_to_do(1s);
    CHECK_FALSE(slot.tick(2s));
    CHECK(sends<TakeUnit>(slot, 3s));
}
