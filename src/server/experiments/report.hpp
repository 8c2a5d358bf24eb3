// What an experiment has shown so far. It may be made as often as one likes: the methods allow for
// it (statistics/rate_evidence.hpp and confidence_sequence.hpp).
//
// A visitor counts once the time for the goal has passed, in the order of the first visits, so that
// nobody counts as having failed who had no time yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/records.hpp"
#include "statistics/confidence_sequence.hpp"

namespace kibitz::experiments {

enum class Verdict : std::uint8_t {
    open,     // no difference has been found so far
    variant,  // the variant is better
    control,  // the page as it was is better
};

struct GoalReport {
    std::string goal;
    Measure measure = Measure::rate;
    statistics::Moments control{}, variant{};  // of 1 and 0 where a rate is compared
    // Of the difference, variant less control.
    std::optional<statistics::Interval> interval{};
};

// The interval after so many units.
struct ReportPoint {
    std::int64_t units;
    statistics::Interval interval;
};

struct Report {
    std::string name;
    std::string opponent{};  // the player of the house; empty: the experiment is on pages
    Time started{};
    std::optional<Time> stopped{};
    std::int64_t waiting = 0;  // visitors whose time for the goal has not passed
    GoalReport goal{};
    std::vector<GoalReport> guards{};
    Verdict verdict = Verdict::open;
    double evidence = 0;  // for a rate: the logarithm of the e-process at its highest
    double alpha = 0.05;
    double split_p_value = 1;
    bool is_split_wrong = false;
    std::vector<ReportPoint> course{};
};

Report report_of(const Run& run, Time now);

// As `kibitz admin experiment report` prints it, and as keep() leaves it.
Json to_json(const Report& report);
// A sentence for people.
std::string sentence(const Report& report);
// A picture: the interval of the difference over the number of visitors.
std::string picture_of(const Report& report);

}  // namespace kibitz::experiments
