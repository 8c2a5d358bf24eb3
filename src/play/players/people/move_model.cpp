#include "players/people/move_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "players/people/embedded_files.hpp"
#include "players/people/model_shape.hpp"

namespace kibitz::players {

namespace {

namespace shape = model_shape;

constexpr std::string_view file_mark = "kbz-mov2", first_mark = "kbz-move";

struct Header {
    std::array<char, file_mark.size()> mark;
    std::array<std::int32_t, 6> sizes;
};

Header header() {
    Header made{};
    std::ranges::copy(file_mark, made.mark.begin());
    made.sizes = {position_row_count, move_row_count, shape::context,
                  shape::width,       shape::hidden,  shape::deeper};
    return made;
}

// Calls `take` with every part of the weights, as they follow each other in the file.
template <class Weights, class Take>
void for_each_part(Weights& weights, Take take) {
    take(weights.position_rows);
    take(weights.context_bias);
    take(weights.mixing);
    take(weights.mixing_bias);
    take(weights.move_rows);
    take(weights.deeper);
    take(weights.deeper_bias);
    take(weights.output);
}

// The sum of a table's rows.
template <std::size_t columns>
void add_rows(const std::int8_t* table, std::span<const std::uint16_t> rows,
              std::array<std::int32_t, columns>& sum) {
    for (const std::uint16_t number : rows) {
        const std::int8_t* row = table + number * columns;
        for (std::size_t i = 0; i < columns; ++i) sum[i] += row[i];
    }
}

}  // namespace

MoveModelWeights MoveModelWeights::zero() {
    const auto positions = static_cast<std::size_t>(position_row_count);
    const auto moves = static_cast<std::size_t>(move_row_count);
    MoveModelWeights weights;
    weights.position_rows.resize(positions * shape::context);
    weights.context_bias.resize(shape::context);
    weights.mixing.resize(std::size_t{shape::context} * shape::width);
    weights.mixing_bias.resize(shape::width);
    weights.move_rows.resize(moves * shape::width);
    weights.deeper.resize(std::size_t{shape::hidden} * shape::deeper);
    weights.deeper_bias.resize(shape::deeper);
    weights.output.resize(shape::hidden + shape::deeper);
    return weights;
}

std::expected<MoveModel, std::string> MoveModel::read(std::span<const std::byte> file) {
    const Header wanted = header();
    Header found{};
    if (file.size() < sizeof found) return std::unexpected("it is too short");
    std::memcpy(&found, file.data(), sizeof found);
    if (std::ranges::equal(found.mark, first_mark))
        return std::unexpected(
            "it is a move model of Kibitz 0.1, which this program cannot use; nets/people-2.moves "
            "is its successor");
    if (found.mark != wanted.mark) return std::unexpected("it is no move model");
    if (found.sizes != wanted.sizes)
        return std::unexpected("it is a model of another shape than this program's");
    MoveModelWeights weights = MoveModelWeights::zero();
    std::size_t at = sizeof found;
    bool is_complete = true;
    for_each_part(weights, [&](auto& part) {
        const std::size_t size = std::as_bytes(std::span(part)).size();
        if (file.size() - at < size) {
            is_complete = false;
            return;
        }
        std::memcpy(part.data(), file.data() + at, size);
        at += size;
    });
    if (!is_complete || at != file.size()) return std::unexpected("it has not the right length");
    return MoveModel(std::move(weights));
}

std::vector<std::byte> MoveModel::file() const {
    const Header made = header();
    const auto start = std::as_bytes(std::span(&made, 1));
    std::vector<std::byte> bytes(start.begin(), start.end());
    for_each_part(weights_, [&](const auto& part) {
        const auto more = std::as_bytes(std::span(part));
        bytes.insert(bytes.end(), more.begin(), more.end());
    });
    return bytes;
}

MoveModel::Mixed MoveModel::mixed(const FeatureView& features) const {
    constexpr std::size_t context_size = shape::context, width = shape::width;
    std::array<std::int32_t, context_size> context;
    std::ranges::copy(weights_.context_bias, context.begin());
    add_rows(weights_.position_rows.data(), features.rows, context);
    const auto lower = static_cast<std::size_t>(features.rating.lower);
    const std::int8_t* const rating = weights_.position_rows.data() + lower * context_size;
    for (std::size_t i = 0; i < context_size; ++i) {
        const int below = rating[i] * (RatingRows::whole - features.rating.upper_weight);
        const int above = rating[context_size + i] * features.rating.upper_weight;
        context[i] =
            std::clamp(context[i] + (below + above) / RatingRows::whole, 0, shape::most_context);
    }

    constexpr int coarser = shape::context_scale * shape::mixing_scale / shape::mixed_scale;
    std::array<std::int64_t, width> sums;
    for (std::size_t k = 0; k < width; ++k)
        sums[k] = std::int64_t{weights_.mixing_bias[k]} * shape::context_scale;
    for (std::size_t i = 0; i < context_size; ++i) {
        if (context[i] == 0) continue;
        const std::int16_t* const row = weights_.mixing.data() + i * width;
        for (std::size_t k = 0; k < width; ++k) sums[k] += row[k] * context[i];
    }
    Mixed mixed;
    for (std::size_t k = 0; k < width; ++k) mixed[k] = static_cast<std::int32_t>(sums[k] / coarser);
    return mixed;
}

double MoveModel::score(const Mixed& mixed, std::span<const std::uint16_t> move_rows) const {
    constexpr std::size_t width = shape::width, hidden = shape::hidden, deeper = shape::deeper;
    Mixed z{};
    add_rows(weights_.move_rows.data(), move_rows, z);
    std::int64_t rectified = 0, product = 0, deep = 0;
    std::array<std::int64_t, deeper> sums;
    for (std::size_t j = 0; j < deeper; ++j)
        sums[j] = std::int64_t{weights_.deeper_bias[j]} * shape::move_row_scale;
    for (std::size_t k = 0; k < hidden; ++k) {
        const std::int32_t unit = z[k] + mixed[k];
        if (unit <= 0) continue;
        rectified += std::int64_t{weights_.output[k]} * unit;
        const std::int16_t* const row = weights_.deeper.data() + k * deeper;
        for (std::size_t j = 0; j < deeper; ++j) sums[j] += std::int64_t{row[j]} * unit;
    }
    for (std::size_t j = 0; j < deeper; ++j)
        deep += weights_.output[hidden + j] * std::max<std::int64_t>(0, sums[j]);
    for (std::size_t k = hidden; k < width; ++k) product += std::int64_t{z[k]} * mixed[k];

    // Of the products: p and z in the second half, their sum and the output in the first.
    constexpr double unit = std::int64_t{shape::mixed_scale} * shape::output_scale;
    constexpr std::int64_t raise = shape::output_scale / shape::move_row_scale;
    const std::int64_t sum = rectified + deep / shape::deeper_scale + raise * product;
    return static_cast<double>(sum) / unit;
}

std::vector<double> MoveModel::scores(const FeatureView& features) const {
    const Mixed p = mixed(features);
    std::vector<double> scores;
    scores.reserve(features.moves());
    for (std::size_t m = 0; m < features.moves(); ++m)
        scores.push_back(score(p, features.rows_of(m)));
    return scores;
}

const MoveModel* built_in_move_model() {
    // Unreadable only where none is built in: a test sees to that.
    static const auto model = MoveModel::read(embedded_move_model());
    return model ? &*model : nullptr;
}

std::vector<MoveProbability> probabilities(std::span<const Move> moves,
                                           std::span<const double> scores) {
    std::vector<MoveProbability> all;
    if (moves.empty()) return all;
    const double most = *std::ranges::max_element(scores);
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        all.push_back({moves[i], std::exp(scores[i] - most)});
        sum += all.back().probability;
    }
    for (MoveProbability& one : all) one.probability /= sum;
    std::ranges::sort(all, [](const MoveProbability& a, const MoveProbability& b) {
        return a.probability != b.probability ? a.probability > b.probability
                                              : a.move.bits() < b.move.bits();
    });
    return all;
}

std::vector<MoveProbability> move_probabilities(const MoveModel& model, const Scene& scene,
                                                const Mover& mover, StaticEvaluation evaluation) {
    const auto looks = quick_look(scene.position, scene.earlier_keys, evaluation);
    if (looks.empty()) return {};
    const PositionFeatures features = features_of(scene, mover, looks);
    return probabilities(features.moves, model.scores(features.view()));
}

}  // namespace kibitz::players
