// Charts as SVG: curves, bands, ranges and dots over two axes. All charts of the program look
// alike, on light and on dark pages.
//
//     text::Plot plot({.left = 70, .top = 20, .width = 700, .height = 300}, {0, 100}, {-1, 1});
//     plot.line_across(0, text::ChartLine::zero);
//     plot.curve(points, text::ChartColour::first);
//     const std::string svg = text::chart(800, 360, "Gain", plot.content());
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/markup.hpp"

namespace kibitz::text {

// In pixels of the picture.
struct ChartBox {
    double left = 0, top = 0, width = 0, height = 0;

    [[nodiscard]] double right() const { return left + width; }
    [[nodiscard]] double bottom() const { return top + height; }
};

// The values along an axis.
struct ChartRange {
    double low = 0, high = 1;

    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    // Where the value lies, from 0 to 1; what is outside is at the end.
    [[nodiscard]] double share(double value) const {
        constexpr double narrowest = 1e-12;
        return std::clamp((value - low) / std::max(high - low, narrowest), 0.0, 1.0);
    }
};

struct ChartPoint {
    double x, y;
};
struct ChartInterval {
    double x, low, high;
};

enum class ChartColour : std::uint8_t { first, second, quiet };
enum class ChartLine : std::uint8_t {
    grid,   // at a round value
    zero,   // what others are compared with
    bound,  // something is decided there
};
enum class ChartAnchor : std::uint8_t { start, middle, end };

namespace detail {

constexpr const char* chart_style =
    "<style>.chart text{font:12px system-ui,sans-serif;fill:#333}.chart .ground{fill:#fff}"
    ".chart .panel{fill:#f4f6f8}.chart .grid{stroke:#ddd}.chart .zero{stroke:#888}"
    ".chart .bound{stroke:#b03a2a;stroke-width:1.5;stroke-dasharray:6 4}"
    ".chart .first{color:#2b6cb0}.chart .second{color:#c05621}.chart .quiet{color:#888}"
    ".chart .curve{fill:none;stroke:currentColor;stroke-width:1.8}"
    ".chart .curve.quiet{stroke-width:1;stroke-dasharray:4 3}"
    ".chart .band{fill:currentColor;opacity:.2}.chart .dot{fill:currentColor}"
    ".chart .range{stroke:currentColor;stroke-width:3}.chart text.key{fill:currentColor}"
    "@media(prefers-color-scheme:dark){.chart text{fill:#ccc}.chart .ground{fill:#1b1b1b}"
    ".chart .panel{fill:#262626}.chart .grid{stroke:#444}.chart .first{color:#7af}"
    ".chart .second{color:#fa5}}</style>\n";

// Tenths of a pixel are as fine as anybody sees.
inline std::string pixels(double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::fixed, /*precision=*/1);
    std::string number(digits.data(), end.ptr);
    if (number.ends_with(".0")) number.resize(number.size() - 2);
    return number == "-0" ? "0" : number;
}

inline std::string attribute(const char* name, double value) {
    return std::string(" ") + name + "=\"" + pixels(value) + '"';
}

constexpr const char* name_of(ChartColour colour) {
    switch (colour) {
        case ChartColour::first: return "first";
        case ChartColour::second: return "second";
        case ChartColour::quiet: return "quiet";
    }
    return "";
}

constexpr const char* name_of(ChartLine line) {
    switch (line) {
        case ChartLine::grid: return "grid";
        case ChartLine::zero: return "zero";
        case ChartLine::bound: return "bound";
    }
    return "";
}

constexpr const char* name_of(ChartAnchor anchor) {
    switch (anchor) {
        case ChartAnchor::start: return "start";
        case ChartAnchor::middle: return "middle";
        case ChartAnchor::end: return "end";
    }
    return "";
}

}  // namespace detail

// 0.1, 250, 2e-05: as few digits as say what the number is.
inline std::string short_number(double value) {
    std::array<char, 32> digits{};
    constexpr int precision = 6;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   std::chars_format::general, precision);
    return {digits.data(), end.ptr};
}

// About so many round values within the range: multiples of 1, 2 or 5 times a power of ten.
inline std::vector<double> round_values(const ChartRange& range, int about) {
    const double rough = (range.high - range.low) / about;
    if (!(rough > 0)) return {range.low};
    const double magnitude = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * magnitude;
    for (const double factor : {5, 2, 1})
        if (rough <= factor * magnitude) step = factor * magnitude;
    std::vector<double> values;
    for (double at = std::ceil(range.low / step); at * step <= range.high; ++at)
        values.push_back(at * step + 0.0);  // + 0.0: not the zero with a sign
    return values;
}

// A text at a place of the picture.
inline std::string chart_text(double x, double y, ChartAnchor anchor, std::string_view content) {
    return "<text" + detail::attribute("x", x) + detail::attribute("y", y) + " text-anchor=\"" +
           detail::name_of(anchor) + "\">" + escaped(content) + "</text>\n";
}

// The same in the colour of what it names.
inline std::string chart_key(double x, double y, ChartColour colour, std::string_view content) {
    return "<text class=\"key " + std::string(detail::name_of(colour)) + '"' +
           detail::attribute("x", x) + detail::attribute("y", y) + '>' + escaped(content) +
           "</text>\n";
}

// What is drawn in one box of a picture. Values outside of the ranges are drawn at its edge.
class Plot {
   public:
    Plot(const ChartBox& box, const ChartRange& x, const ChartRange& y)
        : box_(box), x_range_(x), y_range_(y) {}

    [[nodiscard]] const std::string& content() const { return content_; }
    [[nodiscard]] double x(double value) const {
        return box_.left + box_.width * x_range_.share(value);
    }
    [[nodiscard]] double y(double value) const {
        return box_.bottom() - box_.height * y_range_.share(value);
    }

    // A ground of its own, for one of several boxes.
    void panel() {
        content_ += "<rect class=\"panel\"" + detail::attribute("x", box_.left) +
                    detail::attribute("y", box_.top) + detail::attribute("width", box_.width) +
                    detail::attribute("height", box_.height) + "/>\n";
    }
    // A line from the left to the right, with a label in front of it if that is not empty.
    void line_across(double value, ChartLine line, std::string_view label = {}) {
        add_line(detail::name_of(line), box_.left, y(value), box_.right(), y(value));
        constexpr double beside = 6, half_letter = 4;
        if (!label.empty())
            content_ +=
                chart_text(box_.left - beside, y(value) + half_letter, ChartAnchor::end, label);
    }
    // The label stands below the box.
    void label_below(double value, std::string_view label) {
        constexpr double below = 18;
        content_ += chart_text(x(value), box_.bottom() + below, ChartAnchor::middle, label);
    }
    void line_down(double value, ChartLine line, std::string_view label = {}) {
        add_line(detail::name_of(line), x(value), box_.top, x(value), box_.bottom());
        if (!label.empty()) label_below(value, label);
    }
    void curve(std::span<const ChartPoint> points, ChartColour colour) {
        content_ +=
            "<polyline class=\"curve " + std::string(detail::name_of(colour)) + "\" points=\"";
        for (const ChartPoint& point : points) add_point(point.x, point.y);
        content_ += "\"/>\n";
    }
    // The area between the lower and the upper ends.
    void band(std::span<const ChartInterval> intervals, ChartColour colour) {
        content_ +=
            "<polygon class=\"band " + std::string(detail::name_of(colour)) + "\" points=\"";
        for (const ChartInterval& one : intervals) add_point(one.x, one.high);
        for (auto one = intervals.rbegin(); one != intervals.rend(); ++one)
            add_point(one->x, one->low);
        content_ += "\"/>\n";
    }
    // From one value of x to another.
    void range(double low, double high, double at_y, ChartColour colour) {
        add_line("range " + std::string(detail::name_of(colour)), x(low), y(at_y), x(high),
                 y(at_y));
    }
    // A dot; whoever points at it reads the text.
    void dot(const ChartPoint& at, ChartColour colour, std::string_view hover) {
        content_ += "<circle class=\"dot " + std::string(detail::name_of(colour)) + '"' +
                    detail::attribute("cx", x(at.x)) + detail::attribute("cy", y(at.y)) +
                    " r=\"4\"><title>" + escaped(hover) + "</title></circle>\n";
    }

   private:
    void add_line(const std::string& kind, double x1, double y1, double x2, double y2) {
        content_ += "<line class=\"" + kind + '"' + detail::attribute("x1", x1) +
                    detail::attribute("y1", y1) + detail::attribute("x2", x2) +
                    detail::attribute("y2", y2) + "/>\n";
    }
    void add_point(double x_value, double y_value) {
        if (!content_.ends_with('"')) content_ += ' ';
        content_ += detail::pixels(x(x_value)) + ',' + detail::pixels(y(y_value));
    }

    ChartBox box_;
    ChartRange x_range_, y_range_;
    std::string content_;
};

// The whole picture. The title says in words what it shows.
inline std::string chart(double width, double height, std::string_view title,
                         std::string_view content) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 " +
           detail::pixels(width) + ' ' + detail::pixels(height) + "\" role=\"img\">\n<title>" +
           escaped(title) + "</title>\n" + detail::chart_style +
           "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" + std::string(content) +
           "</svg>\n";
}

}  // namespace kibitz::text
