// Fractions as people type them, which not every standard library reads.
#include "text/numbers.hpp"

#include "support/test.hpp"

using kibitz::text::parse_number;

TEST_CASE("a decimal is rounded as a compiler rounds it") {
    CHECK(parse_number<double>("0.1") == 0.1);
    CHECK(parse_number<double>("1.15") == 1.15);
    CHECK(parse_number<double>("-2.675") == -2.675);
    CHECK(parse_number<double>("1000000000000") == 1e12);
    CHECK(parse_number<double>("0.000001") == 1e-6);
    CHECK(parse_number<double>(".5") == 0.5);
    CHECK(parse_number<double>("7.") == 7.0);
    CHECK(parse_number<double>("0") == 0.0);
}

TEST_CASE("what is no decimal is refused") {
    for (const char* text : {"", ".", "-", "-.", "1.2.3", "1e3", "inf", "nan", "0x1", "+1", " 1",
                             "1 ", "1,5", "--1", "1-", "\xd9\xa1"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_number<double>(text).has_value());
    }
}
