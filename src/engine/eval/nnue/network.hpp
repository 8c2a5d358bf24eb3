// Network: the weights of the evaluation, laid out for the machine. Read-only once loaded, so
// any number of searchers share one. It is most of a megabyte: keep it on the heap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "engine/eval/nnue/architecture.hpp"
#include "engine/eval/nnue/network_file.hpp"

namespace kibitz::nnue {

class Network {
   public:
    using HiddenRow = std::array<std::int16_t, hidden_size>;

    // Reads a network file; one of another size than this program is built for is refused.
    static std::expected<std::unique_ptr<const Network>, NetworkFault> load(
        std::span<const std::byte> file);

    // How it was trained, as the file says.
    [[nodiscard]] const std::string& training() const { return training_; }
    // Of the file.
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    [[nodiscard]] const HiddenRow& input_weights(int input) const {
        return input_weights_[static_cast<std::size_t>(input)];
    }
    [[nodiscard]] const HiddenRow& hidden_biases() const { return hidden_biases_; }
    // For the view of the side to move (0) and of the other side (1).
    [[nodiscard]] const HiddenRow& output_weights(int bucket, int view) const {
        return output_weights_[static_cast<std::size_t>(bucket)][static_cast<std::size_t>(view)];
    }
    // What 1.0 of the output is worth.
    [[nodiscard]] int centipawns_per_output() const { return centipawns_per_output_; }
    [[nodiscard]] std::int32_t output_bias(int bucket) const {
        return output_biases_[static_cast<std::size_t>(bucket)];
    }

   private:
    Network() = default;
    [[nodiscard]] bool fits_the_arithmetic() const;

    alignas(64) std::array<HiddenRow, input_count> input_weights_{};
    alignas(64) HiddenRow hidden_biases_{};
    alignas(64) std::array<std::array<HiddenRow, 2>, output_bucket_count> output_weights_{};
    std::array<std::int32_t, output_bucket_count> output_biases_{};
    int centipawns_per_output_ = 0;
    std::uint64_t hash_ = 0;
    std::string training_;
};

}  // namespace kibitz::nnue
