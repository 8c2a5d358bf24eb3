// What charts consist of: places in pixels, round values, and texts that need escaping.
#include "text/chart.hpp"

#include <string>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::text;

namespace {

constexpr ChartBox box{.left = 10, .top = 20, .width = 100, .height = 50};

}  // namespace

TEST_CASE("values have their places in the box, and what is outside is at its edge") {
    const Plot plot(box, {.low = 0, .high = 4}, {.low = -1, .high = 1});
    CHECK(plot.x(0) == 10);
    CHECK(plot.x(1) == 35);
    CHECK(plot.x(4) == 110);
    CHECK(plot.y(1) == 20);
    CHECK(plot.y(0) == 45);
    CHECK(plot.y(-1) == 70);
    CHECK(plot.y(7) == 20);
    CHECK(plot.x(-7) == 10);
}

TEST_CASE("a range without width has a place for its only value") {
    ChartRange range{.low = 3, .high = 3};
    CHECK(range.share(3) == 0);
    CHECK(range.share(4) == 1);
    range.include(5);
    range.include(1);
    CHECK(range.low == 1);
    CHECK(range.high == 5);
    CHECK(round_values({.low = 3, .high = 3}, 5) == std::vector<double>{3});
}

TEST_CASE("values at lines are round and within the range") {
    CHECK(round_values({.low = -3, .high = 12}, 5) == std::vector<double>{0, 5, 10});
    CHECK(round_values({.low = -20, .high = 20}, 4) == std::vector<double>{-20, -10, 0, 10, 20});
    std::string all;
    for (const double value : round_values({.low = 0.071, .high = 0.083}, 5))
        all += short_number(value) + " ";
    CHECK(all == "0.075 0.08 ");
    CHECK(short_number(round_values({.low = -1, .high = 1}, 2)[1]) == "0");
}

TEST_CASE("curves, bands, ranges and dots are drawn in order") {
    Plot plot(box, {.low = 0, .high = 4}, {.low = -1, .high = 1});
    plot.curve(std::vector<ChartPoint>{{0, 0}, {1, 1}}, ChartColour::first);
    CHECK(plot.content() == "<polyline class=\"curve first\" points=\"10,45 35,20\"/>\n");
    Plot band(box, {.low = 0, .high = 4}, {.low = -1, .high = 1});
    band.band(std::vector<ChartInterval>{{0, -1, 1}, {4, 0, 1}}, ChartColour::second);
    CHECK(band.content() ==
          "<polygon class=\"band second\" points=\"10,20 110,20 110,45 10,70\"/>\n");
    Plot dot(box, {.low = 0, .high = 4}, {.low = -1, .high = 1});
    dot.range(0, 1, 0, ChartColour::quiet);
    dot.dot({1, 0}, ChartColour::quiet, "a < b");
    CHECK(dot.content() ==
          "<line class=\"range quiet\" x1=\"10\" y1=\"45\" x2=\"35\" y2=\"45\"/>\n"
          "<circle class=\"dot quiet\" cx=\"35\" cy=\"45\" r=\"4\"><title>a &lt; b</title>"
          "</circle>\n");
}

TEST_CASE("a line has its label in front of it or below the box") {
    Plot plot(box, {.low = 0, .high = 3}, {.low = -1, .high = 1});
    plot.line_across(0, ChartLine::zero, "none");
    plot.line_down(1, ChartLine::grid, "1");
    CHECK(plot.content() ==
          "<line class=\"zero\" x1=\"10\" y1=\"45\" x2=\"110\" y2=\"45\"/>\n"
          "<text x=\"4\" y=\"49\" text-anchor=\"end\">none</text>\n"
          "<line class=\"grid\" x1=\"43.3\" y1=\"20\" x2=\"43.3\" y2=\"70\"/>\n"
          "<text x=\"43.3\" y=\"88\" text-anchor=\"middle\">1</text>\n");
}

TEST_CASE("the picture is one SVG, with a title and a ground for light and dark pages") {
    const std::string svg = chart(800, 320.5, "A & B", "<line/>\n");
    CHECK(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" "
                        "viewBox=\"0 0 800 320.5\" role=\"img\">\n<title>A &amp; B</title>"));
    CHECK(svg.ends_with("<line/>\n</svg>\n"));
    CHECK(svg.contains("prefers-color-scheme:dark"));
    CHECK(chart_key(1, 2, ChartColour::second, "x<y") ==
          "<text class=\"key second\" x=\"1\" y=\"2\">x&lt;y</text>\n");
}
