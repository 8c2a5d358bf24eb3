// A hundred sequential tests of twenty volunteers' machines, two of which are broken and one of
// which lies: there are no more false verdicts than a sequential test allows. docs/lab-inside.md
// has the counts, also those without the three.
#include "lab/bad_machines.hpp"

using namespace kibitz;
using namespace kibitz::test;

TEST_CASE("one machine in ten is broken, one in twenty lies, and verdicts are as true as without") {
    constexpr int tests = 100;
    // Five in a hundred, and two standard errors.
    constexpr int most_false = 5 + 4;
    for (const bool is_h1_true : {false, true}) {
        const TestedTests tested = try_tests({.is_h1_true = is_h1_true}, tests);
        MESSAGE("H", is_h1_true, " is true: ", tested.false_verdicts, " false verdicts, ",
                tested.without_verdict, " tests without one, ", tested.pairs / tests,
                " pairs in a test, ", tested.honest_set_aside, " honest machines set aside");
        CHECK(tested.false_verdicts <= most_false);
        CHECK(tested.without_verdict == 0);
    }
}
