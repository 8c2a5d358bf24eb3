#include "experiments/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "statistics/difference_sequence.hpp"
#include "statistics/known_before.hpp"
#include "statistics/planned_looks.hpp"
#include "statistics/sample_ratio.hpp"
#include "text/chart.hpp"

namespace kibitz::experiments {

namespace {

using statistics::Arm;
using statistics::Interval;
using statistics::Moments;

constexpr std::int64_t points_in_course = 60;

Moments& of(GoalReport& report, Arm arm) {
    return arm == Arm::control ? report.control : report.variant;
}

SoFar& so_far_of(GoalReport& report, Arm arm) {
    return arm == Arm::control ? report.control_so_far : report.variant_so_far;
}

double difference_of_means(const GoalReport& report) {
    return report.variant.mean() - report.control.mean();
}

double difference(const GoalReport& report) {
    return report.adjustment ? report.adjustment->difference : difference_of_means(report);
}

Json to_json(const std::optional<Interval>& interval) {
    return interval ? Json{interval->low, interval->high} : Json();
}

Json to_json(const GoalReport& report) {
    const bool is_rate = report.measure == Measure::rate;
    const auto arm = [&](const Moments& moments, const SoFar& so_far) {
        Json all{{"visitors", so_far.visitors}, {"reached", so_far.reached}};
        if (!is_rate) all["sum"] = so_far.sum;
        return Json{{"visitors", moments.units()}, {"mean", moments.mean()}, {"soFar", all}};
    };
    Json json{{"goal", report.goal},
              {"control", arm(report.control, report.control_so_far)},
              {"variant", arm(report.variant, report.variant_so_far)},
              {"difference", difference_of_means(report)},
              {"interval", to_json(report.interval)}};
    if (const auto& adjustment = report.adjustment)
        json["adjusted"] = {{"difference", adjustment->difference},
                            {"known", adjustment->known},
                            {"explained", adjustment->explained}};
    if (!is_rate && report.bounds) {
        json["smallest"] = report.bounds->smallest;
        json["largest"] = report.bounds->largest;
        json["aboveLargest"] = report.above;
    }
    return json;
}

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::open: return "open";
        case Verdict::variant: return "variant";
        case Verdict::control: return "control";
        case Verdict::none: return "none";
    }
    return "";
}

// One variant beside the page as it was.
struct Pair {
    ArmNumber variant = 1;
    double variant_share = 0.5;  // among those who get one of the two
    double part = 1;             // of all visitors, who get one of the two
    double alpha = 0.05;

    [[nodiscard]] std::optional<Arm> arm_of(const Unit& unit) const {
        if (unit.arm == 0) return Arm::control;
        return unit.arm == variant ? std::optional(Arm::variant) : std::nullopt;
    }
};

Pair pair_of(const Run& run, ArmNumber variant) {
    const double own = run.share_of(variant), part = own + run.share_of(0);
    return {.variant = variant,
            .variant_share = part > 0 ? own / part : 0,
            .part = part,
            .alpha = run.experiment.alpha / static_cast<double>(run.variants.size())};
}

// One goal, by the method that the experiment was planned with.
class GoalComparison {
   public:
    GoalComparison(GoalReport& report, const Pair& pair, const Decision& decision)
        : report_(report) {
        const double share = pair.variant_share;
        if (!report.bounds || !(share > 0 && share < 1)) return;
        const Interval bounds{report.bounds->smallest, report.bounds->largest};
        if (decision.is_planned()) {
            const auto visitors = std::llround(static_cast<double>(decision.visitors) * pair.part);
            planned_.emplace(share, statistics::limits_of_looks(decision.looks, pair.alpha),
                             std::max<std::int64_t>(visitors, decision.looks), bounds);
        } else {
            sequence_.emplace(share, pair.alpha, bounds);
        }
    }

    void see(Arm arm, double value) {
        SoFar& so_far = so_far_of(report_, arm);
        ++so_far.visitors;
        so_far.reached += value != 0 ? 1 : 0;
        so_far.sum += value;
    }
    void settle(Arm arm, double value, std::optional<double> before) {
        if (report_.measure == Measure::rate) value = static_cast<double>(value != 0);
        if (report_.bounds) {
            report_.above += value > report_.bounds->largest ? 1 : 0;
            value = std::clamp(value, report_.bounds->smallest, report_.bounds->largest);
        }
        of(report_, arm).add(value);
        all_.add(value);
        if (before) known_.add(*before, value);
        if (sequence_) sequence_->add(arm, value, before);
        if (planned_) planned_->add(arm, value, before);
    }
    std::optional<Interval> look() {
        if (sequence_ && sequence_->units() > 0) report_.interval = sequence_->look();
        if (planned_) report_.interval = planned_->interval();
        report_.adjustment = adjustment();
        return report_.interval;
    }
    [[nodiscard]] std::optional<Arm> higher() const {
        if (planned_) return planned_->higher();
        return sequence_ ? sequence_->higher() : std::nullopt;
    }
    [[nodiscard]] std::optional<statistics::DifferenceSequence>& sequence() { return sequence_; }
    [[nodiscard]] std::optional<statistics::PlannedLooks>& planned() { return planned_; }

   private:
    [[nodiscard]] std::optional<Adjustment> adjustment() const {
        const auto estimate = planned_    ? planned_->estimate()
                              : sequence_ ? std::optional(sequence_->estimate())
                                          : std::nullopt;
        if (known_.units() == 0 || !estimate) return std::nullopt;
        const double squares = all_.variance() * static_cast<double>(all_.units() - 1);
        return Adjustment{
            .known = known_.units(),
            .explained = squares > 0 ? std::min(1.0, known_.squares_explained() / squares) : 0,
            .difference = *estimate};
    }

    GoalReport& report_;
    Moments all_;
    statistics::KnownBefore known_;
    std::optional<statistics::DifferenceSequence> sequence_;
    std::optional<statistics::PlannedLooks> planned_;
};

Verdict verdict_of(GoalComparison& goal, const Report& report) {
    if (const auto higher = goal.higher())
        return *higher == Arm::variant ? Verdict::variant : Verdict::control;
    const auto& interval = report.goal.interval;
    if (report.worth && interval && -*report.worth < interval->low &&
        interval->high < *report.worth)
        return Verdict::none;
    return Verdict::open;
}

double visitors_a_day(const Run& run, Time now) {
    constexpr double seconds_a_day = 24 * 60 * 60;
    const auto seconds = std::min(run.stopped.value_or(now), now) - run.started;
    return seconds.count() <= 0 ? 0
                                : static_cast<double>(run.units.size()) * seconds_a_day /
                                      static_cast<double>(seconds.count());
}

// How many settled visitors it takes in four of five experiments, if the difference is as it looks,
// or as large as is worth having.
std::optional<double> visitors_for_verdict(const Report& report, double share, double threshold) {
    constexpr std::int64_t least = 20;
    const GoalReport& goal = report.goal;
    if (goal.control.units() < least || goal.variant.units() < least) return std::nullopt;
    const double wanted = report.worth ? *report.worth : difference(goal);
    const double left = goal.adjustment ? 1 - goal.adjustment->explained : 1;
    const double variance =
        left * (goal.control.variance() / (1 - share) + goal.variant.variance() / share);
    if (wanted == 0 || variance == 0) return std::nullopt;
    // The stake is divided between bets of several sizes, of which the best one has to win; the
    // last number is the limit of a normal distribution that one of five is below.
    constexpr double cost_of_division = 1.6, one_in_five = 0.84;
    const double deviations = std::sqrt(2 * (threshold + cost_of_division)) + one_in_five;
    return deviations * deviations * variance / (wanted * wanted);
}

std::optional<Forecast> forecast_of(const Run& run, const Pair& pair, const Report& report,
                                    GoalComparison& goal, Time now) {
    const double settled =
        static_cast<double>(report.goal.control.units() + report.goal.variant.units());
    std::optional<double> needed;
    if (report.verdict != Verdict::open || run.stopped) return std::nullopt;
    if (auto& planned = goal.planned(); planned && !planned->is_over())
        needed = static_cast<double>(planned->next_look());
    if (auto& sequence = goal.sequence())
        needed = visitors_for_verdict(report, pair.variant_share, sequence->threshold());
    if (!needed) return std::nullopt;
    const double more = std::ceil(std::max(0.0, *needed - settled) / pair.part);
    constexpr double too_many = 1e12;
    if (!(more < too_many)) return std::nullopt;
    Forecast forecast{.visitors = static_cast<std::int64_t>(more)};
    if (const double daily = visitors_a_day(run, now); daily > 0) forecast.days = more / daily;
    return forecast;
}

std::vector<std::string> notes_of(const Run& run, const Report& report, GoalComparison& goal) {
    std::vector<std::string> notes;
    if (run.method != current_method)
        notes.push_back(
            "This experiment was started by a version of Kibitz whose verdict and interval came "
            "from "
            "two tests, and whose test of means was wrong far too often where few visitors had the "
            "variant. Both now come from one test (docs/ab-testing.md), so they may differ from "
            "what "
            "was reported before.");
    if (!report.goal.bounds)
        notes.push_back(
            "The largest amount that counts was not stated, so nothing can be concluded from the "
            "means. State it: kibitz admin experiment report " +
            report.name + " --largest AMOUNT");
    if (auto& sequence = goal.sequence(); sequence && sequence->has_changed())
        notes.push_back(
            "The difference has changed while the experiment ran, so the interval does not hold "
            "for "
            "all of its time.");
    const double most = static_cast<double>(Records::most_units);
    if (static_cast<double>(run.units.size()) >= most)
        notes.push_back("A million visitors have been counted; no more will be.");
    return notes;
}

std::string fixed(double number, int digits = 1) { return fmt::format("{:.{}f}", number, digits); }

// 12.3 %, or a number as it is.
std::string value_text(const Report& report, double value) {
    constexpr double percent = 100;
    return report.goal.measure == Measure::rate ? fixed(percent * value) + " %" : fixed(value, 2);
}

// The picture's measures, in pixels.
constexpr double width = 800, height = 320;
constexpr text::ChartBox box{.left = 70, .top = 20, .width = 710, .height = 260};

Report report_of_pair(const Run& run, const Pair& pair, Time now) {
    const Experiment& experiment = run.experiment;
    const auto empty_report = [&](const std::string& goal) {
        return GoalReport{.goal = goal,
                          .measure = experiment.measure_of(goal),
                          .bounds = experiment.bounds_of(goal)};
    };
    Report report{.name = experiment.name,
                  .opponent = experiment.opponent ? experiment.opponent->player : "",
                  .started = run.started,
                  .stopped = run.stopped,
                  .goal = empty_report(experiment.goal),
                  .alpha = pair.alpha,
                  .decision = experiment.decision,
                  .worth = experiment.worth};
    for (const std::string& guard : experiment.guards) report.guards.push_back(empty_report(guard));
    // Guards decide nothing, so they may be looked at whenever one likes.
    std::vector<GoalComparison> goals;
    goals.reserve(1 + report.guards.size());
    goals.emplace_back(report.goal, pair, experiment.decision);
    for (GoalReport& guard : report.guards) goals.emplace_back(guard, pair, Decision{});
    const auto total = std::ranges::count_if(
        run.units, [&](const Unit& unit) { return pair.arm_of(unit).has_value(); });
    const std::int64_t step = std::max<std::int64_t>(1, total / points_in_course);
    std::int64_t counted = 0;
    for (const Unit& unit : run.units) {
        const auto arm = pair.arm_of(unit);
        if (!arm) continue;
        const bool is_waiting = now < unit.seen + experiment.within;
        for (std::size_t i = 0; i < goals.size(); ++i) {
            goals[i].see(*arm, unit.values[i]);
            if (!is_waiting) goals[i].settle(*arm, unit.values[i], unit.before);
        }
        if (is_waiting) {
            ++report.waiting;
            continue;
        }
        ++counted;
        if (counted % step == 0)
            if (const auto interval = goals.front().look())
                report.course.push_back({.units = counted,
                                         .interval = *interval,
                                         .time = unit.seen + experiment.within,
                                         .difference = difference(report.goal)});
    }
    for (GoalComparison& goal : goals) goal.look();
    report.verdict = verdict_of(goals.front(), report);
    if (const auto& sequence = goals.front().sequence()) {
        report.evidence = sequence->evidence();
        report.threshold = sequence->threshold();
    }
    if (auto& planned = goals.front().planned()) {
        report.evidence = std::abs(planned->deviations());
        report.threshold = planned->limit();
        report.looks_done = planned->looks_done();
    }
    report.forecast = forecast_of(run, pair, report, goals.front(), now);
    report.notes = notes_of(run, report, goals.front());
    return report;
}

Verdict verdict_of_all(const std::vector<Report>& variants) {
    const auto all = [&](auto... verdicts) {
        return std::ranges::all_of(
            variants, [&](const Report& one) { return ((one.verdict == verdicts) || ...); });
    };
    if (std::ranges::find(variants, Verdict::variant, &Report::verdict) != variants.end())
        return Verdict::variant;
    if (all(Verdict::control)) return Verdict::control;
    return all(Verdict::control, Verdict::none) ? Verdict::none : Verdict::open;
}

Report report_of_all(const Run& run, Time now) {
    const Experiment& experiment = run.experiment;
    Report report{
        .name = experiment.name,
        .started = run.started,
        .stopped = run.stopped,
        .goal = {.goal = experiment.goal, .measure = experiment.measure_of(experiment.goal)},
        .alpha = experiment.alpha,
        .decision = experiment.decision,
        .worth = experiment.worth};
    for (const Unit& unit : run.units)
        report.waiting += now < unit.seen + experiment.within ? 1 : 0;
    for (std::size_t i = 0; i < experiment.variants.size(); ++i) {
        report.variants.push_back(
            report_of_pair(run, pair_of(run, static_cast<ArmNumber>(i + 1)), now));
        report.variants.back().variant = experiment.variants[i].name;
    }
    report.verdict = verdict_of_all(report.variants);
    return report;
}

}  // namespace

std::string Report::winner() const {
    const Report* best = nullptr;
    for (const Report& one : variants)
        if (one.verdict == Verdict::variant &&
            (best == nullptr || one.goal.variant.mean() > best->goal.variant.mean()))
            best = &one;
    return best == nullptr ? "" : best->variant;
}

Report report_of(const Run& run, Time now) {
    Report report = run.experiment.variants.empty() ? report_of_pair(run, pair_of(run, 1), now)
                                                    : report_of_all(run, now);
    std::vector<double> shares;
    for (std::size_t arm = 0; arm <= run.variants.size(); ++arm)
        shares.push_back(run.share_of(static_cast<ArmNumber>(arm)));
    statistics::SampleRatioCheck split(std::move(shares));
    for (const Unit& unit : run.units) split.add(unit.arm);
    report.split_p_value = split.p_value();
    report.is_split_wrong = split.has_alarm();
    return report;
}

namespace {

// What belongs to one variant's comparison with the page as it was.
Json comparison_json(const Report& report) {
    Json guards = Json::array();
    for (const GoalReport& guard : report.guards) guards.push_back(to_json(guard));
    Json json{{"goal", to_json(report.goal)},
              {"guards", guards},
              {"verdict", name_of(report.verdict)},
              {"alpha", report.alpha},
              {"evidence", report.evidence},
              {"threshold", report.threshold},
              {"notes", report.notes}};
    if (!report.decision.is_planned()) json["logEvidence"] = report.evidence;
    if (report.decision.is_planned())
        json["plan"] = {{"looks", report.decision.looks},
                        {"visitors", report.decision.visitors},
                        {"looksDone", report.looks_done}};
    if (report.forecast) {
        json["forecast"] = {{"visitors", report.forecast->visitors}};
        if (report.forecast->days) json["forecast"]["days"] = *report.forecast->days;
    }
    return json;
}

Json all_comparisons_json(const Report& report) {
    Json variants = Json::array();
    for (const Report& one : report.variants) {
        variants.push_back(comparison_json(one));
        variants.back()["variant"] = one.variant;
    }
    Json json{{"variants", variants},
              {"verdict", name_of(report.verdict)},
              {"alpha", report.alpha},
              {"notes", Json::array()}};
    if (const std::string winner = report.winner(); !winner.empty()) json["winner"] = winner;
    return json;
}

Json points_of(const Report& report) {
    Json points = Json::array();
    for (const ReportPoint& at : report.course)
        points.push_back({{"visitors", at.units},
                          {"time", at.time.time_since_epoch().count()},
                          {"difference", at.difference},
                          {"interval", {at.interval.low, at.interval.high}}});
    return points;
}

}  // namespace

Json to_json(const Report& report) {
    Json json = report.variants.empty() ? comparison_json(report) : all_comparisons_json(report);
    json.update({{"name", report.name},
                 {"measure", report.goal.measure == Measure::rate ? "rate" : "mean"},
                 {"started", report.started.time_since_epoch().count()},
                 {"waiting", report.waiting},
                 {"method", current_method},
                 {"splitPValue", report.split_p_value},
                 {"splitIsWrong", report.is_split_wrong},
                 {"summary", sentence(report)}});
    if (!report.opponent.empty()) json["opponent"] = report.opponent;
    if (report.worth) json["worth"] = *report.worth;
    if (report.stopped) json["stopped"] = report.stopped->time_since_epoch().count();
    return json;
}

Json course_of(const Report& report) {
    if (report.variants.empty()) return Json{{"", points_of(report)}};
    Json courses = Json::object();
    for (const Report& one : report.variants) courses[one.variant] = points_of(one);
    return courses;
}

Json with_notes(Json totals) {
    if (!totals.is_object() || totals.contains("method")) return totals;
    const auto measure = totals.find("measure");
    const bool is_rate = measure == totals.end() || *measure != "mean";
    totals["notes"] = Json::array(
        {is_rate
             ? "These totals were made by a version of Kibitz whose verdict and interval came from "
               "two tests; they may contradict each other, and the verdict is the valid one."
             : "These totals were made by a version of Kibitz whose test of means was wrong far "
               "too "
               "often where few visitors had the variant or few had an amount; its verdict and "
               "interval prove nothing."});
    return totals;
}

namespace {

// Everybody who has been seen, from the first minute.
std::string so_far_text(const Report& report, const std::string& people) {
    const SoFar &variant = report.goal.variant_so_far, &control = report.goal.control_so_far;
    return std::to_string(variant.visitors) + " and " + std::to_string(control.visitors) + " " +
           people + " have been seen so far, of whom " + std::to_string(variant.reached) + " and " +
           std::to_string(control.reached) + " have reached it. ";
}

// The means alone would not explain the interval.
std::string adjustment_text(const Report& report, const std::string& people) {
    const auto& adjustment = report.goal.adjustment;
    if (!adjustment) return "";
    constexpr double percent = 100;
    return "What was known before of " + std::to_string(adjustment->known) + " " + people +
           " explains " + fixed(percent * adjustment->explained, 0) +
           " % of how much they vary; with it the difference is " +
           value_text(report, adjustment->difference) + ". ";
}

std::string forecast_text(const Report& report, const std::string& people) {
    if (!report.forecast) return "";
    const std::string days =
        report.forecast->days ? ", " + fixed(*report.forecast->days) + " days at this rate" : "";
    const std::string count = std::to_string(report.forecast->visitors) + " more " + people;
    if (report.decision.is_planned()) return " The next look is after " + count + days + ".";
    return (report.worth ? " A difference that is worth having would be found after about "
                         : " If the difference is as it looks, it will be found after about ") +
           count + days + ".";
}

}  // namespace

namespace {

// Of several variants, each in its turn.
std::string sentence_of_all(const Report& report) {
    if (report.is_split_wrong)
        return "The visitors are not split as they should be, so the result means nothing: look "
               "for "
               "redirects, caches or crashes that lose visitors of one kind.";
    std::string text;
    for (const Report& one : report.variants) text += one.variant + ": " + sentence(one) + " ";
    if (report.verdict == Verdict::control)
        return text + "All variants are worse than the page without them.";
    const std::string winner = report.winner();
    if (winner.empty()) return text + "No variant has been found to be better so far.";
    return text + "Choose " + winner +
           ", which is better than the page without it; whether it is better than the other "
           "variants was not tested.";
}

}  // namespace

std::string sentence(const Report& report) {
    if (!report.variants.empty()) return sentence_of_all(report);
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
        value_text(report, goal.control.mean()) + ". " + adjustment_text(report, people);
    if (report.waiting > 0)
        text += std::to_string(report.waiting) + " more " + people +
                " count once their time for the goal has passed. " + so_far_text(report, people);
    if (report.is_split_wrong)
        return text + "But the " + people +
               " are not split as they should be, so the result means "
               "nothing: look for " +
               (is_on_page ? "redirects, caches or crashes that lose visitors"
                           : "crashes that lose players") +
               " of one kind.";
    switch (report.verdict) {
        case Verdict::open:
            return text + "No difference has been found so far." + forecast_text(report, people);
        case Verdict::none:
            return text + "There is no difference that is worth having: it is smaller than " +
                   value_text(report, *report.worth) + ".";
        case Verdict::variant:
            return text + "The variant has the higher " + (is_rate ? "share." : "mean.");
        case Verdict::control:
            return text +
                   (is_on_page ? "The page without the variant" : report.opponent + " as it was") +
                   " has the higher " + (is_rate ? "share." : "mean.");
    }
    return text;
}

namespace {

// The picture of one comparison, so far from the top.
std::string plot_of(const Report& report, double top) {
    const std::string people = report.opponent.empty() ? "visitors" : "players";
    if (report.course.empty())
        return text::chart_text(
            width / 2, top + height / 2, text::ChartAnchor::middle,
            "There is a picture once there are " + people + " whose time has passed.");
    // The first intervals are very wide: the picture shows what the later half reaches.
    double reach = 0;
    for (std::size_t i = report.course.size() / 2; i < report.course.size(); ++i)
        reach = std::max({reach, std::abs(report.course[i].interval.low),
                          std::abs(report.course[i].interval.high)});
    constexpr double margin = 1.5;
    const std::int64_t units = report.course.back().units;
    text::ChartBox own = box;
    own.top += top;
    text::Plot plot(own, {.low = 0, .high = static_cast<double>(units)},
                    {.low = -margin * reach, .high = margin * reach});
    for (const double value : {-reach, 0.0, reach})
        plot.line_across(value, value == 0 ? text::ChartLine::bound : text::ChartLine::grid,
                         (value > 0 ? "+" : "") + value_text(report, value));
    std::vector<text::ChartInterval> intervals;
    std::vector<text::ChartPoint> middles;
    for (const ReportPoint& at : report.course) {
        const auto x = static_cast<double>(at.units);
        intervals.push_back({x, at.interval.low, at.interval.high});
        middles.push_back({x, (at.interval.low + at.interval.high) / 2});
    }
    plot.band(intervals, text::ChartColour::first);
    plot.curve(middles, text::ChartColour::first);
    constexpr double foot = 12;
    const double bottom = top + height - foot;
    const std::string variant = report.variant.empty() ? "variant" : report.variant;
    return plot.content() +
           text::chart_text(own.right(), bottom, text::ChartAnchor::end,
                            std::to_string(units) + " " + people) +
           text::chart_text(own.left, bottom, text::ChartAnchor::start,
                            report.name + ": " + variant + " less control, " + report.goal.goal);
}

}  // namespace

// Of several variants, one above the other.
std::string picture_of(const Report& report) {
    constexpr const char* title =
        "Difference between the variant and the page as it was, with its confidence sequence";
    if (report.variants.empty()) return text::chart(width, height, title, plot_of(report, 0));
    std::string plots;
    double top = 0;
    for (const Report& one : report.variants) {
        plots += plot_of(one, top);
        top += height;
    }
    return text::chart(width, top, title, plots);
}

}  // namespace kibitz::experiments
