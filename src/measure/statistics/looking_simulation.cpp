#include "statistics/looking_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "statistics/confidence_sequence.hpp"
#include "statistics/rate_evidence.hpp"
#include "statistics/sample_ratio.hpp"

namespace kibitz::statistics {

namespace {

struct Unit {
    Arm arm;
    bool reached;
};

// 0 <= number < 1
double uniform(SplitMix& random) {
    constexpr int unused_bits = 11;
    constexpr double step = 0x1p-53;
    return static_cast<double>(random.next() >> unused_bits) * step;
}

Unit draw(const ExperimentModel& model, SplitMix& random) {
    const Arm arm = uniform(random) < model.variant_share ? Arm::variant : Arm::control;
    const double rate = arm == Arm::variant ? model.variant_rate : model.control_rate;
    return {arm, uniform(random) < rate};
}

// `add` gets every unit, and `has_found` is asked at the end of each day.
template <class Add, class HasFound>
std::optional<std::int64_t> look_daily(const ExperimentModel& model, SplitMix& random, Add add,
                                       HasFound has_found) {
    std::int64_t units = 0;
    for (int day = 0; day < model.days; ++day) {
        for (int i = 0; i < model.units_per_day; ++i, ++units) add(draw(model, random));
        if (has_found()) return units;
    }
    return std::nullopt;
}

// The threshold of a two-sided test at 5 %.
constexpr double two_sided_95 = 1.96;

}  // namespace

std::optional<std::int64_t> units_until_rates_differ(const ExperimentModel& model,
                                                     SplitMix& random) {
    RateEvidence evidence(model.variant_share);
    return look_daily(
        model, random, [&](Unit unit) { evidence.add(unit.arm, unit.reached); },
        [&] { return evidence.has_decided(model.alpha); });
}

std::optional<std::int64_t> units_until_means_differ(const ExperimentModel& model,
                                                     SplitMix& random) {
    Moments control, variant;
    return look_daily(
        model, random,
        [&](Unit unit) {
            // A number with a tail: how many attempts the goal took, for example.
            const double value = unit.reached ? -std::log(1 - uniform(random)) : 0;
            (unit.arm == Arm::control ? control : variant).add(value);
        },
        [&] {
            const auto interval = difference_of_means(control, variant, model.alpha);
            return interval && !interval->contains(0);
        });
}

std::optional<std::int64_t> units_until_ratio_alarm(const ExperimentModel& model,
                                                    double wanted_variant_share, SplitMix& random) {
    SampleRatioCheck check({1 - wanted_variant_share, wanted_variant_share});
    return look_daily(
        model, random, [&](Unit unit) { check.add(static_cast<std::size_t>(unit.arm)); },
        [&] { return check.p_value() < model.alpha; });
}

std::optional<std::int64_t> units_until_naive_test(const ExperimentModel& model, SplitMix& random) {
    ArmRate control, variant;
    return look_daily(
        model, random,
        [&](Unit unit) {
            ArmRate& arm = unit.arm == Arm::control ? control : variant;
            ++arm.units;
            arm.reached += unit.reached ? 1 : 0;
        },
        [&] {
            const double all = static_cast<double>(control.units + variant.units);
            const double rate = static_cast<double>(control.reached + variant.reached) / all;
            const double variance =
                rate * (1 - rate) *
                (1 / static_cast<double>(control.units) + 1 / static_cast<double>(variant.units));
            return variance > 0 &&
                   std::abs(variant.rate() - control.rate()) > two_sided_95 * std::sqrt(variance);
        });
}

LengthOfExperiment simulate_rates(const ExperimentModel& model, int runs, std::uint64_t seed) {
    SplitMix random(seed);
    std::vector<std::int64_t> lengths;
    for (int run = 0; run < runs; ++run)
        if (const auto units = units_until_rates_differ(model, random)) lengths.push_back(*units);
    std::ranges::sort(lengths);
    // Runs without a finding are longer than all others.
    const auto percentile = [&](int percent) -> std::optional<std::int64_t> {
        const auto place = static_cast<std::size_t>(runs) * static_cast<std::size_t>(percent) / 100;
        if (place >= lengths.size()) return std::nullopt;
        return lengths[place];
    };
    constexpr int half = 50, most = 80;
    return {static_cast<double>(lengths.size()) / runs, percentile(half), percentile(most)};
}

}  // namespace kibitz::statistics
