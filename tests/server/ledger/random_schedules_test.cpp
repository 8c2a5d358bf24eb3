// Random schedules in virtual time. KIBITZ_LEDGER_SCHEDULES says how many, if more than usual:
//     KIBITZ_LEDGER_SCHEDULES=100000 build/release/test_ledger --source-file='*random_schedules*'
#include <cstdlib>

#include "ledger/random_ledger.hpp"

using namespace kibitz::ledger;
using namespace kibitz::ledger::test;

TEST_CASE(
    "whatever players do: nothing is made, lost, paid twice or mixed, and the log is enough") {
#ifdef KIBITZ_SANITIZED
    std::uint64_t wanted = 50;
#else
    std::uint64_t wanted = 500;
#endif
    if (const char* schedules = std::getenv("KIBITZ_LEDGER_SCHEDULES"))
        wanted = std::strtoull(schedules, nullptr, 10);
    constexpr int steps = 80;
    std::map<std::size_t, int> kinds;
    std::size_t facts = 0;
    for (std::uint64_t schedule = 0; schedule < wanted; ++schedule) {
        CAPTURE(schedule);
        RandomLedger random(schedule);
        kibitz::test::Random kills(schedule);
        for (int step = 0; step < steps; ++step) {
            random.step();
            if (kills.below(steps) == 0) random.restart();
        }
        random.restart();
        for (const Entry& entry : random.entries()) ++kinds[entry.fact.index()];
        facts += random.entries().size();
    }
    MESSAGE(wanted << " schedules, " << facts << " facts");
    // The schedules reach everything.
    for (std::size_t kind = 0; kind < std::variant_size_v<Fact::Kinds>; ++kind)
        CHECK_MESSAGE(kinds[kind] > 0, "fact of kind " << kind);
}
