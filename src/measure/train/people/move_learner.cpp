#include "train/people/move_learner.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
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

using players::FeatureView;
namespace shape = players::model_shape;

constexpr std::size_t context_size = shape::context, width = shape::width, hidden = shape::hidden,
                      deeper = shape::deeper;
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

KIBITZ_CLONES void add_position_rows(const float* table, RowNumbers rows, float* sum) {
    for (const std::uint16_t* number = rows.begin; number != rows.end; ++number) {
        const float* row = table + *number * context_size;
        for (std::size_t i = 0; i < context_size; ++i) sum[i] += row[i];
    }
}

KIBITZ_CLONES void add_move_rows(const float* table, RowNumbers rows, float* out) {
    float sum[width] = {};
    for (const std::uint16_t* number = rows.begin; number != rows.end; ++number) {
        const float* row = table + *number * width;
        for (std::size_t i = 0; i < width; ++i) sum[i] += row[i];
    }
    for (std::size_t i = 0; i < width; ++i) out[i] = sum[i];
}

KIBITZ_CLONES void add_to_rows(float* table, RowNumbers rows, std::size_t columns,
                               const float* change) {
    for (const std::uint16_t* number = rows.begin; number != rows.end; ++number) {
        float* row = table + *number * columns;
        for (std::size_t i = 0; i < columns; ++i) row[i] += change[i];
    }
}

KIBITZ_CLONES void mix(const float* weights, const float* bias, const float* context, float* out) {
    float sum[width];
    for (std::size_t k = 0; k < width; ++k) sum[k] = bias[k];
    for (std::size_t i = 0; i < context_size; ++i) {
        const float unit = context[i];
        if (unit == 0) continue;
        const float* row = weights + i * width;
        for (std::size_t k = 0; k < width; ++k) sum[k] += row[k] * unit;
    }
    for (std::size_t k = 0; k < width; ++k) out[k] = sum[k];
}

// Sums of products are kept apart in so many lanes, or they could not be added side by side.
constexpr std::size_t lanes = 8;

struct Head {
    const float* deeper;       // [hidden][deeper]
    const float* deeper_bias;  // [deeper]
    const float* output;       // [hidden] and [deeper]
};

// The score of a move; `deep` gets its deeper units.
KIBITZ_CLONES float score(const Head& head, const float* z, const float* p, float* deep) {
    float units[deeper], part[lanes] = {};
    for (std::size_t j = 0; j < deeper; ++j) units[j] = head.deeper_bias[j];
    float sum = 0;
    for (std::size_t k = 0; k < hidden; ++k) {
        const float unit = z[k] + p[k];
        if (unit <= 0) continue;
        sum += head.output[k] * unit;
        const float* row = head.deeper + k * deeper;
        for (std::size_t j = 0; j < deeper; ++j) units[j] += row[j] * unit;
    }
    for (std::size_t j = 0; j < deeper; ++j) deep[j] = units[j] > 0 ? units[j] : 0.0F;
    for (std::size_t j = 0; j < deeper; j += lanes)
        for (std::size_t i = 0; i < lanes; ++i)
            part[i] += head.output[hidden + j + i] * deep[j + i];
    for (std::size_t k = hidden; k < width; k += lanes)
        for (std::size_t i = 0; i < lanes; ++i) part[i] += z[k + i] * p[k + i];
    for (const float one : part) sum += one;
    return sum;
}

struct HeadChange {
    float* deeper;
    float* deeper_bias;
    float* output;
};

// The gradient at one move, for the loss's derivative by its score.
KIBITZ_CLONES void back_score(float slope, const Head& head, const float* z, const float* p,
                              const float* deep, const HeadChange& change, float* z_change,
                              float* p_change) {
    float deep_change[deeper];
    for (std::size_t j = 0; j < deeper; ++j) {
        change.output[hidden + j] += slope * deep[j];
        deep_change[j] = deep[j] > 0 ? slope * head.output[hidden + j] : 0.0F;
        change.deeper_bias[j] += deep_change[j];
    }
    for (std::size_t k = 0; k < hidden; ++k) {
        const float unit = z[k] + p[k];
        z_change[k] = 0;
        if (unit <= 0) continue;
        change.output[k] += slope * unit;
        const float* row = head.deeper + k * deeper;
        float* row_change = change.deeper + k * deeper;
        float part[lanes] = {};
        for (std::size_t j = 0; j < deeper; ++j) row_change[j] += unit * deep_change[j];
        for (std::size_t j = 0; j < deeper; j += lanes)
            for (std::size_t i = 0; i < lanes; ++i) part[i] += row[j + i] * deep_change[j + i];
        float sum = slope * head.output[k];
        for (const float one : part) sum += one;
        z_change[k] = sum;
        p_change[k] += sum;
    }
    for (std::size_t k = hidden; k < width; ++k) {
        z_change[k] = slope * p[k];
        p_change[k] += slope * z[k];
    }
}

KIBITZ_CLONES void back_mix(const float* weights, const float* context, const float* p_change,
                            float* weight_change, float* context_change) {
    for (std::size_t i = 0; i < context_size; ++i) {
        const float unit = context[i];
        context_change[i] = 0;
        if (unit <= 0) continue;
        const float* row = weights + i * width;
        float* change = weight_change + i * width;
        float part[lanes] = {};
        for (std::size_t k = 0; k < width; ++k) change[k] += p_change[k] * unit;
        for (std::size_t k = 0; k < width; k += lanes)
            for (std::size_t j = 0; j < lanes; ++j) part[j] += p_change[k + j] * row[k + j];
        if (unit >= most_context) continue;
        for (const float one : part) context_change[i] += one;
    }
}

struct AdamNumbers {
    float rate, first_scale, second_scale, gradient_scale, kept, mean_kept;
};

constexpr double first_decay_rate = 0.9, second_decay_rate = 0.999;
// Of the running mean of the weights.
constexpr double mean_decay_rate = 0.998;

KIBITZ_CLONES void adam(const AdamNumbers& numbers, std::size_t begin, std::size_t end, float limit,
                        float* parameters, float* gradient, float* first, float* second,
                        float* mean) {
    constexpr auto first_decay = static_cast<float>(first_decay_rate);
    constexpr auto second_decay = static_cast<float>(second_decay_rate);
    // As large as the gradients of rows that are seldom seen: with less, one sample moves such a
    // row as far as thousands move the others, and the learning goes apart.
    constexpr float epsilon = 2e-5F;
    for (std::size_t i = begin; i < end; ++i) {
        const float slope = gradient[i] * numbers.gradient_scale;
        first[i] = first_decay * first[i] + (1 - first_decay) * slope;
        second[i] = second_decay * second[i] + (1 - second_decay) * slope * slope;
        const float step = first[i] * numbers.first_scale /
                           (std::sqrt(second[i] * numbers.second_scale) + epsilon);
        parameters[i] =
            std::clamp(numbers.kept * parameters[i] - numbers.rate * step, -limit, limit);
        mean[i] = numbers.mean_kept * mean[i] + (1 - numbers.mean_kept) * parameters[i];
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
std::array<WeightedRow, 2> rating_rows(const FeatureView& features) {
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
    layout.deeper = take(std::size_t{shape::hidden} * shape::deeper);
    layout.deeper_bias = take(shape::deeper);
    layout.output = take(shape::hidden + shape::deeper);
    layout.size = at;
    return layout;
}

MoveLearner::MoveLearner(std::uint64_t seed)
    : layout_(MoveModelLayout::make()),
      parameters_(layout_.size),
      gradient_(layout_.size),
      first_moment_(layout_.size),
      second_moment_(layout_.size),
      mean_(layout_.size),
      context_(context_size),
      mixed_(width) {
    Random random(seed);
    const auto fill = [&](std::size_t begin, std::size_t end, double deviation) {
        for (std::size_t i = begin; i < end; ++i)
            parameters_[i] = static_cast<float>(deviation * random.normal());
    };
    // Rows begin near nothing: what they are at random would make of each position a number of its
    // own, from which games are learned by heart. What is mixed from them begins large, or the
    // scores would be sums of the moves' rows alone for a long time.
    constexpr double hardly_on = 0.1, mixed = 3;
    fill(layout_.position_rows, layout_.context_bias, 0.01);
    std::ranges::fill(std::span(parameters_).subspan(layout_.context_bias, context_size),
                      hardly_on);
    fill(layout_.mixing, layout_.mixing_bias, mixed / std::sqrt(shape::context));
    fill(layout_.mixing_bias, layout_.move_rows, 0.3);
    fill(layout_.move_rows, layout_.deeper, 0.01);
    fill(layout_.deeper, layout_.deeper_bias, 1 / std::sqrt(hidden));
    fill(layout_.output, layout_.output + hidden, 0.3);
    fill(layout_.output + hidden, layout_.size, 0.1);
}

void MoveLearner::forward(const FeatureView& features) {
    const float* all = parameters_.data();
    std::copy_n(all + layout_.context_bias, context_size, context_.begin());
    add_position_rows(all + layout_.position_rows, numbers(features.rows), context_.data());
    for (const auto [row, weight] : rating_rows(features)) {
        const float* values = all + layout_.position_rows + row * context_size;
        for (std::size_t i = 0; i < context_size; ++i) context_[i] += weight * values[i];
    }
    for (float& unit : context_) unit = std::clamp(unit, 0.0F, most_context);
    mix(all + layout_.mixing, all + layout_.mixing_bias, context_.data(), mixed_.data());

    const Head head{all + layout_.deeper, all + layout_.deeper_bias, all + layout_.output};
    const std::size_t count = features.moves();
    moves_.resize(count * width);
    deeper_.resize(count * deeper);
    scores_.resize(count);
    for (std::size_t m = 0; m < count; ++m) {
        float* z = moves_.data() + m * width;
        add_move_rows(all + layout_.move_rows, numbers(features.rows_of(m)), z);
        scores_[m] = score(head, z, mixed_.data(), deeper_.data() + m * deeper);
    }
    const float most = *std::ranges::max_element(scores_);
    double sum = 0;
    for (const float value : scores_) sum += std::exp(static_cast<double>(value - most));
    const auto log_sum = static_cast<float>(std::log(sum));
    for (float& value : scores_) value -= most + log_sum;
}

void MoveLearner::evaluate(const FeatureView& features, std::vector<float>& log_probabilities) {
    forward(features);
    log_probabilities = scores_;
}

double MoveLearner::learn(const FeatureView& features, std::span<const float> wanted) {
    forward(features);
    ++samples_;
    const float* all = parameters_.data();
    float* gradient = gradient_.data();
    const Head head{all + layout_.deeper, all + layout_.deeper_bias, all + layout_.output};
    const HeadChange head_change{gradient + layout_.deeper, gradient + layout_.deeper_bias,
                                 gradient + layout_.output};
    double log_likelihood = 0;
    std::array<float, width> z_change, p_change{};
    for (std::size_t m = 0; m < features.moves(); ++m) {
        log_likelihood += static_cast<double>(wanted[m]) * scores_[m];
        const float slope = std::exp(scores_[m]) - wanted[m];
        // What hardly anybody plays changes hardly anything.
        constexpr float negligible = 0.002F;
        if (std::abs(slope) < negligible) continue;
        back_score(slope, head, moves_.data() + m * width, mixed_.data(),
                   deeper_.data() + m * deeper, head_change, z_change.data(), p_change.data());
        add_to_rows(gradient + layout_.move_rows, numbers(features.rows_of(m)), width,
                    z_change.data());
    }
    std::array<float, context_size> context_change;
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
    return log_likelihood;
}

void MoveLearner::step(double learning_rate, double decay) {
    if (samples_ == 0) return;
    ++steps_;
    const auto steps = static_cast<double>(steps_);
    // Rare moves give steep gradients, which would drive the learning apart.
    constexpr double largest_gradient = 0.5;
    const double gradient = length(gradient_) / samples_;
    const double shortened = std::min(1.0, largest_gradient / std::max(gradient, 1e-9));
    AdamNumbers adam_numbers{
        .rate = 0,
        .first_scale = static_cast<float>(1 / (1 - std::pow(first_decay_rate, steps))),
        .second_scale = static_cast<float>(1 / (1 - std::pow(second_decay_rate, steps))),
        .gradient_scale = static_cast<float>(shortened / samples_),
        .kept = static_cast<float>(1 - learning_rate * decay),
        // At the start it must not remember the random weights for long.
        .mean_kept = static_cast<float>(std::min(mean_decay_rate, steps / (steps + 10)))};
    const auto change = [&](std::size_t begin, std::size_t end, double limit, double share) {
        adam_numbers.rate = static_cast<float>(share * learning_rate);
        adam(adam_numbers, begin, end, static_cast<float>(limit), parameters_.data(),
             gradient_.data(), first_moment_.data(), second_moment_.data(), mean_.data());
    };
    // The weights that every position uses take smaller steps: all of them together move a score
    // far, and what they make of noise would drown what the rows learn.
    constexpr double of_rows = 1, of_all = 0.06;
    change(layout_.position_rows, layout_.context_bias, shape::largest(shape::position_row_scale),
           of_rows);
    change(layout_.context_bias, layout_.move_rows, shape::largest_other, of_all);
    change(layout_.move_rows, layout_.deeper, shape::largest(shape::move_row_scale), of_rows);
    change(layout_.deeper, layout_.size, shape::largest_other, of_all);
    samples_ = 0;
}

std::vector<std::span<const std::byte>> MoveLearner::state() const {
    std::vector<std::span<const std::byte>> parts{std::as_bytes(std::span(&steps_, 1))};
    for (const auto* part : {&parameters_, &first_moment_, &second_moment_, &mean_})
        parts.push_back(std::as_bytes(std::span(*part)));
    return parts;
}

bool MoveLearner::restore(std::span<const std::byte> state) {
    const std::size_t size = layout_.size * sizeof(float);
    constexpr std::size_t kept_parts = 4;
    if (state.size() != sizeof steps_ + kept_parts * size) return false;
    std::memcpy(&steps_, state.data(), sizeof steps_);
    state = state.subspan(sizeof steps_);
    for (auto* part : {&parameters_, &first_moment_, &second_moment_, &mean_}) {
        std::memcpy(part->data(), state.data(), size);
        state = state.subspan(size);
    }
    return true;
}

}  // namespace kibitz::train
