#include "train/eval_features.hpp"

#include <algorithm>
#include <cmath>

#include "chess/random_games.hpp"
#include "engine/eval/evaluate.hpp"
#include "support/test.hpp"
#include "train/tune_eval.hpp"

namespace kibitz::train {

TEST_CASE("the tuner's evaluation is the engine's, up to rounding") {
    const EvalParameters parameters = EvalParameters::current();
    test::for_random_positions(3'000, 11, [&](const Position& position, const MoveList&) {
        FeatureStore store;
        store.add(position, 0.5);
        const int score = kibitz::evaluate(position);
        const int white_score = position.side_to_move() == Color::white ? score : -score;
        // Whole numbers lose less than 1 in each of four penalties and in the blend.
        REQUIRE(std::abs(evaluate(store, store.sample(0), parameters) - white_score) < 5);
    });
}

TEST_CASE("the gradient is the change of the evaluation") {
    EvalParameters parameters = EvalParameters::current();
    test::for_random_positions(40, 12, [&](const Position& position, const MoveList&) {
        FeatureStore store;
        store.add(position, 0.5);
        const auto& sample = store.sample(0);
        EvalParameters gradient;
        add_gradient(store, sample, parameters, gradient, [](double) { return 1.0; });
        const double before = evaluate(store, sample, parameters);
        constexpr double small = 1e-5;
        for (std::size_t i = 0; i < parameters.values.size(); i += 7) {
            const double kept = parameters.values[i];
            parameters.values[i] += small;
            const double slope = (evaluate(store, sample, parameters) - before) / small;
            parameters.values[i] = kept;
            REQUIRE(gradient.values[i] == doctest::Approx(slope).epsilon(1e-3));
        }
    });
}

TEST_CASE("the weights header names every term") {
    const std::string header = weights_header(EvalParameters::current(), "// test\n");
    for (const TermInfo& term : terms) CHECK(header.contains(term.name));
    for (const DangerTermInfo& term : danger_terms) CHECK(header.contains(term.name));
    CHECK(std::ranges::count(header, '{') >= weight_count);
}

}  // namespace kibitz::train
