#include "train/people/move_learner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "players/people/model_shape.hpp"
#include "train/random.hpp"

// The loops below are compiled for newer CPUs, too; the program picks at its start. The sanitizers
// instrument the function that picks, which runs before they are ready.
#if defined(__x86_64__) && defined(__linux__) && !defined(KIBITZ_SANITIZED)
#define KIBITZ_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define KIBITZ_CLONES
#endif

namespace kibitz::train {

namespace {

using players::PositionFeatures;
namespace shape = players::model_shape;

constexpr std::size_t context_size = shape::context, width = shape::width, hidden = shape::hidden;
constexpr float most_context = 1;

// The numbers of some rows, as plain pointers: clang loses inline functions of a std::span that
// only such cloned functions use.
struct RowNumbers {
    const std::uint16_t* begin;
    const std::uint16_t* end;
};
RowNumbers numbers(std::span<const std::uint16_t> rows) {
    return {rows.data(), rows.data() + rows.size()};
}

KIBITZ_CLONES void add_rows(const float* table, RowNumbers rows, std::size_t columns, float* sum) {
    for (const std::uint16_t* number = rows.begin; number != rows.end; ++number) {
        const float* row = table + *number * columns;
        for (std::size_t i = 0; i < columns; ++i) sum[i] += row[i];
    }
}

KIBITZ_CLONES void add_to_rows(float* table, RowNumbers rows, std::size_t columns,
                               const float* change) {
    for (const std::uint16_t* number = rows.begin; number != rows.end; ++number) {
        float* row = table + *number * columns;
        for (std::size_t i = 0; i < columns; ++i) row[i] += change[i];
    }
}

KIBITZ_CLONES void mix(const float* weights, const float* bias, const float* context, float* out) {
    for (std::size_t k = 0; k < width; ++k) {
        const float* row = weights + k * context_size;
        float sum = 0;
        for (std::size_t i = 0; i < context_size; ++i) sum += row[i] * context[i];
        out[k] = bias[k] + sum;
    }
}

KIBITZ_CLONES float score(const float* z, const float* p, const float* output) {
    float sum = 0;
    for (std::size_t k = 0; k < hidden; ++k) sum += output[k] * std::max(0.0F, z[k] + p[k]);
    for (std::size_t k = hidden; k < width; ++k) sum += z[k] * p[k];
    return sum;
}

// The gradient at one move, for the loss's derivative by its score.
KIBITZ_CLONES void back_score(float slope, const float* z, const float* p, const float* output,
                              float* z_change, float* p_change, float* output_change) {
    for (std::size_t k = 0; k < hidden; ++k) {
        const float sum = z[k] + p[k];
        const float on = sum > 0 ? slope : 0.0F;
        output_change[k] += on * sum;
        z_change[k] = on * output[k];
        p_change[k] += z_change[k];
    }
    for (std::size_t k = hidden; k < width; ++k) {
        z_change[k] = slope * p[k];
        p_change[k] += slope * z[k];
    }
}

KIBITZ_CLONES void back_mix(const float* weights, const float* context, const float* p_change,
                            float* weight_change, float* context_change) {
    for (std::size_t k = 0; k < width; ++k) {
        const float slope = p_change[k];
        const float* row = weights + k * context_size;
        float* change = weight_change + k * context_size;
        for (std::size_t i = 0; i < context_size; ++i) {
            change[i] += slope * context[i];
            context_change[i] += slope * row[i];
        }
    }
    for (std::size_t i = 0; i < context_size; ++i)
        if (context[i] <= 0 || context[i] >= most_context) context_change[i] = 0;
}

struct AdamNumbers {
    float rate, first_scale, second_scale, gradient_scale, kept;
};

constexpr double first_decay_rate = 0.9, second_decay_rate = 0.999;

KIBITZ_CLONES void adam(const AdamNumbers& numbers, std::size_t begin, std::size_t end, float limit,
                        float* parameters, float* gradient, float* first, float* second) {
    constexpr auto first_decay = static_cast<float>(first_decay_rate);
    constexpr auto second_decay = static_cast<float>(second_decay_rate);
    constexpr float epsilon = 1e-8F;
    for (std::size_t i = begin; i < end; ++i) {
        const float slope = gradient[i] * numbers.gradient_scale;
        first[i] = first_decay * first[i] + (1 - first_decay) * slope;
        second[i] = second_decay * second[i] + (1 - second_decay) * slope * slope;
        const float step = first[i] * numbers.first_scale /
                           (std::sqrt(second[i] * numbers.second_scale) + epsilon);
        parameters[i] =
            std::clamp(numbers.kept * parameters[i] - numbers.rate * step, -limit, limit);
        gradient[i] = 0;
    }
}

double length(std::span<const float> numbers) {
    double squares = 0;
    for (const float number : numbers) squares += static_cast<double>(number) * number;
    return std::sqrt(squares);
}

// The two rows of the rating with their weights.
struct WeightedRow {
    std::size_t row;
    float weight;
};
std::array<WeightedRow, 2> rating_rows(const PositionFeatures& features) {
    const float upper = static_cast<float>(features.rating.upper_weight) /
                        static_cast<float>(players::RatingRows::whole);
    const auto lower = static_cast<std::size_t>(features.rating.lower);
    return {{{lower, 1 - upper}, {lower + 1, upper}}};
}

}  // namespace

MoveModelLayout MoveModelLayout::make() {
    MoveModelLayout layout{};
    std::size_t at = 0;
    const auto take = [&at](std::size_t size) { return std::exchange(at, at + size); };
    layout.position_rows =
        take(static_cast<std::size_t>(players::position_row_count) * context_size);
    layout.context_bias = take(context_size);
    layout.mixing = take(width * context_size);
    layout.mixing_bias = take(width);
    layout.move_rows = take(static_cast<std::size_t>(players::move_row_count) * width);
    layout.output = take(hidden);
    layout.size = at;
    return layout;
}

MoveLearner::MoveLearner(std::uint64_t seed)
    : layout_(MoveModelLayout::make()),
      parameters_(layout_.size),
      gradient_(layout_.size),
      first_moment_(layout_.size),
      second_moment_(layout_.size),
      context_(context_size),
      mixed_(width) {
    Random random(seed);
    const auto fill = [&](std::size_t begin, std::size_t end, double deviation) {
        for (std::size_t i = begin; i < end; ++i)
            parameters_[i] = static_cast<float>(deviation * random.normal());
    };
    fill(layout_.position_rows, layout_.context_bias, 0.1);
    fill(layout_.mixing, layout_.mixing_bias, 0.5 / std::sqrt(shape::context));
    fill(layout_.mixing_bias, layout_.move_rows, 0.3);
    fill(layout_.move_rows, layout_.output, 0.05);
    fill(layout_.output, layout_.size, 0.3);
}

void MoveLearner::forward(const PositionFeatures& features) {
    const float* all = parameters_.data();
    std::copy_n(all + layout_.context_bias, context_size, context_.begin());
    add_rows(all + layout_.position_rows, numbers(features.rows), context_size, context_.data());
    for (const auto [row, weight] : rating_rows(features)) {
        const float* values = all + layout_.position_rows + row * context_size;
        for (std::size_t i = 0; i < context_size; ++i) context_[i] += weight * values[i];
    }
    for (float& unit : context_) unit = std::clamp(unit, 0.0F, most_context);
    mix(all + layout_.mixing, all + layout_.mixing_bias, context_.data(), mixed_.data());

    const std::size_t count = features.moves.size();
    moves_.assign(count * width, 0);
    scores_.resize(count);
    for (std::size_t m = 0; m < count; ++m) {
        float* z = moves_.data() + m * width;
        add_rows(all + layout_.move_rows, numbers(features.rows_of(m)), width, z);
        scores_[m] = score(z, mixed_.data(), all + layout_.output);
    }
    const float most = *std::ranges::max_element(scores_);
    double sum = 0;
    for (const float value : scores_) sum += std::exp(static_cast<double>(value - most));
    const auto log_sum = static_cast<float>(std::log(sum));
    for (float& value : scores_) value -= most + log_sum;
}

void MoveLearner::evaluate(const PositionFeatures& features,
                           std::vector<float>& log_probabilities) {
    forward(features);
    log_probabilities = scores_;
}

double MoveLearner::learn(const MoveSample& sample) {
    const PositionFeatures& features = sample.features;
    forward(features);
    ++samples_;
    const float* all = parameters_.data();
    float* gradient = gradient_.data();
    std::array<float, width> z_change, p_change{};
    for (std::size_t m = 0; m < features.moves.size(); ++m) {
        const bool played = static_cast<int>(m) == sample.played;
        const float slope = std::exp(scores_[m]) - (played ? 1.0F : 0.0F);
        // What hardly anybody plays changes hardly anything.
        constexpr float negligible = 0.002F;
        if (std::abs(slope) < negligible) continue;
        back_score(slope, moves_.data() + m * width, mixed_.data(), all + layout_.output,
                   z_change.data(), p_change.data(), gradient + layout_.output);
        add_to_rows(gradient + layout_.move_rows, numbers(features.rows_of(m)), width,
                    z_change.data());
    }
    std::array<float, context_size> context_change{};
    back_mix(all + layout_.mixing, context_.data(), p_change.data(), gradient + layout_.mixing,
             context_change.data());
    for (std::size_t k = 0; k < width; ++k) gradient[layout_.mixing_bias + k] += p_change[k];
    for (std::size_t i = 0; i < context_size; ++i)
        gradient[layout_.context_bias + i] += context_change[i];
    add_to_rows(gradient + layout_.position_rows, numbers(features.rows), context_size,
                context_change.data());
    for (const auto [row, weight] : rating_rows(features)) {
        float* values = gradient + layout_.position_rows + row * context_size;
        for (std::size_t i = 0; i < context_size; ++i) values[i] += weight * context_change[i];
    }
    return scores_[static_cast<std::size_t>(sample.played)];
}

void MoveLearner::step(double learning_rate, double decay) {
    if (samples_ == 0) return;
    ++steps_;
    const auto steps = static_cast<double>(steps_);
    // Rare moves give steep gradients, which would drive the learning apart.
    constexpr double largest_gradient = 0.5;
    const double gradient = length(gradient_) / samples_;
    const double shortened = std::min(1.0, largest_gradient / std::max(gradient, 1e-9));
    const AdamNumbers adam_numbers{
        .rate = static_cast<float>(learning_rate),
        .first_scale = static_cast<float>(1 / (1 - std::pow(first_decay_rate, steps))),
        .second_scale = static_cast<float>(1 / (1 - std::pow(second_decay_rate, steps))),
        .gradient_scale = static_cast<float>(shortened / samples_),
        .kept = static_cast<float>(1 - learning_rate * decay)};
    const auto change = [&](std::size_t begin, std::size_t end, double limit) {
        adam(adam_numbers, begin, end, static_cast<float>(limit), parameters_.data(),
             gradient_.data(), first_moment_.data(), second_moment_.data());
    };
    change(layout_.position_rows, layout_.context_bias, shape::largest(shape::position_row_scale));
    change(layout_.context_bias, layout_.move_rows, shape::largest_other);
    change(layout_.move_rows, layout_.output, shape::largest(shape::move_row_scale));
    change(layout_.output, layout_.size, shape::largest_other);
    samples_ = 0;
}

}  // namespace kibitz::train
