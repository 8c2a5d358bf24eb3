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
    for (std::size_t i = 0; i < shape.hidden_bias(); ++i)
        parameters[i] = static_cast<float>(input_spread * random.normal());
    for (std::size_t i = shape.hidden_bias(); i < shape.output_row(0); ++i)
        parameters[i] = hidden_bias;
    const double output_spread = std::sqrt(1.0 / (2.0 * shape.hidden));
    // All buckets begin alike: they first learn what they have in common.
    const auto row = static_cast<std::size_t>(2 * shape.hidden);
    for (std::size_t i = 0; i < row; ++i) {
        const auto weight = static_cast<float>(output_spread * random.normal());
        for (int bucket = 0; bucket < shape.buckets; ++bucket)
            parameters[shape.output_row(bucket) + i] = weight;
    }
    return parameters;
}

}  // namespace kibitz::train
