#include "lab_net/allowance.hpp"

#include "support/test.hpp"

using namespace kibitz::lab_net;
using namespace std::chrono_literals;

TEST_CASE("a key has so much at once, and gets it back evenly") {
    Allowance allowance(10, 20s);
    for (int i = 0; i < 10; ++i) CHECK(allowance.take("ann", 0s));
    CHECK_FALSE(allowance.take("ann", 0s));
    CHECK(allowance.take("bob", 0s));
    CHECK_FALSE(allowance.take("ann", 1'999ms));
    CHECK(allowance.take("ann", 2s));
    CHECK_FALSE(allowance.take("ann", 2s));
    CHECK(allowance.take("ann", 1h, 10));
    CHECK_FALSE(allowance.take("ann", 1h, 0.5));
    CHECK_FALSE(allowance.take("bob", 2h, 11));
}
