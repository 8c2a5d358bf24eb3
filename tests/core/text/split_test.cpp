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

TEST_CASE("lines are taken one by one") {
    for (const std::string_view text : {"a\n\nb\n", "a\n\nb"}) {
        Parts lines;
        for (std::string_view rest = text; !rest.empty();) lines.push_back(take_part(rest, '\n'));
        CHECK(lines == Parts{"a", "", "b"});
    }
    std::string_view rest = "name=value=1";
    CHECK(take_part(rest, '=') == "name");
    CHECK(rest == "value=1");
    rest = "";
    CHECK(take_part(rest, '=') == "");
    CHECK(rest == "");
}
