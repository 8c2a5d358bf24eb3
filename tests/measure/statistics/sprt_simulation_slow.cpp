// The tests' error rates hold, and theory and simulation agree.
#include "statistics/sprt_simulation.hpp"

#include <cmath>

#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

constexpr int runs = 3000;

struct Result {
    double acceptance = 0;
    double games = 0;
};

Result run(const SprtSettings& settings, const GameModel& model, std::uint64_t seed) {
    kibitz::SplitMix random(seed);
    Result result;
    for (int i = 0; i < runs; ++i) {
        const SprtRun test = simulate(settings, model, random);
        result.acceptance += test.accepted_h1 ? 1.0 / runs : 0;
        result.games += 2.0 * static_cast<double>(test.pairs) / runs;
    }
    return result;
}

// Three standard errors of a share of all runs.
double tolerance(double share) { return 3 * std::sqrt(share * (1 - share) / runs); }

}  // namespace

TEST_CASE("error rates are at most what was asked for, and not far from it") {
    for (const EloModel unit : {EloModel::normalized, EloModel::logistic, EloModel::bayesian}) {
        for (const double bias : {0.0, 120.0}) {
            const SprtSettings settings{.elo0 = 0, .elo1 = 40, .model = unit};
            CAPTURE(to_string(unit));
            CAPTURE(bias);
            const Result at_h0 = run(settings, game_model(unit, 0, 0.5, bias), 1);
            const Result at_h1 = run(settings, game_model(unit, 40, 0.5, bias), 2);
            MESSAGE("false positives " << at_h0.acceptance << ", false negatives "
                                       << 1 - at_h1.acceptance);
            CHECK(at_h0.acceptance <= 0.05 + tolerance(0.05));
            CHECK(1 - at_h1.acceptance <= 0.05 + tolerance(0.05));
            CHECK(at_h0.acceptance >= 0.025);
            CHECK(1 - at_h1.acceptance >= 0.025);
        }
    }
}

TEST_CASE("theory and simulation agree on acceptance and length") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 30};
    for (const double elo : {-10.0, 0.0, 15.0, 30.0, 45.0}) {
        const GameModel model = game_model(EloModel::normalized, elo, 0.5, 60);
        const SprtExpectation expected = expect(settings, model);
        const Result result = run(settings, model, 3);
        CAPTURE(elo);
        CHECK(std::abs(result.acceptance - expected.acceptance) <
              tolerance(expected.acceptance) + 0.02);
        // Real tests jump beyond their bounds and take a little longer.
        CHECK(result.games / expected.games > 0.97);
        CHECK(result.games / expected.games < 1.15);
    }
}
