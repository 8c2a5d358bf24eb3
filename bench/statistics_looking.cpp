// How often the methods for experiments find a difference where there is none, if one looks every
// day for years, and how soon they find one that is there.
//     bench_statistics_looking [runs]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "statistics/looking_simulation.hpp"

using namespace kibitz::statistics;

namespace {

constexpr int usual_runs = 10'000;

template <class Run>
void show(const char* name, int runs, Run run) {
    kibitz::SplitMix random(1);
    int found = 0;
    for (int i = 0; i < runs; ++i) found += run(random).has_value() ? 1 : 0;
    std::printf("%-32s %6.2f %%\n", name, 100.0 * found / runs);
}

void show_length(const char* name, const ExperimentModel& model, int runs) {
    const LengthOfExperiment length = simulate_rates(model, runs, 1);
    std::printf("%-32s median %lld units in both arms, 80 %% within %lld\n", name,
                static_cast<long long>(length.median.value_or(-1)),
                static_cast<long long>(length.percentile_80.value_or(-1)));
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : usual_runs;
    for (const double rate : {0.05, 0.3}) {
        const ExperimentModel equal{
            .control_rate = rate, .variant_rate = rate, .units_per_day = 20, .days = 1'000};
        std::printf("Equal arms at %.0f %%, %d units a day for %d days, %d runs, alpha 5 %%\n",
                    100 * rate, equal.units_per_day, equal.days, runs);
        show("rates, e-process", runs,
             [&](auto& random) { return units_until_rates_differ(equal, random); });
        show("means, confidence sequence", runs,
             [&](auto& random) { return units_until_means_differ(equal, random); });
        show("sample ratio", runs, [&](auto& random) {
            return units_until_ratio_alarm(equal, equal.variant_share, random);
        });
        show("an ordinary test at each look", runs,
             [&](auto& random) { return units_until_naive_test(equal, random); });
    }
    const ExperimentModel differing{.variant_rate = 0.4, .units_per_day = 1, .days = 20'000};
    show_length("30 % against 40 %", differing, runs / 10 + 1);
}
