// How often an experiment without any difference ends with a verdict all the same, if somebody
// looks after each of 100,000 visitors: for every split, conversion and distribution of the
// amounts. Then how often planned looks do, and how soon what is there is found.
//     bench_experiments_errors [runs [visitors [part]]]
// `part` is any-time, variants, looks or lengths; without it, all of them. With variants, one of
// three that are all like the control is found to differ.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "statistics/looking_simulation.hpp"
#include "statistics/planned_looks.hpp"

using namespace kibitz::statistics;

namespace {

constexpr int usual_runs = 1'000;
constexpr std::int64_t usual_visitors = 100'000;

struct Named {
    const char* name;
    Amounts amounts;
    double largest;
};
constexpr std::array distributions{
    Named{"constant", Amounts::constant, 1}, Named{"exponential", Amounts::exponential, 10},
    Named{"lognormal", Amounts::lognormal, 50}, Named{"whale", Amounts::whale, 1'000}};
constexpr std::array shares{0.5, 0.1, 0.02};
constexpr std::array rates{1.0, 0.3, 0.05, 0.02, 0.005};

// Each cell has the seed of its place in the table. `find` runs one experiment.
template <class Find>
void table(const char* title, int runs, std::int64_t visitors, Find find) {
    std::printf("%s: verdicts without a difference in %%, %d runs of %lld visitors a cell\n", title,
                runs, static_cast<long long>(visitors));
    std::printf("%-12s %6s", "amounts", "share");
    for (const double rate : rates) std::printf(" %6.1f%%", 100 * rate);
    std::printf("\n");
    std::uint64_t seed = 0;
    double most = 0;
    for (const Named& one : distributions)
        for (const double share : shares) {
            std::printf("%-12s %6.2f", one.name, share);
            for (const double rate : rates) {
                kibitz::SplitMix random(++seed);
                const ExperimentModel model{.control_rate = rate,
                                            .variant_rate = rate,
                                            .amounts = one.amounts,
                                            .largest = one.largest,
                                            .variant_share = share,
                                            .units = visitors};
                int found = 0;
                for (int i = 0; i < runs; ++i) found += find(model, random).has_value() ? 1 : 0;
                const double percent = 100.0 * found / runs;
                most = std::max(most, percent);
                std::printf(" %7.2f", percent);
                std::fflush(stdout);
            }
            std::printf("\n");
        }
    std::printf("most %.2f %%\n", most);
}

void show_lengths(int runs) {
    std::printf("visitors of both arms for 80 %% of experiments, alpha 5 %%, share 0.5\n");
    std::printf("%-14s %9s %9s %9s %9s %14s\n", "rates", "one look", "5 looks", "any time",
                "(median)", "found by looks");
    constexpr double alpha = 0.05, power = 0.8, most_per_unit = 4;
    constexpr int looks = 5;
    const auto limits = limits_of_looks(looks, alpha);
    const double cost = cost_of_looks(looks, alpha, power);
    for (const auto& [control, variant] :
         {std::pair{0.30, 0.40}, std::pair{0.30, 0.35}, std::pair{0.10, 0.12},
          std::pair{0.05, 0.06}, std::pair{0.02, 0.03}, std::pair{0.02, 0.022}}) {
        const double one = units_for_one_rate_look(control, variant, 0.5, alpha, power);
        ExperimentModel model{.control_rate = control,
                              .variant_rate = variant,
                              .units = static_cast<std::int64_t>(most_per_unit * one),
                              .alpha = alpha};
        const LengthOfExperiment any_time = simulate_any_time(model, runs, 1);
        model.units = static_cast<std::int64_t>(cost * one);
        kibitz::SplitMix random(1);
        int found = 0;
        for (int i = 0; i < runs; ++i)
            found += units_until_found_by_looks(model, limits, random).has_value() ? 1 : 0;
        std::printf("%4.1f %% %5.1f %% %9.0f %9.0f %9lld %9lld %12.1f %%\n", 100 * control,
                    100 * variant, one, cost * one,
                    static_cast<long long>(any_time.percentile_80.value_or(-1)),
                    static_cast<long long>(any_time.median.value_or(-1)), 100.0 * found / runs);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : usual_runs;
    const std::int64_t visitors = argc > 2 ? std::max(1, std::atoi(argv[2])) : usual_visitors;
    const std::string_view part = argc > 3 ? argv[3] : "";
    if (part.empty() || part == "any-time")
        table("looked at after every visitor", runs, visitors, units_until_found);
    if (part.empty() || part == "variants")
        table("three variants", runs, visitors, [](const auto& model, auto& random) {
            return units_until_any_found(model, 3, random);
        });
    if (part.empty() || part == "looks")
        for (const int looks : {1, 5})
            table(looks == 1 ? "one look" : "five looks", runs, visitors,
                  [limits = limits_of_looks(looks, ExperimentModel().alpha)](const auto& model,
                                                                             auto& random) {
                      return units_until_found_by_looks(model, limits, random);
                  });
    if (part.empty() || part == "lengths") show_lengths(runs);
    return 0;
}
