#include "train/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "journal/line_journal.hpp"
#include "text/chart.hpp"

namespace kibitz::train {

namespace {

using Failure = std::unexpected<std::string>;
using Json = nlohmann::ordered_json;

// The first line of a journal: what has to be the same for the tuning to continue.
std::string header_of(const TunerOptions& options) {
    Json parameters = Json::array();
    for (const SpsaParameter& parameter : options.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"value", parameter.value},
                              {"least", parameter.least},
                              {"most", parameter.most},
                              {"step", parameter.step}});
    return Json{{"journal", "kibitz tune 1"}, {"iterations", options.spsa.iterations},
                {"rate", options.spsa.rate},  {"seed", options.spsa.seed},
                {"games", options.games},     {"parameters", parameters}}
        .dump();
}

std::string line_of(std::uint64_t iteration, const DuelTally& tally) {
    return Json{{"iteration", iteration},
                {"wins", tally.wins},
                {"draws", tally.draws},
                {"losses", tally.losses}}
        .dump();
}

std::expected<DuelTally, std::string> parse_line(std::string_view line, std::uint64_t iteration) {
    const Json json = Json::parse(line, nullptr, false);
    const auto number = [&](const char* name) -> std::uint64_t {
        return json.is_object() && json.contains(name) && json[name].is_number_unsigned()
                   ? json[name].get<std::uint64_t>()
                   : UINT64_MAX;
    };
    if (number("iteration") != iteration || number("wins") == UINT64_MAX ||
        number("draws") == UINT64_MAX || number("losses") == UINT64_MAX)
        return Failure("no result of iteration " + std::to_string(iteration));
    return DuelTally{number("wins"), number("draws"), number("losses")};
}

struct OpenedJournal {
    LineJournal lines;
    std::vector<DuelTally> results;
};

// Makes the file, or reads the results in it.
std::expected<OpenedJournal, std::string> open_journal(const TunerOptions& options) {
    const std::string& path = options.journal;
    auto lines = LineJournal::open(path, {});
    if (!lines) return Failure(to_string(lines.error()));
    OpenedJournal opened{*std::move(lines), {}};
    const std::string header = header_of(options);
    if (opened.lines.may_begin_with(header)) {
        if (const auto added = opened.lines.append(header); !added)
            return Failure(to_string(added.error()));
        return opened;
    }
    const auto of_another = [&](std::string_view first_line) {
        return path + " is the journal of a tuning with other parameters or settings; give " +
               "another name, or the same settings:\n  " + std::string(first_line) + "\n  " +
               header;
    };
    const auto take = [&](LineJournal::Place place,
                          std::string_view line) -> std::expected<void, std::string> {
        if (place == 0 && line == header) return {};
        if (place == 0) return Failure(of_another(line));
        const auto tally = parse_line(line, opened.results.size());
        if (!tally)
            return Failure(path + ", line " + std::to_string(opened.results.size() + 2) + ": " +
                           tally.error());
        opened.results.push_back(*tally);
        return {};
    };
    if (opened.lines.end() == 0) return Failure(of_another(""));
    if (const auto read = opened.lines.read(take); !read)
        return Failure(read.error().code == JournalErrorCode::line_refused
                           ? read.error().text
                           : to_string(read.error()));
    return opened;
}

// The values now and then, so many in the end at most.
class Course {
   public:
    explicit Course(const Spsa& spsa) : values_(spsa.parameters().size()) { note(spsa); }

    void note(const Spsa& spsa) {
        if (spsa.iteration() % interval_ != 0) return;
        for (std::size_t i = 0; i < values_.size(); ++i)
            values_[i].push_back(spsa.parameters()[i].value);
        constexpr std::size_t most_points = 400;
        if (!values_.empty() && values_[0].size() > most_points) thin();
    }
    [[nodiscard]] const std::vector<std::vector<double>>& values() const { return values_; }

   private:
    void thin() {
        interval_ *= 2;
        for (auto& values : values_) {
            for (std::size_t i = 0; 2 * i < values.size(); ++i) values[i] = values[2 * i];
            values.resize((values.size() + 1) / 2);
        }
    }

    std::uint64_t interval_ = 1;
    std::vector<std::vector<double>> values_;
};

// Every iteration compares two values of each parameter, so its balance counts for all of them.
std::vector<TunerEffect> effects_of(const Spsa& spsa, const DuelTally& tally) {
    constexpr double elo_per_balance = 800 / std::numbers::ln10;  // of a game, while it is small
    constexpr double normal_95 = 1.96;
    const auto games = static_cast<double>(tally.wins + tally.draws + tally.losses);
    std::vector<TunerEffect> effects(spsa.parameters().size());
    if (games == 0) return effects;
    const double margin = normal_95 * std::sqrt(static_cast<double>(spsa.balance_squares()));
    for (std::size_t i = 0; i < effects.size(); ++i)
        effects[i] = {
            .elo = elo_per_balance * static_cast<double>(spsa.balance_of_larger(i)) / games,
            .margin = elo_per_balance * margin / games};
    return effects;
}

}  // namespace

std::expected<TunerOutcome, std::string> run_tuner(
    const TunerOptions& options, const TrialPlayer& play,
    const std::function<void(const TunerState&)>& progress, const std::atomic<bool>& stop) {
    auto opened = open_journal(options);
    if (!opened) return Failure(opened.error());
    Spsa spsa(options.parameters, options.spsa);
    Course course(spsa);
    DuelTally tally;
    const auto learn = [&](const DuelTally& result) {
        tally.add(result);
        spsa.learn(result.balance());
        course.note(spsa);
    };
    for (const DuelTally& result : opened->results) learn(result);
    const std::uint64_t resumed_from = spsa.iteration();
    progress({spsa, tally, resumed_from});
    while (spsa.iteration() < options.spsa.iterations && !stop) {
        const Spsa::Trial values = spsa.trial();
        const auto result = play(spsa.iteration(), values.plus, values.minus);
        if (!result) break;
        if (const auto added = opened->lines.append(line_of(spsa.iteration(), *result)); !added)
            return Failure(to_string(added.error()));
        learn(*result);
        progress({spsa, tally, resumed_from});
    }
    return TunerOutcome{.parameters = spsa.parameters(),
                        .effects = effects_of(spsa, tally),
                        .iterations = spsa.iteration(),
                        .is_finished = spsa.iteration() >= options.spsa.iterations,
                        .course = course.values()};
}

std::string course_svg(const TunerOutcome& outcome, const std::vector<SpsaParameter>& start) {
    constexpr int columns = 4, panel_width = 240, panel_height = 130;
    constexpr int left = 12, name_line = 16, values_line = 30, top = 34;
    constexpr int curve_width = 216, curve_height = 80;
    const int count = static_cast<int>(start.size());
    const int rows = (count + columns - 1) / columns;
    std::string content;
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const SpsaParameter& parameter = start[at];
        const std::vector<double>& values = outcome.course[at];
        // At least a few steps high, so that noise looks like noise.
        constexpr double least_steps = 3;
        text::ChartRange heights{.low = parameter.value - least_steps * parameter.step,
                                 .high = parameter.value + least_steps * parameter.step};
        std::vector<text::ChartPoint> points;
        for (const double value : values) {
            heights.include(value);
            points.push_back({static_cast<double>(points.size()), value});
        }
        const auto row = i / columns, column = i % columns;
        const double across = column * panel_width + left;
        const double down = row * panel_height;
        text::Plot plot(
            {.left = across, .top = down + top, .width = curve_width, .height = curve_height},
            {.low = 0, .high = static_cast<double>(values.size()) - 1}, heights);
        plot.panel();
        plot.line_across(parameter.value, text::ChartLine::zero);
        plot.curve(points, text::ChartColour::first);
        content +=
            text::chart_text(across, down + name_line, text::ChartAnchor::start, parameter.name) +
            text::chart_key(across, down + values_line, text::ChartColour::quiet,
                            std::to_string(std::lround(parameter.value)) + " to " +
                                std::to_string(std::lround(outcome.parameters[at].value))) +
            plot.content();
    }
    return text::chart(columns * panel_width, rows * panel_height, "The values of each parameter",
                       content);
}

}  // namespace kibitz::train
