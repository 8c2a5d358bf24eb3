// Broken machines and liars among many: a short form of bad_machines_slow.cpp, with the liars that
// are hardest to find.
#include "lab/bad_machines.hpp"

using namespace kibitz;
using namespace kibitz::test;

TEST_CASE("what a machine claims in a third of its units does not decide a test") {
    for (const bool is_h1_true : {false, true}) {
        CAPTURE(is_h1_true);
        const TestedTests tested =
            try_tests({.vice = Vice::claims_a_third, .is_h1_true = is_h1_true}, 40);
        MESSAGE(tested.false_verdicts, " of ", tested.tests, " verdicts are false");
        CHECK(tested.false_verdicts <= 4);
        CHECK(tested.without_verdict == 0);
    }
}
