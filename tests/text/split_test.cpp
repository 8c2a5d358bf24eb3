#include "text/split.hpp"

#include "support/test.hpp"

using namespace kibitz::text;

using Parts = std::vector<std::string_view>;

TEST_CASE("a list has one part more than separators") {
    CHECK(split("e2e4,g1f3", ',') == Parts{"e2e4", "g1f3"});
    CHECK(split("e2e4", ',') == Parts{"e2e4"});
    CHECK(split("", ',') == Parts{""});
    CHECK(split("a,,", ',') == Parts{"a", "", ""});
    CHECK(split(":a,b", ':') == Parts{"", "a,b"});
}
