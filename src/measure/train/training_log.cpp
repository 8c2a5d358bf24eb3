#include "train/training_log.hpp"
#include "platform/files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <sstream>

namespace kibitz::train {

namespace {

struct NumberField {
    const char* name;
    double LogEntry::* value;
};
constexpr std::array number_fields = {
    NumberField{"passes", &LogEntry::passes},
    NumberField{"learning_rate", &LogEntry::learning_rate},
    NumberField{"train_loss", &LogEntry::train_loss},
    NumberField{"validation_loss", &LogEntry::validation_loss},
    NumberField{"seconds", &LogEntry::seconds},
    NumberField{"samples_per_second", &LogEntry::samples_per_second},
    NumberField{"samples_per_cpu_second", &LogEntry::samples_per_cpu_second},
};

// The text after "name": in a line, or nothing.
const char* value_of(const std::string& line, const std::string& name) {
    const std::size_t at = line.find('"' + name + "\":");
    return at == std::string::npos ? nullptr : line.c_str() + at + name.size() + 3;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.9g", value);
    return text;
}

// ---------------------------------------------------------------------------------------------
// The picture

constexpr double width = 800, height = 420, left = 70, right = 20, top = 30, bottom = 45;

struct Range {
    double low, high;
    [[nodiscard]] double share(double value) const { return (value - low) / (high - low); }
};

// The first entries are far above the rest and would flatten it.
Range loss_range(const std::vector<LogEntry>& entries) {
    Range range{1e9, -1e9};
    const std::size_t skipped = entries.size() / 20;
    for (std::size_t i = skipped; i < entries.size(); ++i)
        for (const double loss : {entries[i].train_loss, entries[i].validation_loss}) {
            range.low = std::min(range.low, loss);
            range.high = std::max(range.high, loss);
        }
    const double margin = std::max(1e-9, 0.05 * (range.high - range.low));
    return {range.low - margin, range.high + margin};
}

double x_of(double share) { return left + share * (width - left - right); }
double y_of(double share) {
    return height - bottom - std::clamp(share, 0.0, 1.0) * (height - top - bottom);
}

void draw_curve(std::ostringstream& svg, const std::vector<LogEntry>& entries, const Range& x,
                const Range& y, double LogEntry::* value, const char* style) {
    svg << "<polyline fill=\"none\" " << style << " points=\"";
    for (const LogEntry& entry : entries)
        svg << number(x_of(x.share(entry.passes))) << ',' << number(y_of(y.share(entry.*value)))
            << ' ';
    svg << "\"/>\n";
}

void draw_label(std::ostringstream& svg, double x, double y, const char* anchor,
                const std::string& text) {
    svg << "<text x=\"" << number(x) << "\" y=\"" << number(y) << "\" text-anchor=\"" << anchor
        << "\">" << text << "</text>\n";
}

}  // namespace

std::string to_json(const LogEntry& entry) {
    std::string line =
        "{\"step\":" + std::to_string(entry.step) + ",\"samples\":" + std::to_string(entry.samples);
    for (const auto& [name, value] : number_fields)
        line += std::string(",\"") + name + "\":" + number(entry.*value);
    return line + "}";
}

std::vector<LogEntry> parse_log(const std::string& text) {
    std::vector<LogEntry> entries;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        const char* step = value_of(line, "step");
        const char* samples = value_of(line, "samples");
        if (step == nullptr || samples == nullptr || line.back() != '}') continue;
        LogEntry entry;
        entry.step = std::strtoull(step, nullptr, 10);
        entry.samples = std::strtoull(samples, nullptr, 10);
        for (const auto& [name, value] : number_fields)
            if (const char* found = value_of(line, name))
                entry.*value = std::strtod(found, nullptr);
        entries.push_back(entry);
    }
    return entries;
}

std::string curves_svg(const std::vector<LogEntry>& entries) {
    constexpr int grid_lines = 5;
    std::ostringstream svg;
    svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << height
        << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
        << "<title>Training and validation loss</title>\n"
        << "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    if (!entries.empty()) {
        const Range x{0, std::max(1e-9, entries.back().passes)}, y = loss_range(entries);
        for (int i = 0; i <= grid_lines; ++i) {
            const double share = static_cast<double>(i) / grid_lines;
            const double line_y = y_of(share);
            svg << "<line x1=\"" << left << "\" x2=\"" << width - right << "\" y1=\""
                << number(line_y) << "\" y2=\"" << number(line_y) << "\" stroke=\"#ddd\"/>\n";
            char loss[24], passes[24];
            std::snprintf(loss, sizeof(loss), "%.5f", y.low + share * (y.high - y.low));
            std::snprintf(passes, sizeof(passes), "%.3g", share * x.high);
            draw_label(svg, left - 6, line_y + 4, "end", loss);
            draw_label(svg, x_of(share), height - bottom + 18, "middle", passes);
        }
        draw_label(svg, width / 2, height - 8, "middle", "passes over the training set");
        double highest_rate = 0;
        for (const LogEntry& entry : entries)
            highest_rate = std::max(highest_rate, entry.learning_rate);
        draw_curve(svg, entries, x, {0, std::max(1e-12, highest_rate)}, &LogEntry::learning_rate,
                   "stroke=\"#bbb\" stroke-dasharray=\"4 3\"");
        draw_curve(svg, entries, x, y, &LogEntry::train_loss,
                   "stroke=\"#2b6cb0\" stroke-width=\"1.5\"");
        draw_curve(svg, entries, x, y, &LogEntry::validation_loss,
                   "stroke=\"#c05621\" stroke-width=\"1.5\"");
        svg << "<text x=\"" << left << "\" y=\"18\"><tspan fill=\"#2b6cb0\">training loss</tspan>  "
            << "<tspan fill=\"#c05621\" dx=\"12\">validation loss</tspan>  "
            << "<tspan fill=\"#888\" dx=\"12\">learning rate (from 0)</tspan></text>\n";
    }
    svg << "</svg>\n";
    return svg.str();
}

std::expected<void, std::string> write_log(const std::string& folder,
                                           const std::vector<LogEntry>& entries) {
    std::string lines;
    for (const LogEntry& entry : entries) lines += to_json(entry) + '\n';
    const std::filesystem::path path(folder);
    const auto write = [&](const char* name, const std::string& text) {
        return write_file((path / name).string(), text);
    };
    if (const auto done = write("log.jsonl", lines); !done) return done;
    return write("curves.svg", curves_svg(entries));
}

}  // namespace kibitz::train
