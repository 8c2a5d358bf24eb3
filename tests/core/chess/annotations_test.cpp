#include "chess/annotations.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kibitz;
using namespace kibitz::squares;
using std::chrono::milliseconds;

namespace {

Annotations annotations_of(std::string_view comment) {
    Annotations annotations;
    add_comment(annotations, comment);
    return annotations;
}

}  // namespace

TEST_CASE("commands become values") {
    const Annotations all = annotations_of(
        " [%eval -0.25,18] [%clk 1:02:03.5] good\n\tmove [%emt 0:00:07][%csl Ga4,Rb5]\r\n"
        "[%cal Ye2e4,Bg1f3] really ");
    CHECK(all.evaluation == GivenEvaluation{-25, false, 18});
    CHECK(all.clock == milliseconds(3'723'500));
    CHECK(all.elapsed == milliseconds(7'000));
    CHECK(all.squares ==
          std::vector{MarkedSquare{MarkColor::green, a4}, MarkedSquare{MarkColor::red, b5}});
    CHECK(all.arrows ==
          std::vector{Arrow{MarkColor::yellow, e2, e4}, Arrow{MarkColor::blue, g1, f3}});
    CHECK(all.text == "good move really");
    CHECK(to_comment(all) ==
          "[%eval -0.25,18] [%clk 1:02:03.5] [%emt 0:00:07] [%csl Ga4,Rb5] "
          "[%cal Ye2e4,Bg1f3] good move really");
}

TEST_CASE("comments as they are written again") {
    struct Case {
        std::string comment;
        std::string again;
    };
    const Case cases[] = {
        {"", ""},
        {" \n ", ""},
        {"[%eval 0.1]", "[%eval 0.10]"},
        {"[%eval +12]", "[%eval 12.00]"},
        {"[%eval #3]", "[%eval #3]"},
        {"[%eval #-12,30]", "[%eval #-12,30]"},
        {"[%eval 0.250]", "[%eval 0.25]"},
        {"[%clk 0:0:9]", "[%clk 0:00:09]"},
        {"[%clk 100:59:59.050]", "[%clk 100:59:59.05]"},
        {"a[%clk 0:00:01]b", "[%clk 0:00:01] a b"},
        // Not understood, so left alone.
        {"[%eval 0.255]", "[%eval 0.255]"},
        {"[%eval -]", "[%eval -]"},
        {"[%eval 0.]", "[%eval 0.]"},
        {"[%eval 1.0 x]", "[%eval 1.0 x]"},
        {"[%eval 1,]", "[%eval 1,]"},
        {"[%eval 9999999]", "[%eval 9999999]"},
        {"[%clk 0:60:00]", "[%clk 0:60:00]"},
        {"[%clk 1:00]", "[%clk 1:00]"},
        {"[%clk 0:00:01.0005]", "[%clk 0:00:01.0005]"},
        {"[%csl Ga4,]", "[%csl Ga4,]"},
        {"[%csl Xa4]", "[%csl Xa4]"},
        {"[%cal Ga4]", "[%cal Ga4]"},
        {"[%cal Ga4i5]", "[%cal Ga4i5]"},
        {"[%mdl 8]", "[%mdl 8]"},
        {"[%clk]", "[%clk]"},
        {"[%clk 0:00:01", "[%clk 0:00:01"},
        {"]] [[", "]] [["},
        // The first of two values counts; lists add up.
        {"[%clk 0:00:02] x [%clk 0:00:01]", "[%clk 0:00:02] x [%clk 0:00:01]"},
        {"[%csl Ga1] [%csl Rb1]", "[%csl Ga1,Rb1]"},
        // A command that comes about by taking out another.
        {"[%clk [%emt 0:00:01] 0:00:02]", "[%clk 0:00:02] [%emt 0:00:01]"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.comment);
        const Annotations first = annotations_of(c.comment);
        CHECK(to_comment(first) == std::string(c.again));
        CHECK(annotations_of(to_comment(first)) == first);
    }
}

TEST_CASE("several comments are one") {
    Annotations annotations = annotations_of("one [%clk");
    add_comment(annotations, "0:00:05] two");
    CHECK(annotations.text == "one two");
    CHECK(annotations.clock == milliseconds(5000));
    CHECK_FALSE(annotations.empty());
    CHECK(Annotations{}.empty());
}
