// What an experiment has shown so far. It may be made as often as one likes: the methods allow for
// it (statistics/difference_sequence.hpp), or look only when it was planned (planned_looks.hpp).
//
// A visitor counts in the comparison, is settled, once the time for the goal has passed, in the
// order of the first visits, so that nobody counts as having failed who had no time yet. All who
// have been seen are shown as well, from the first minute, but decide nothing.
//
// Of several variants, each is compared with the page as it was, among those who get one of the
// two, and may be wrong with its part of alpha (Bonferroni): then one of all verdicts is wrong, or
// one of all intervals ever shown does not contain its difference, with a probability of alpha at
// most. Holm's procedure would find a little more once something is found, but its verdicts belong
// to no intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/records.hpp"
#include "statistics/interval.hpp"
#include "statistics/moments.hpp"

namespace kibitz::experiments {

enum class Verdict : std::uint8_t {
    open,     // no difference has been found so far
    variant,  // the variant is better
    control,  // the page as it was is better
    none,     // there is no difference that is worth having
};

// It counts all who have been seen, settled or not.
struct SoFar {
    std::int64_t visitors = 0, reached = 0;
    double sum = 0;  // of the amounts
};

// What is left of a difference once what was known of the visitors before is taken into account:
// the interval and the verdict are about this.
struct Adjustment {
    std::int64_t known = 0;  // settled visitors of whom something was known
    double explained = 0;    // the share of how much amounts vary that it explains
    double difference = 0;
};

struct GoalReport {
    std::string goal;
    Measure measure = Measure::rate;
    statistics::Moments control{}, variant{};  // of 1 and 0 where a rate is compared
    SoFar control_so_far{}, variant_so_far{};
    std::optional<AmountBounds> bounds{};
    std::int64_t above = 0;  // settled amounts that are larger than the largest that counts
    std::optional<Adjustment> adjustment{};  // nothing if nothing was known before
    // It is the interval of the difference, variant less control.
    std::optional<statistics::Interval> interval{};
};

// The interval after so many units, and how much the variant seemed to differ then.
struct ReportPoint {
    std::int64_t units;
    statistics::Interval interval;
    Time time;  // when the last of them was settled
    double difference;
};

// What is to be expected if everything goes on as it is.
struct Forecast {
    std::int64_t visitors = 0;     // more of them, settled
    std::optional<double> days{};  // nothing while nobody comes
};

struct Report {
    std::string name;
    // Which variant it is about, of several; empty where there is one, and in a report of all.
    std::string variant{};
    std::string opponent{};  // the player of the house; empty: the experiment is on pages
    Time started{};
    std::optional<Time> stopped{};
    std::int64_t waiting = 0;  // visitors whose time for the goal has not passed
    GoalReport goal{};
    std::vector<GoalReport> guards{};
    Verdict verdict = Verdict::open;
    // How much speaks against "no difference", and where it decides: as the logarithm of a stake,
    // or for planned looks as standard deviations.
    double evidence = 0, threshold = 0;
    double alpha = 0.05;
    Decision decision{};
    int looks_done = 0;
    std::optional<double> worth{};
    std::optional<Forecast> forecast{};  // until a verdict, or the next planned look
    std::vector<std::string> notes{};    // what limits the result
    double split_p_value = 1;
    bool is_split_wrong = false;
    std::vector<ReportPoint> course{};
    // Where there are several variants, the report of each; what is above about a goal is empty
    // then. The verdict is `variant` if one of them is better than the page as it was, `control` if
    // all are worse, and `none` if all are worse or make no difference that is worth having.
    std::vector<Report> variants{};

    // The variant to choose: the better one, and of several the one with the highest mean.
    [[nodiscard]] std::string winner() const;
};

Report report_of(const Run& run, Time now);

// As `kibitz admin experiment report` prints it, and as keep() leaves it.
Json to_json(const Report& report);
// Totals that earlier versions left get with this what is to be known about them.
Json with_notes(Json totals);
// A sentence for people.
std::string sentence(const Report& report);
// The intervals so far, by variant if there are several, for a program that draws them.
Json course_of(const Report& report);
// A picture: the interval of the difference over the number of visitors.
std::string picture_of(const Report& report);

}  // namespace kibitz::experiments
