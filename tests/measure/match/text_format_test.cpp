#include "match/text_format.hpp"

#include "support/test.hpp"

using namespace kibitz::match;

TEST_CASE("formatted text may be long") {
    const std::string name(2000, 'x');
    CHECK(format("%s: %.1f", name.c_str(), 0.25) == name + ": 0.2");
    CHECK(format("%s", "").empty());
}
