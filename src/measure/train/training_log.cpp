#include "train/training_log.hpp"
#include "platform/files.hpp"
#include "text/chart.hpp"

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

constexpr double width = 800, height = 420;
constexpr text::ChartBox box{.left = 70, .top = 30, .width = 710, .height = 345};

using text::ChartRange;

// The first entries are far above the rest and would flatten it.
ChartRange loss_range(const std::vector<LogEntry>& entries) {
    ChartRange range{.low = 1e9, .high = -1e9};
    const std::size_t skipped = entries.size() / 20;
    for (std::size_t i = skipped; i < entries.size(); ++i)
        for (const double loss : {entries[i].train_loss, entries[i].validation_loss})
            range.include(loss);
    const double margin = std::max(1e-9, 0.05 * (range.high - range.low));
    return {.low = range.low - margin, .high = range.high + margin};
}

std::vector<text::ChartPoint> points_of(const std::vector<LogEntry>& entries,
                                        double LogEntry::* value) {
    std::vector<text::ChartPoint> points;
    for (const LogEntry& entry : entries) points.push_back({entry.passes, entry.*value});
    return points;
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
    constexpr const char* title = "Training and validation loss";
    if (entries.empty()) return text::chart(width, height, title, "");
    constexpr int grid_lines = 5;
    const ChartRange passes{.low = 0, .high = entries.back().passes};
    ChartRange rates{.low = 0, .high = 0};
    for (const LogEntry& entry : entries) rates.include(entry.learning_rate);
    text::Plot losses(box, passes, loss_range(entries));
    for (const double loss : text::round_values(loss_range(entries), grid_lines))
        losses.line_across(loss, text::ChartLine::grid, text::short_number(loss));
    for (const double pass : text::round_values(passes, grid_lines))
        losses.label_below(pass, text::short_number(pass));
    losses.curve(points_of(entries, &LogEntry::train_loss), text::ChartColour::first);
    losses.curve(points_of(entries, &LogEntry::validation_loss), text::ChartColour::second);
    text::Plot learning(box, passes, rates);
    learning.curve(points_of(entries, &LogEntry::learning_rate), text::ChartColour::quiet);
    constexpr double key_line = 18, key_width = 110, foot = 8;
    return text::chart(
        width, height, title,
        learning.content() + losses.content() +
            text::chart_key(box.left, key_line, text::ChartColour::first, "training loss") +
            text::chart_key(box.left + key_width, key_line, text::ChartColour::second,
                            "validation loss") +
            text::chart_key(box.left + 2 * key_width, key_line, text::ChartColour::quiet,
                            "learning rate (from 0)") +
            text::chart_text(width / 2, height - foot, text::ChartAnchor::middle,
                             "passes over the training set"));
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
