#include "train/eval_features.hpp"

#include <algorithm>

#include "engine/eval/endgame.hpp"
#include "engine/eval/evaluator.hpp"
#include "engine/eval/weights.hpp"

namespace kibitz::train {

namespace {

// Counts features.
class FeatureSink {
   public:
    template <Color side>
    void add(Term term, int sub, int times = 1) {
        count(weight_index(term, sub)) += side == Color::white ? times : -times;
    }
    template <Color owner>
    void add_danger(DangerTerm term, int sub, int times = 1) {
        count(weight_count + index(owner) * danger_weight_count + danger_weight_index(term, sub)) +=
            times;
    }
    PawnStructure add_pawns(const Position& position) {
        return compute_pawn_terms(position, *this);
    }

    [[nodiscard]] const std::array<int, FeatureStore::feature_count>& counts() const {
        return counts_;
    }

   private:
    int& count(int feature) { return counts_[static_cast<std::size_t>(feature)]; }

    std::array<int, FeatureStore::feature_count> counts_{};
};

}  // namespace

EvalParameters EvalParameters::current() {
    EvalParameters parameters;
    auto* value = parameters.values.data();
    for (const PackedScore weight : weights) *value++ = weight.middlegame();
    for (const PackedScore weight : weights) *value++ = weight.endgame();
    for (const int weight : danger_weights) *value++ = weight;
    return parameters;
}

void FeatureStore::add(const Position& position, double target) {
    FeatureSink sink;
    Evaluator(position, sink).run();

    Sample sample;
    sample.first_entry = entries_.size();
    for (int feature = 0; feature < feature_count; ++feature) {
        int rest = sink.counts()[static_cast<std::size_t>(feature)];
        while (rest != 0) {
            const int part = std::clamp(rest, -Entry::largest_count, Entry::largest_count);
            entries_.emplace_back(feature, part);
            rest -= part;
        }
    }
    sample.entry_count = static_cast<std::uint16_t>(entries_.size() - sample.first_entry);
    sample.driven_king_bonus = static_cast<std::int16_t>(driven_king_bonus(position, Color::white) -
                                                         driven_king_bonus(position, Color::black));
    sample.phase = static_cast<std::uint8_t>(game_phase(position));
    for (const Color strong : {Color::white, Color::black})
        sample.scale[static_cast<std::size_t>(index(strong))] =
            static_cast<std::uint8_t>(endgame_scale(position, strong));
    sample.target = static_cast<float>(target);
    samples_.push_back(sample);
}

}  // namespace kibitz::train
