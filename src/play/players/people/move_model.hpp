// MoveModel: the probability that a person of some rating plays each legal move of a position.
//
// A small network over what the position and its moves look like (move_features.hpp,
// model_shape.hpp), fitted to games of people by `kibitz train --kind people`. It computes in
// integers, so that it says the same on every machine and in the browser.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "players/people/model_shape.hpp"
#include "players/people/move_features.hpp"

namespace kibitz::players {

struct MoveProbability {
    Move move;
    double probability = 0;
};

// The model's weights as they stand in its file, in this order after the header.
struct MoveModelWeights {
    std::vector<std::int8_t> position_rows;  // [rows][context]
    std::vector<std::int16_t> context_bias;  // [context]
    std::vector<std::int16_t> mixing;        // [context][width]
    std::vector<std::int16_t> mixing_bias;   // [width]
    std::vector<std::int8_t> move_rows;      // [rows][width]
    std::vector<std::int16_t> deeper;        // [hidden][deeper]
    std::vector<std::int16_t> deeper_bias;   // [deeper]
    std::vector<std::int16_t> output;        // [hidden]: v, and [deeper]: u

    // They have the right sizes and are all 0.
    static MoveModelWeights zero();
};

class MoveModel {
   public:
    explicit MoveModel(MoveModelWeights weights) : weights_(std::move(weights)) {}
    // The error says what is wrong with the bytes.
    static std::expected<MoveModel, std::string> read(std::span<const std::byte> file);
    [[nodiscard]] std::vector<std::byte> file() const;
    [[nodiscard]] const MoveModelWeights& weights() const { return weights_; }

    // The scores of all legal moves; a point more is e times as likely.
    [[nodiscard]] std::vector<double> scores(const FeatureView& features) const;

   private:
    using Mixed = std::array<std::int32_t, model_shape::width>;
    // What the position says of all its moves: p.
    [[nodiscard]] Mixed mixed(const FeatureView& features) const;
    [[nodiscard]] double score(const Mixed& mixed, std::span<const std::uint16_t> move_rows) const;

    MoveModelWeights weights_;
};

// The one that comes with Kibitz; null where none is built in, as in a page, which loads it.
const MoveModel* built_in_move_model();

// What a person plays, the likeliest first; they add up to 1. Empty without a legal move.
std::vector<MoveProbability> move_probabilities(const MoveModel& model, const Scene& scene,
                                                const Mover& mover, StaticEvaluation evaluation);
// The same from scores.
std::vector<MoveProbability> probabilities(std::span<const Move> moves,
                                           std::span<const double> scores);

}  // namespace kibitz::players
