#include "text/letter_case.hpp"

#include "support/test.hpp"

using namespace kibitz::text;

TEST_CASE("only the letters of ASCII have a case") {
    CHECK(lower("Nf3 AZaz@[`{09") == "nf3 azaz@[`{09");
    CHECK(lower("ÄÉ") == "ÄÉ");
    CHECK(lower("").empty());
}

TEST_CASE("texts are compared without regard to case") {
    CHECK(equal_but_for_case("UCI_Chess960", "uci_chess960"));
    CHECK(equal_but_for_case("", ""));
    CHECK_FALSE(equal_but_for_case("Hash", "Hash "));
    CHECK_FALSE(equal_but_for_case("[", "{"));
}
