#include "train/network_parameters.hpp"

#include <cmath>

#include "train/random.hpp"

namespace kibitz::train {

Floats random_parameters(const NetworkShape& shape, std::uint64_t seed) {
    constexpr double typical_men = 24;
    constexpr float hidden_bias = 0.1f;  // in the middle of where the activation has a slope
    Random random(seed);
    Floats parameters(shape.size(), 0.0f);
    const double input_spread = 0.5 / std::sqrt(typical_men);
    // All buckets begin alike: they first learn what they have in common.
    const std::size_t set = shape.input_row(nnue::men_input_count);
    for (std::size_t i = 0; i < set; ++i)
        parameters[i] = static_cast<float>(input_spread * random.normal());
    for (std::size_t i = set; i < shape.hidden_bias(); ++i) parameters[i] = parameters[i - set];
    for (std::size_t i = shape.hidden_bias(); i < shape.output_row(0); ++i)
        parameters[i] = hidden_bias;
    const double output_spread = std::sqrt(1.0 / (2.0 * shape.hidden));
    const auto row = static_cast<std::size_t>(2 * shape.hidden);
    for (std::size_t i = 0; i < row; ++i) {
        const auto weight = static_cast<float>(output_spread * random.normal());
        for (int bucket = 0; bucket < shape.buckets; ++bucket)
            parameters[shape.output_row(bucket) + i] = weight;
    }
    return parameters;
}

Floats with_king_buckets(const NetworkShape& shape, const Floats& parameters) {
    NetworkShape wide = shape;
    wide.king_buckets = nnue::king_bucket_count;
    const auto rest = parameters.begin() + static_cast<std::ptrdiff_t>(shape.hidden_bias());
    Floats widened;
    widened.reserve(wide.size());
    for (int bucket = 0; bucket < nnue::king_bucket_count; ++bucket)
        widened.insert(widened.end(), parameters.begin(), rest);
    widened.insert(widened.end(), rest, parameters.end());
    widened.resize(wide.size());
    return widened;
}

}  // namespace kibitz::train
