#include "train/network_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "train/random.hpp"

namespace kibitz::train {

namespace {

class Beginner {
   public:
    Beginner(const NetworkShape& shape, std::uint64_t seed)
        : shape_(shape), random_(seed), parameters_(shape.size(), 0.0f) {}

    Floats begin() {
        begin_hidden();
        if (shape_.has_layers())
            begin_layers();
        else
            begin_squares();
        return std::move(parameters_);
    }

   private:
    static constexpr float bias = 0.1f;  // near where an activation has a slope

    void begin_hidden() {
        constexpr double typical_pieces = 24;
        // All king buckets begin alike: they first learn what they have in common.
        begin_alike(0, shape_.input_row(nnue::piece_input_count), shape_.king_buckets,
                    0.5 / std::sqrt(typical_pieces));
        std::fill(at(shape_.hidden_bias()), at(shape_.input_row(shape_.inputs() + 1)), bias);
    }

    // And so do all output buckets.
    void begin_squares() {
        begin_alike(shape_.output_row(0), static_cast<std::size_t>(2 * shape_.hidden),
                    shape_.buckets, std::sqrt(1.0 / (2.0 * shape_.hidden)));
    }

    void begin_layers() {
        // Products are much smaller than units: this brings the sums of the first layer to about 1.
        constexpr double first_gain = 3;
        begin_alike(shape_.first_row(0), shape_.first_row(1) - shape_.first_row(0), shape_.buckets,
                    first_gain / std::sqrt(shape_.hidden));
        std::fill(at(shape_.first_bias(0)), at(shape_.second_row(0)), bias);
        begin_alike(shape_.second_row(0), shape_.second_row(1) - shape_.second_row(0),
                    shape_.buckets, std::sqrt(2.0 / nnue::second_layer_inputs));
        std::fill(at(shape_.second_bias(0)), at(shape_.output_row(0)), bias);
        begin_alike(shape_.output_row(0), nnue::second_layer_size, shape_.buckets,
                    std::sqrt(1.0 / nnue::second_layer_size));
    }

    // `copies` times the same `size` random numbers.
    void begin_alike(std::size_t first, std::size_t size, int copies, double spread) {
        for (std::size_t i = first; i < first + size; ++i)
            parameters_[i] = static_cast<float>(spread * random_.normal());
        for (int copy = 1; copy < copies; ++copy)
            std::copy_n(at(first), size, at(first + static_cast<std::size_t>(copy) * size));
    }

    Floats::iterator at(std::size_t parameter) {
        return parameters_.begin() + static_cast<std::ptrdiff_t>(parameter);
    }

    const NetworkShape& shape_;
    Random random_;
    Floats parameters_;
};

// The bucket of one map in which most places of a bucket of the other are.
int bucket_like(const nnue::KingMap& map, const nnue::KingMap& other, int bucket_of_other) {
    std::array<int, nnue::king_places> places{};
    for (std::size_t place = 0; place < map.size(); ++place)
        if (other[place] == bucket_of_other) ++places[map[place]];
    return static_cast<int>(std::ranges::max_element(places) - places.begin());
}

}  // namespace

Floats random_parameters(const NetworkShape& shape, std::uint64_t seed) {
    return Beginner(shape, seed).begin();
}

Floats with_king_buckets(const NetworkShape& shape, const Floats& parameters, int king_buckets) {
    NetworkShape wide = shape;
    wide.king_buckets = king_buckets;
    const auto at = [&](std::size_t parameter) {
        return parameters.begin() + static_cast<std::ptrdiff_t>(parameter);
    };
    Floats widened;
    widened.reserve(wide.size());
    for (int bucket = 0; bucket < king_buckets; ++bucket) {
        const int like = bucket_like(shape.king_map(), wide.king_map(), bucket);
        widened.insert(widened.end(), at(shape.input_row(like * nnue::piece_input_count)),
                       at(shape.input_row((like + 1) * nnue::piece_input_count)));
    }
    widened.insert(widened.end(), at(shape.hidden_bias()), at(shape.used()));
    widened.resize(wide.size());
    return widened;
}

Floats with_hidden_units(const NetworkShape& shape, const Floats& parameters, int hidden,
                         std::uint64_t seed) {
    NetworkShape wide = shape;
    wide.hidden = hidden;
    Floats widened = random_parameters(wide, seed);
    const auto copy = [&](std::size_t from, int count, std::size_t to) {
        std::copy_n(parameters.begin() + static_cast<std::ptrdiff_t>(from), count,
                    widened.begin() + static_cast<std::ptrdiff_t>(to));
    };
    for (int input = 0; input < shape.inputs(); ++input)
        copy(shape.input_row(input), shape.hidden, wide.input_row(input));
    copy(shape.hidden_bias(), shape.hidden, wide.hidden_bias());
    std::fill(widened.begin() + static_cast<std::ptrdiff_t>(wide.output_row(0)), widened.end(),
              0.0f);
    for (int bucket = 0; bucket < shape.buckets; ++bucket) {
        for (const std::size_t view : {0, 1}) {
            copy(shape.output_row(bucket) + view * static_cast<std::size_t>(shape.hidden),
                 shape.hidden,
                 wide.output_row(bucket) + view * static_cast<std::size_t>(wide.hidden));
        }
    }
    copy(shape.output_bias(), shape.buckets, wide.output_bias());
    return widened;
}

}  // namespace kibitz::train
