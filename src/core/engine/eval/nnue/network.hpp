// Network: the weights of the evaluation, laid out for the machine. Read-only once loaded, so
// any number of searchers share one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "engine/eval/nnue/aligned_vector.hpp"
#include "engine/eval/nnue/architecture.hpp"
#include "engine/eval/nnue/network_file.hpp"

namespace kibitz::nnue {

class Network {
   public:
    // Reads a network file; one of a shape that the program does not know is refused.
    static std::expected<std::unique_ptr<const Network>, NetworkFault> load(
        std::span<const std::byte> file);

    [[nodiscard]] const Architecture& architecture() const { return architecture_; }
    [[nodiscard]] int hidden() const { return architecture_.hidden; }
    [[nodiscard]] int output_bucket(int pieces) const {
        return nnue::output_bucket(pieces, architecture_.output_buckets);
    }
    [[nodiscard]] View view_of(Color side, Square own_king) const {
        return nnue::view_of(side, own_king, architecture_.king_map);
    }

    // How it was trained, as the file says.
    [[nodiscard]] const std::string& training() const { return training_; }
    // It is the hash of the file.
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    // Rows of `hidden` numbers.
    [[nodiscard]] const std::int16_t* input_weights(int input) const {
        return input_weights_.data() + row_of(input);
    }
    [[nodiscard]] const std::int16_t* hidden_biases() const { return hidden_biases_.data(); }
    // Behind squares, for the view of the side to move (0) and of the other side (1).
    [[nodiscard]] const std::int16_t* output_weights(int bucket, int view) const {
        return output_weights_.data() + row_of(2 * bucket + view);
    }

    // The layers of one bucket. Weights lie as the machine wants them: for every two inputs, each
    // output's two weights.
    struct Layers {
        const std::int16_t* first_weights;  // [hidden / 2][first_layer_size][2]
        const std::int32_t* first_biases;
        const std::int16_t* second_weights;  // [second_layer_inputs / 2][second_layer_size][2]
        const std::int32_t* second_biases;
        const std::int16_t* output_weights;
    };
    [[nodiscard]] Layers layers(int bucket) const;

    // What 1.0 of the output is worth.
    [[nodiscard]] int centipawns_per_output() const { return centipawns_per_output_; }
    [[nodiscard]] std::int32_t output_bias(int bucket) const {
        return output_biases_[static_cast<std::size_t>(bucket)];
    }

   private:
    explicit Network(const NetworkFile& file);
    [[nodiscard]] bool fits_the_arithmetic() const;
    [[nodiscard]] bool squares_fit() const;
    [[nodiscard]] bool layers_fit() const;
    [[nodiscard]] std::size_t row_of(int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(architecture_.hidden);
    }

    Architecture architecture_;
    AlignedVector<std::int16_t> input_weights_;
    AlignedVector<std::int16_t> hidden_biases_;
    AlignedVector<std::int16_t> first_weights_;
    AlignedVector<std::int32_t> first_biases_;
    AlignedVector<std::int16_t> second_weights_;
    AlignedVector<std::int32_t> second_biases_;
    AlignedVector<std::int16_t> output_weights_;
    AlignedVector<std::int32_t> output_biases_;
    int centipawns_per_output_ = 0;
    std::uint64_t hash_ = 0;
    std::string training_;
};

}  // namespace kibitz::nnue
