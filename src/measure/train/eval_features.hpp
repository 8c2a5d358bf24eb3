// Positions as the tuner of the hand-crafted evaluation sees them: how often each weight counts.
//
// The same Evaluator that evaluates positions fills these features, so the tuner cannot tune
// something else than what the engine uses; a test compares the two.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "engine/eval/terms.hpp"

namespace kibitz::train {

// A parameter for each weight: the middlegame weights, the endgame weights, the dangers'.
struct EvalParameters {
    static constexpr int size = 2 * weight_count + danger_weight_count;

    std::array<double, size> values{};

    [[nodiscard]] std::span<const double, weight_count> middlegame() const {
        return std::span(values).subspan<0, weight_count>();
    }
    [[nodiscard]] std::span<const double, weight_count> endgame() const {
        return std::span(values).subspan<weight_count, weight_count>();
    }
    [[nodiscard]] std::span<const double, danger_weight_count> danger() const {
        return std::span(values).subspan<std::size_t{2} * weight_count, danger_weight_count>();
    }

    // Those the engine uses now.
    static EvalParameters current();
};

// Many positions, each a list of (feature, count). Features are numbered: first the weights
// (White's count less Black's), then the dangers to White's king, then those to Black's.
class FeatureStore {
   public:
    static constexpr int feature_count = weight_count + 2 * danger_weight_count;

    // A count of a feature in 16 bits; larger counts take several.
    class Entry {
       public:
        static constexpr int feature_bits = 10, largest_count = 31;
        static_assert(feature_count <= 1 << feature_bits);

        Entry(int feature, int count)
            : bits_(static_cast<std::int16_t>(count * (1 << feature_bits) + feature)) {}
        [[nodiscard]] int feature() const { return bits_ & ((1 << feature_bits) - 1); }
        [[nodiscard]] int count() const { return bits_ >> feature_bits; }

       private:
        std::int16_t bits_;
    };

    struct Sample {
        std::uint64_t first_entry = 0;
        std::uint16_t entry_count = 0;
        std::int16_t driven_king_bonus = 0;             // White's point of view
        std::uint8_t phase = 0;                         // of full_phase
        std::array<std::uint8_t, color_count> scale{};  // for White or Black as the stronger side
        float target = 0;                               // White's expected result
    };

    void add(const Position& position, double target);

    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] const Sample& sample(std::size_t i) const { return samples_[i]; }
    [[nodiscard]] std::span<const Entry> entries(const Sample& sample) const {
        return std::span(entries_).subspan(sample.first_entry, sample.entry_count);
    }

   private:
    std::vector<Sample> samples_;
    std::vector<Entry> entries_;
};

// The evaluation, White's point of view, by the parameters.
double evaluate(const FeatureStore& store, const FeatureStore::Sample& sample,
                const EvalParameters& parameters);

// The same, and adds slope * (its derivative by each parameter) to the gradient, where slope is
// a function of the evaluation.
template <class Slope>
void add_gradient(const FeatureStore& store, const FeatureStore::Sample& sample,
                  const EvalParameters& parameters, EvalParameters& gradient, const Slope& slope);

}  // namespace kibitz::train

#include "train/detail/eval_gradient.hpp"
