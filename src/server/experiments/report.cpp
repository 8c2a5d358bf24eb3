#include "experiments/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics/rate_evidence.hpp"
#include "statistics/sample_ratio.hpp"
#include "text/markup.hpp"

namespace kibitz::experiments {

namespace {

using statistics::Arm;
using statistics::Interval;
using statistics::Moments;

constexpr std::int64_t points_in_course = 200;

Moments& of(GoalReport& report, Arm arm) {
    return arm == Arm::control ? report.control : report.variant;
}

double difference(const GoalReport& report) {
    return report.variant.mean() - report.control.mean();
}

Json to_json(const std::optional<Interval>& interval) {
    return interval ? Json{interval->low, interval->high} : Json();
}

Json to_json(const GoalReport& report) {
    const auto arm = [](const Moments& moments) {
        return Json{{"visitors", moments.units()}, {"mean", moments.mean()}};
    };
    return {{"goal", report.goal},
            {"control", arm(report.control)},
            {"variant", arm(report.variant)},
            {"difference", difference(report)},
            {"interval", to_json(report.interval)}};
}

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::open: return "open";
        case Verdict::variant: return "variant";
        case Verdict::control: return "control";
    }
    return "";
}

// Collects the units in order.
class Comparison {
   public:
    Comparison(Report& report, double variant_share) : report_(report), evidence_(variant_share) {}

    void add(const Unit& unit) {
        const double value = unit.values[0];
        add(report_.goal, unit.arm, value);
        for (std::size_t i = 0; i < report_.guards.size(); ++i)
            add(report_.guards[i], unit.arm, unit.values[i + 1]);
        evidence_.add(unit.arm, value != 0);
        report_.goal.interval =
            difference_of_means(report_.goal.control, report_.goal.variant, report_.alpha);
        if (report_.verdict == Verdict::open && has_decided())
            report_.verdict = difference(report_.goal) > 0 ? Verdict::variant : Verdict::control;
    }
    [[nodiscard]] double evidence() const { return evidence_.most_log(); }

   private:
    static void add(GoalReport& report, Arm arm, double value) {
        of(report, arm)
            .add(report.measure == Measure::rate ? static_cast<double>(value != 0) : value);
    }
    [[nodiscard]] bool has_decided() const {
        if (report_.goal.measure == Measure::rate) return evidence_.has_decided(report_.alpha);
        return report_.goal.interval && !report_.goal.interval->contains(0);
    }

    Report& report_;
    statistics::RateEvidence evidence_;
};

std::string fixed(double number, int digits = 1) { return fmt::format("{:.{}f}", number, digits); }

// 12.3 %, or a number as it is.
std::string value_text(const Report& report, double value) {
    constexpr double percent = 100;
    return report.goal.measure == Measure::rate ? fixed(percent * value) + " %" : fixed(value, 2);
}

// The axes of a picture.
class Axes {
   public:
    static constexpr double width = 800, height = 320, left = 70, right = 20, top = 20, bottom = 40;

    Axes(std::int64_t units, double reach) : units_(static_cast<double>(units)), reach_(reach) {}
    [[nodiscard]] double x(std::int64_t units) const {
        return left + (width - left - right) * static_cast<double>(units) / units_;
    }
    [[nodiscard]] double y(double value) const {
        return top + (height - top - bottom) * (reach_ - value) / (2 * reach_);
    }

   private:
    double units_, reach_;
};

std::string point(double x, double y) { return fixed(x) + "," + fixed(y) + " "; }

std::string text_at(double x, double y, const std::string& anchor, const std::string& text) {
    return "<text x=\"" + fixed(x) + "\" y=\"" + fixed(y) + "\" text-anchor=\"" + anchor + "\">" +
           text + "</text>\n";
}

std::string line_across(const Axes& axes, double value, const char* kind) {
    return std::string("<line class=\"") + kind + "\" x1=\"" + fixed(Axes::left) + "\" x2=\"" +
           fixed(Axes::width - Axes::right) + "\" y1=\"" + fixed(axes.y(value)) + "\" y2=\"" +
           fixed(axes.y(value)) + "\"/>\n";
}

constexpr const char* style = R"(<style>
text { font: 13px system-ui, sans-serif; fill: #333 }
.band { fill: #2c6048; opacity: .25 } .line { fill: none; stroke: #2c6048; stroke-width: 2 }
.zero { stroke: #a03020; stroke-dasharray: 6 4 } .grid { stroke: #ddd }
</style>
<rect width="100%" height="100%" fill="#fffdf8"/>
)";

std::string curve(const Report& report, const Axes& axes) {
    std::string upper, lower, middle;
    for (const ReportPoint& at : report.course) {
        const double x = axes.x(at.units);
        upper += point(x, axes.y(at.interval.high));
        middle += point(x, axes.y((at.interval.low + at.interval.high) / 2));
        lower.insert(0, point(x, axes.y(at.interval.low)));
    }
    return "<polygon class=\"band\" points=\"" + upper + lower + "\"/>\n<polyline class=\"line\" " +
           "points=\"" + middle + "\"/>\n";
}

}  // namespace

Report report_of(const Run& run, Time now) {
    const Experiment& experiment = run.experiment;
    const auto empty_report = [&](const std::string& goal) {
        return GoalReport{.goal = goal, .measure = experiment.measure_of(goal)};
    };
    Report report{.name = experiment.name,
                  .opponent = experiment.opponent ? experiment.opponent->player : "",
                  .started = run.started,
                  .stopped = run.stopped,
                  .goal = empty_report(experiment.goal),
                  .alpha = experiment.alpha};
    for (const std::string& guard : experiment.guards) report.guards.push_back(empty_report(guard));
    Comparison comparison(report, run.variant_share());
    statistics::SampleRatioCheck split({1 - run.variant_share(), run.variant_share()});
    const auto total = static_cast<std::int64_t>(run.units.size());
    const std::int64_t step = std::max<std::int64_t>(1, total / points_in_course);
    std::int64_t counted = 0;
    for (const Unit& unit : run.units) {
        split.add(static_cast<std::size_t>(unit.arm));
        if (now < unit.seen + run.experiment.within) {
            ++report.waiting;
            continue;
        }
        comparison.add(unit);
        ++counted;
        if (report.goal.interval && counted % step == 0)
            report.course.push_back({counted, *report.goal.interval});
    }
    for (GoalReport& guard : report.guards)
        guard.interval = difference_of_means(guard.control, guard.variant, report.alpha);
    report.evidence = comparison.evidence();
    report.split_p_value = split.p_value();
    report.is_split_wrong = split.has_alarm();
    return report;
}

Json to_json(const Report& report) {
    Json guards = Json::array();
    for (const GoalReport& guard : report.guards) guards.push_back(to_json(guard));
    Json json{{"name", report.name},
              {"measure", report.goal.measure == Measure::rate ? "rate" : "mean"},
              {"started", report.started.time_since_epoch().count()},
              {"waiting", report.waiting},
              {"goal", to_json(report.goal)},
              {"guards", guards},
              {"verdict", name_of(report.verdict)},
              {"alpha", report.alpha},
              {"splitPValue", report.split_p_value},
              {"splitIsWrong", report.is_split_wrong},
              {"summary", sentence(report)}};
    if (!report.opponent.empty()) json["opponent"] = report.opponent;
    if (report.goal.measure == Measure::rate) json["logEvidence"] = report.evidence;
    if (report.stopped) json["stopped"] = report.stopped->time_since_epoch().count();
    return json;
}

std::string sentence(const Report& report) {
    const GoalReport& goal = report.goal;
    const bool is_rate = goal.measure == Measure::rate;
    const bool is_on_page = report.opponent.empty();
    const std::string people = is_on_page ? "visitors" : "players";
    std::string text =
        "Of " + std::to_string(goal.variant.units()) + " " + people +
        (is_on_page ? " with the variant and " : " against the variant and ") +
        std::to_string(goal.control.units()) +
        (is_on_page ? " without it, " : " against " + report.opponent + " as it was, ") +
        (is_rate ? "the share that reached " : "the mean for ") + goal.goal + " is " +
        value_text(report, goal.variant.mean()) + " and " +
        value_text(report, goal.control.mean()) + ". ";
    if (report.waiting > 0)
        text += std::to_string(report.waiting) + " more " + people +
                " count once their time for the goal has passed. ";
    if (report.is_split_wrong)
        return text + "But the " + people +
               " are not split as they should be, so the result means "
               "nothing: look for " +
               (is_on_page ? "redirects, caches or crashes that lose visitors"
                           : "crashes that lose players") +
               " of one kind.";
    switch (report.verdict) {
        case Verdict::open: return text + "No difference has been found so far.";
        case Verdict::variant:
            return text + "The variant has the higher " + (is_rate ? "share." : "mean.");
        case Verdict::control:
            return text +
                   (is_on_page ? "The page without the variant" : report.opponent + " as it was") +
                   " has the higher " + (is_rate ? "share." : "mean.");
    }
    return text;
}

std::string picture_of(const Report& report) {
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
                      fixed(Axes::width, 0) + " " + fixed(Axes::height, 0) +
                      "\" role=\"img\" aria-label=\"Difference between the variant and the page as "
                      "it was, with its confidence sequence\">\n" +
                      style;
    if (report.course.empty())
        return svg +
               text_at(Axes::width / 2, Axes::height / 2, "middle",
                       "There is a picture once each arm has " +
                           std::to_string(statistics::least_units_for_interval) +
                           (report.opponent.empty() ? " visitors" : " players") +
                           " whose time has passed.") +
               "</svg>\n";
    // The first intervals are very wide: the picture shows what the later half reaches.
    double reach = 0;
    for (std::size_t i = report.course.size() / 2; i < report.course.size(); ++i)
        reach = std::max({reach, std::abs(report.course[i].interval.low),
                          std::abs(report.course[i].interval.high)});
    constexpr double margin = 1.5;
    reach *= margin;
    const Axes axes(report.course.back().units, reach);
    for (const double value : {-reach / margin, 0.0, reach / margin}) {
        svg += line_across(axes, value, value == 0 ? "zero" : "grid");
        svg += text_at(Axes::left - 6, axes.y(value) + 4, "end",
                       (value > 0 ? "+" : "") + value_text(report, value));
    }
    svg += "<svg x=\"0\" y=\"0\" width=\"" + fixed(Axes::width) + "\" height=\"" +
           fixed(Axes::height - Axes::bottom) + "\" overflow=\"hidden\">\n" + curve(report, axes) +
           "</svg>\n";
    svg += text_at(Axes::width - Axes::right, Axes::height - 12, "end",
                   std::to_string(report.course.back().units) +
                       (report.opponent.empty() ? " visitors" : " players"));
    svg += text_at(Axes::left, Axes::height - 12, "start",
                   report.name + ": variant less control, " + text::escaped(report.goal.goal));
    return svg + "</svg>\n";
}

}  // namespace kibitz::experiments
