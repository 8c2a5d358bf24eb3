#include "engine/eval/nnue/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engine/eval/nnue/file_hash.hpp"

namespace kibitz::nnue {

namespace {

// A hidden sum is a bias and the weights of at most max_men inputs, in 16 bits.
constexpr int largest_hidden_weight = std::numeric_limits<std::int16_t>::max() / (max_men + 1);
// A unit times an output weight has to fit 16 bits, too.
constexpr int largest_output_weight = std::numeric_limits<std::int16_t>::max() / hidden_one;
// The sum of unit x unit x weight over both views has to fit 32 bits, with only those units
// switched on whose weights have one sign.
constexpr int largest_output_weight_sum =
    std::numeric_limits<std::int32_t>::max() / (hidden_one * hidden_one);
// Beyond any score, and far from overflow.
constexpr int largest_output_bias = 1'000 * hidden_one * output_one;

bool all_within(std::span<const std::int16_t> numbers, int limit) {
    return std::ranges::all_of(numbers, [=](int number) { return std::abs(number) <= limit; });
}

void read_numbers(std::span<const std::byte> section, std::span<std::int16_t> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = number_at<std::int16_t>(section, i);
}

}  // namespace

std::expected<std::unique_ptr<const Network>, NetworkFault> Network::load(
    std::span<const std::byte> file) {
    const auto parts = read_network_file(file);
    if (!parts) return std::unexpected(parts.error());
    if (parts->hidden != hidden_size || parts->buckets != output_bucket_count)
        return std::unexpected(NetworkFault::other_architecture);

    std::unique_ptr<Network> network(new Network);
    constexpr std::size_t row_bytes = sizeof(HiddenRow);
    for (std::size_t i = 0; i < input_count; ++i)
        read_numbers(parts->input_weights.subspan(i * row_bytes), network->input_weights_[i]);
    read_numbers(parts->hidden_biases, network->hidden_biases_);
    for (std::size_t bucket = 0; bucket < output_bucket_count; ++bucket) {
        for (std::size_t view = 0; view < 2; ++view)
            read_numbers(parts->output_weights.subspan((2 * bucket + view) * row_bytes),
                         network->output_weights_[bucket][view]);
        network->output_biases_[bucket] = number_at<std::int32_t>(parts->output_biases, bucket);
    }
    network->centipawns_per_output_ = parts->centipawns_per_output;
    if (!network->fits_the_arithmetic()) return std::unexpected(NetworkFault::weights_too_large);
    network->training_ = parts->training;
    network->hash_ = file_hash(file);
    return network;
}

bool Network::fits_the_arithmetic() const {
    for (const HiddenRow& row : input_weights_)
        if (!all_within(row, largest_hidden_weight)) return false;
    if (!all_within(hidden_biases_, largest_hidden_weight)) return false;
    for (const auto& views : output_weights_) {
        int positive = 0, negative = 0;
        for (const HiddenRow& row : views) {
            if (!all_within(row, largest_output_weight)) return false;
            for (const std::int16_t weight : row) (weight > 0 ? positive : negative) += weight;
        }
        if (std::max(positive, -negative) > largest_output_weight_sum) return false;
    }
    return std::ranges::all_of(output_biases_, [](std::int32_t bias) {
        return bias >= -largest_output_bias && bias <= largest_output_bias;
    });
}

}  // namespace kibitz::nnue
