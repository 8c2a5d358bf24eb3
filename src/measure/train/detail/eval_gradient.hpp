// The evaluation of features and its derivatives: the inner loop of the tuner.
#pragma once

#include "engine/eval/blend.hpp"
#include "train/eval_features.hpp"

namespace kibitz::train {

namespace detail {

struct FeatureSums {
    double middlegame = 0, endgame = 0;  // with the dangers' penalties
    std::array<double, color_count> danger{};
};

inline FeatureSums sum_features(const FeatureStore& store, const FeatureStore::Sample& sample,
                                const EvalParameters& parameters) {
    const auto middlegame = parameters.middlegame(), endgame = parameters.endgame();
    const auto danger = parameters.danger();
    FeatureSums sums;
    for (const FeatureStore::Entry entry : store.entries(sample)) {
        const auto feature = static_cast<std::size_t>(entry.feature());
        const double count = entry.count();
        if (feature < weight_count) {
            sums.middlegame += middlegame[feature] * count;
            sums.endgame += endgame[feature] * count;
        } else {
            const std::size_t at = feature - weight_count;
            const std::size_t side = at >= danger_weight_count ? 1 : 0;
            sums.danger[side] += danger[at - side * danger_weight_count] * count;
        }
    }
    const auto& [white, black] = sums.danger;
    sums.middlegame += danger_middlegame_penalty(black) - danger_middlegame_penalty(white);
    sums.endgame += danger_endgame_penalty(black) - danger_endgame_penalty(white);
    return sums;
}

inline int scale_of(const FeatureStore::Sample& sample, double endgame) {
    return sample.scale[endgame >= 0 ? 0 : 1];
}

// The derivatives of the danger penalties.
inline double danger_middlegame_slope(double danger) {
    return danger > 0 && danger < max_danger ? 2 * danger / danger_square_divisor : 0;
}
inline double danger_endgame_slope(double danger) {
    return danger > 0 && danger < max_danger ? 1.0 / danger_endgame_divisor : 0;
}

}  // namespace detail

inline double evaluate(const FeatureStore& store, const FeatureStore::Sample& sample,
                       const EvalParameters& parameters) {
    const detail::FeatureSums sums = detail::sum_features(store, sample, parameters);
    return blend(sums.middlegame, sums.endgame, sample.phase,
                 detail::scale_of(sample, sums.endgame)) +
           sample.driven_king_bonus;
}

template <class Slope>
void add_gradient(const FeatureStore& store, const FeatureStore::Sample& sample,
                  const EvalParameters& parameters, EvalParameters& gradient, const Slope& slope) {
    const detail::FeatureSums sums = detail::sum_features(store, sample, parameters);
    const int scale = detail::scale_of(sample, sums.endgame);
    const double evaluation =
        blend(sums.middlegame, sums.endgame, sample.phase, scale) + sample.driven_king_bonus;
    const double outer = slope(evaluation);
    const double by_middlegame = outer * blend(1.0, 0.0, sample.phase, scale);
    const double by_endgame = outer * blend(0.0, 1.0, sample.phase, scale);
    const auto by_danger = [&](double danger) {
        return by_middlegame * detail::danger_middlegame_slope(danger) +
               by_endgame * detail::danger_endgame_slope(danger);
    };
    const std::array<double, color_count> danger_slope = {-by_danger(sums.danger[0]),
                                                          by_danger(sums.danger[1])};

    double* const middlegame = gradient.values.data();
    double* const endgame = middlegame + weight_count;
    double* const danger = endgame + weight_count;
    for (const FeatureStore::Entry entry : store.entries(sample)) {
        const auto feature = static_cast<std::size_t>(entry.feature());
        const double count = entry.count();
        if (feature < weight_count) {
            middlegame[feature] += by_middlegame * count;
            endgame[feature] += by_endgame * count;
        } else {
            const std::size_t at = feature - weight_count;
            const std::size_t side = at >= danger_weight_count ? 1 : 0;
            danger[at - side * danger_weight_count] += danger_slope[side] * count;
        }
    }
}

}  // namespace kibitz::train
