#include "lab/trial.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "match/soundness.hpp"
#include "statistics/homogeneity.hpp"

namespace kibitz::lab {

namespace {

// So many units of other machines show that a machine is like them.
constexpr std::int64_t fewest_other_units = 16;
// Of a volunteer, others have played at least one unit for so many.
constexpr std::int64_t volunteer_units_for_one = 4;
// A machine is unlike the others if that would happen by chance once in so many comparisons.
constexpr double least_chance = 1e-4;

WorkerSample sum_of(const std::vector<TriedMachine>& machines) {
    WorkerSample sum;
    for (const TriedMachine& machine : machines) sum += machine.sample;
    return sum;
}

// Pairs lost, level and won.
std::array<std::int64_t, 3> thirds_of(const WorkerSample& sample) {
    const auto& pairs = sample.pairs;
    return {pairs[0] + pairs[1], pairs[2], pairs[3] + pairs[4]};
}

// Each third by itself, exactly.
double p_value_of_thirds(const WorkerSample& sample, const WorkerSample& others) {
    const auto mine = thirds_of(sample), theirs = thirds_of(others);
    const auto my_pairs = static_cast<double>(std::accumulate(mine.begin(), mine.end(), 0LL));
    const auto their_pairs =
        static_cast<double>(std::accumulate(theirs.begin(), theirs.end(), 0LL));
    if (my_pairs == 0 || their_pairs == 0) return 1;
    const double my_share = my_pairs / (my_pairs + their_pairs);
    double least = 1;
    for (std::size_t third = 0; third < mine.size(); ++third) {
        const std::int64_t all = mine[third] + theirs[third];
        least = std::min({least, statistics::binomial_tail(mine[third], all, my_share),
                          statistics::binomial_tail(theirs[third], all, 1 - my_share)});
    }
    constexpr double looks = 2 * mine.size();
    return looks * least;
}

// The chi-squared test needs five expected in each category, which a few honest units beside many
// false ones do not have.
double p_value_between(const WorkerSample& sample, const WorkerSample& others) {
    if (sample.units == 0 || others.units == 0) return 1;
    const double least =
        std::min(statistics::p_value_of_same_distribution(sample.pairs, others.pairs),
                 p_value_of_thirds(sample, others));
    const double games_share =
        static_cast<double>(sample.games) / static_cast<double>(sample.games + others.games);
    return std::min(
        least, statistics::binomial_tail(sample.late_games, sample.late_games + others.late_games,
                                         games_share));
}

}  // namespace

std::optional<std::string> find_failure(const TriedMachine& machine) {
    const std::int64_t units = machine.sample.units + machine.broken;
    // One that has brought nothing else cannot play the test at all.
    const bool brings_nothing = machine.broken > 0 && machine.sample.units == 0;
    if (brings_nothing || match::is_out_of_line(machine.broken, units))
        return std::to_string(machine.broken) + " of its " + std::to_string(units) +
               (units == 1 ? " unit" : " units") + " broke down";
    constexpr std::int64_t a_few = 3, games_for_one = 20;
    const auto& [pairs, games, late, units_played] = machine.sample;
    if (!machine.is_excused && late > a_few && late * games_for_one > games)
        return "it lost " + std::to_string(late) + " of " + std::to_string(games) +
               " games on time";
    return std::nullopt;
}

Deviation find_deviation(const std::vector<TriedMachine>& machines) {
    Deviation worst;
    const WorkerSample all = sum_of(machines);
    for (const TriedMachine& machine : machines) {
        if (machine.trust == Trust::own || machine.is_excused) continue;
        WorkerSample others = all;
        others -= machine.sample;
        const double p_value =
            p_value_between(machine.sample, others) * static_cast<double>(machines.size());
        if (p_value >= std::min(least_chance, worst.p_value)) continue;
        worst = {.machines = {machine.name}, .p_value = p_value};
    }
    const auto has_units = [](const TriedMachine& machine) { return machine.sample.units > 0; };
    const bool is_between_two = std::ranges::count_if(machines, has_units) == 2;
    const bool has_own = std::ranges::any_of(machines, [&](const TriedMachine& machine) {
        return machine.trust == Trust::own && has_units(machine);
    });
    if (worst.machines.empty() || !is_between_two || has_own) return worst;
    worst.machines.clear();
    for (const TriedMachine& machine : machines)
        if (has_units(machine)) worst.machines.push_back(machine.name);
    return worst;
}

std::optional<Lack> find_lack(const std::vector<TriedMachine>& machines) {
    const std::int64_t all = sum_of(machines).units;
    for (const TriedMachine& machine : machines) {
        const std::int64_t units = machine.sample.units, others = all - units;
        if (machine.trust == Trust::own || units == 0) continue;
        std::int64_t wanted = fewest_other_units;
        if (machine.trust == Trust::volunteer)
            wanted = std::max(wanted, units / volunteer_units_for_one);
        if (others >= wanted) continue;
        return Lack{.reason = std::to_string(units) + " of " + std::to_string(all) +
                              " units are of the machine " + machine.name +
                              "; others have to play " + std::to_string(wanted - others) + " more",
                    .enough = {machine.name}};
    }
    return std::nullopt;
}

bool has_had_its_part(std::int64_t units, std::vector<std::int64_t> others) {
    if (others.empty()) return false;
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    std::ranges::nth_element(others, middle);
    return units >= fewest_other_units + volunteer_units_for_one * *middle;
}

}  // namespace kibitz::lab
