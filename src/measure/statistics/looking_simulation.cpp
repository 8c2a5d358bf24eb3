#include "statistics/looking_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "statistics/difference_sequence.hpp"
#include "statistics/normal.hpp"
#include "statistics/planned_looks.hpp"
#include "statistics/sample_ratio.hpp"

namespace kibitz::statistics {

namespace {

struct Unit {
    Arm arm;
    double amount;
};

double draw(Amounts amounts, SplitMix& random) {
    constexpr double sigma = 1.5, whales = 0.001, whale = 1'000;
    switch (amounts) {
        case Amounts::constant: return 1;
        case Amounts::exponential: return -std::log(1 - random.uniform());
        case Amounts::lognormal: {
            const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
            return std::exp(sigma * radius * std::cos(2 * std::numbers::pi * random.uniform()));
        }
        case Amounts::whale: return random.uniform() < whales ? whale : 1;
    }
    return 0;
}

Unit draw_of_arm(Arm arm, const ExperimentModel& model, SplitMix& random) {
    const double rate = arm == Arm::variant ? model.variant_rate : model.control_rate;
    if (random.uniform() >= rate) return {arm, 0};
    return {arm, std::min(model.largest, draw(model.amounts, random))};
}

Unit draw(const ExperimentModel& model, SplitMix& random) {
    const Arm arm = random.uniform() < model.variant_share ? Arm::variant : Arm::control;
    return draw_of_arm(arm, model, random);
}

// `add` gets every unit, and `has_found` is asked at each look.
template <class Add, class HasFound>
Found look_on(const ExperimentModel& model, SplitMix& random, Add add, HasFound has_found) {
    for (std::int64_t units = 1; units <= model.units; ++units) {
        add(draw(model, random));
        if (units % model.units_per_look == 0 && has_found()) return units;
    }
    return std::nullopt;
}

}  // namespace

Found units_until_found(const ExperimentModel& model, SplitMix& random) {
    DifferenceSequence sequence(model.variant_share, model.alpha, {0, model.largest});
    return look_on(
        model, random, [&](Unit unit) { sequence.add(unit.arm, unit.amount); },
        [&] { return sequence.higher().has_value(); });
}

Found units_until_any_found(const ExperimentModel& model, int variants, SplitMix& random) {
    const auto count = static_cast<std::size_t>(variants);
    const DifferenceSequence one(model.variant_share, model.alpha / variants, {0, model.largest});
    std::vector<DifferenceSequence> sequences(count, one);
    // The control has a weight of 1.
    const double weight = model.variant_share / (1 - model.variant_share);
    for (std::int64_t units = 1; units <= model.units; ++units) {
        const double place = random.uniform() * (1 + weight * variants) / weight;
        if (place < variants) {
            DifferenceSequence& sequence = sequences[static_cast<std::size_t>(place)];
            sequence.add(Arm::variant, draw_of_arm(Arm::variant, model, random).amount);
            if (sequence.higher()) return units;
            continue;
        }
        const Unit unit = draw_of_arm(Arm::control, model, random);
        for (DifferenceSequence& sequence : sequences) {
            sequence.add(unit.arm, unit.amount);
            if (sequence.higher()) return units;
        }
    }
    return std::nullopt;
}

Found units_until_found_by_looks(const ExperimentModel& model, const std::vector<double>& limits,
                                 SplitMix& random) {
    PlannedLooks planned(model.variant_share, limits, model.units, {0, model.largest});
    return look_on(
        model, random, [&](Unit unit) { planned.add(unit.arm, unit.amount); },
        [&] { return planned.higher().has_value(); });
}

Found units_until_ratio_alarm(const ExperimentModel& model, double wanted_variant_share,
                              SplitMix& random) {
    SampleRatioCheck check({1 - wanted_variant_share, wanted_variant_share});
    return look_on(
        model, random, [&](Unit unit) { check.add(static_cast<std::size_t>(unit.arm)); },
        [&] { return check.p_value() < model.alpha; });
}

Found units_until_naive_test(const ExperimentModel& model, SplitMix& random) {
    ArmRate control, variant;
    return look_on(
        model, random,
        [&](Unit unit) {
            ArmRate& arm = unit.arm == Arm::control ? control : variant;
            ++arm.units;
            arm.reached += unit.amount > 0 ? 1 : 0;
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

LengthOfExperiment simulate_any_time(const ExperimentModel& model, int runs, std::uint64_t seed) {
    SplitMix random(seed);
    std::vector<std::int64_t> lengths;
    for (int run = 0; run < runs; ++run)
        if (const auto units = units_until_found(model, random)) lengths.push_back(*units);
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
