#include "train/stockfish_network.hpp"

#include <algorithm>
#include <type_traits>

#include "engine/eval/nnue/network_file.hpp"

namespace kibitz::train {

namespace {

constexpr std::uint32_t file_version = 0x7AF32F20;
constexpr std::uint32_t network_hash = 0x1C102EF2;  // of the shape; other shapes have others

// Fixed point: 127 is 1.0 of a hidden unit, 64 is 1.0 of a weight.
constexpr int unit_one = 127;
constexpr int weight_bits = 6;
// Of the output and of piece values in a unit of score.
constexpr int output_scale = 16;
constexpr int max_score = 30'000;  // only of files that nobody trained
// What 1.0 of the unit with the skip connection is worth, in units of score.
constexpr int skip_score = 600;

// Takes numbers from the front of a file.
class FileReader {
   public:
    explicit FileReader(std::span<const std::byte> rest) : rest_(rest) {}

    // All numbers of an array or vector.
    void read_all(auto& numbers) {
        using Number = std::remove_reference_t<decltype(numbers[0])>;
        if (numbers.size() * sizeof(Number) <= rest_.size())
            for (std::size_t i = 0; i < numbers.size(); ++i)
                numbers[i] = nnue::number_at<Number>(rest_, i);
        skip(numbers.size() * sizeof(Number));
    }
    template <class Number>
    Number read() {
        std::array<Number, 1> number{};
        read_all(number);
        return number[0];
    }
    void skip(std::size_t bytes) {
        was_short_ |= bytes > rest_.size();
        rest_ = rest_.subspan(std::min(bytes, rest_.size()));
    }
    [[nodiscard]] bool was_short() const { return was_short_; }
    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

   private:
    std::span<const std::byte> rest_;
    bool was_short_ = false;
};

// There are four buckets for each rank of the own king, which is mirrored to the files e to h.
// Those of its first rank come last.
int king_bucket(Square king) {
    constexpr int last_bucket = 28, buckets_a_rank = 4;
    const int file = king.index() % 8, rank = king.index() / 8;
    return last_bucket - buckets_a_rank * rank + (7 - std::max(file, 7 - file));
}

int clamp_to_unit(std::int64_t value) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, unit_one));
}
int clamp_to_unit(std::int16_t value) { return std::clamp<int>(value, 0, unit_one); }

}  // namespace

std::expected<std::unique_ptr<const StockfishNetwork>, std::string> StockfishNetwork::load(
    std::span<const std::byte> file) {
    FileReader reader(file);
    if (reader.read<std::uint32_t>() != file_version)
        return std::unexpected("it is no network of Stockfish");
    if (reader.read<std::uint32_t>() != network_hash)
        return std::unexpected(
            "it is a network of another shape than that of Stockfish 15 and 15.1");
    reader.skip(reader.read<std::uint32_t>());  // a description

    std::unique_ptr<StockfishNetwork> network(new StockfishNetwork);
    reader.skip(sizeof(std::uint32_t));  // a hash of the shape, as before each bucket below
    network->hidden_biases_.resize(hidden);
    network->input_weights_.resize(inputs * hidden);
    network->material_weights_.resize(inputs * buckets);
    reader.read_all(network->hidden_biases_);
    reader.read_all(network->input_weights_);
    reader.read_all(network->material_weights_);
    std::vector<std::int8_t> narrow(first_size * hidden);
    for (Layers& layers : network->layers_) {
        reader.skip(sizeof(std::uint32_t));
        reader.read_all(layers.first_biases);
        reader.read_all(narrow);
        layers.first_weights.assign(narrow.begin(), narrow.end());
        reader.read_all(layers.second_biases);
        reader.read_all(layers.second_weights);
        layers.output_bias = reader.read<std::int32_t>();
        reader.read_all(layers.output_weights);
    }
    if (reader.was_short()) return std::unexpected("the network is cut off");
    if (!reader.is_at_end()) return std::unexpected("there is more in the file than a network");
    return network;
}

void StockfishNetwork::fill_view(const Position& position, Color side, std::size_t bucket,
                                 View& view) const {
    constexpr int squares = 64, kinds = 11, last_file = 7;
    std::copy_n(hidden_biases_.begin(), hidden, view.sums.begin());
    view.material = 0;
    const Square king = position.king(side).relative(side);
    const int turn = king.index() % 8 < 4 ? last_file : 0;  // the king stands on the right
    const int base = king_bucket(king) * kinds;
    for (const Square square : position.occupied()) {
        const Piece piece = position.piece_on(square);
        const PieceType type = type_of(piece);
        // One kind for both kings, as the bucket says where the own one is.
        const int kind = type == PieceType::king
                             ? kinds - 1
                             : 2 * index(type) + (color_of(piece) == side ? 0 : 1);
        const auto input = static_cast<std::size_t>((base + kind) * squares +
                                                    (square.relative(side).index() ^ turn));
        const std::int16_t* const row = input_weights_.data() + input * hidden;
        for (std::size_t i = 0; i < hidden; ++i)
            view.sums[i] = static_cast<std::int16_t>(view.sums[i] + row[i]);
        view.material += material_weights_[input * buckets + bucket];
    }
}

std::int64_t StockfishNetwork::run_layers(const Layers& layers,
                                          std::span<const std::int16_t, hidden> products) const {
    std::array<std::int64_t, first_size> first{};
    for (std::size_t output = 0; output < first_size; ++output) {
        const std::int16_t* const row = layers.first_weights.data() + output * hidden;
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < hidden; ++i) sum += std::int32_t{products[i]} * row[i];
        first[output] = std::int64_t{sum} + layers.first_biases[output];
    }
    std::array<int, second_inputs> inputs_of_second{};
    for (std::size_t i = 0; i < paired; ++i) {
        constexpr int square_bits = 2 * weight_bits + 7;
        inputs_of_second[i] = clamp_to_unit(first[i] * first[i] >> square_bits);
        inputs_of_second[paired + i] = clamp_to_unit(first[i] >> weight_bits);
    }
    std::int64_t output = layers.output_bias;
    for (std::size_t unit = 0; unit < second_size; ++unit) {
        std::int64_t sum = layers.second_biases[unit];
        for (std::size_t i = 0; i < second_inputs; ++i)
            sum += inputs_of_second[i] * layers.second_weights[unit * second_inputs + i];
        output += clamp_to_unit(sum >> weight_bits) * layers.output_weights[unit];
    }
    constexpr int skip_one = unit_one << weight_bits;
    return output + first[paired] * (skip_score * output_scale) / skip_one;
}

int StockfishNetwork::evaluate(const Position& position) const {
    const Color us = position.side_to_move();
    const auto bucket = static_cast<std::size_t>((position.occupied().count() - 1) / 4);
    View own, their;
    fill_view(position, us, bucket, own);
    fill_view(position, ~us, bucket, their);

    std::array<std::int16_t, hidden> products;
    constexpr std::size_t half = hidden / 2;
    constexpr int product_bits = 7;
    const auto multiply = [&](const View& view, std::size_t at) {
        for (std::size_t i = 0; i < half; ++i)
            products[at + i] = static_cast<std::int16_t>(
                clamp_to_unit(view.sums[i]) * clamp_to_unit(view.sums[half + i]) >> product_bits);
    };
    multiply(own, 0);
    multiply(their, half);
    const std::int64_t layers = run_layers(layers_[bucket], products);
    const std::int64_t material = (own.material - their.material) / 2;

    // As Stockfish 15.1 weighs the two, and the whole by the pieces on the board.
    constexpr std::array<int, piece_type_count> values = {0, 781, 825, 1'276, 2'538, 0};
    int pieces = 0;
    for (const PieceType type :
         {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
        pieces += values[static_cast<std::size_t>(index(type))] * position.pieces(type).count();
    const int shift = 24 - pieces / 9'560;
    constexpr int one = 1'024;
    const std::int64_t score =
        ((one - shift) * material + (one + shift) * layers) / (one * output_scale);
    const std::int64_t scaled = score * (1'064 + 106 * pieces / 5'120) / one;
    return static_cast<int>(std::clamp<std::int64_t>(scaled, -max_score, max_score));
}

namespace {

class StaticTeacher final : public Teacher {
   public:
    explicit StaticTeacher(const StockfishNetwork& network) : network_(network) {}

    std::expected<void, std::string> new_game(const Chain& /*game*/) override { return {}; }

    std::expected<ChainScore, std::string> score(const Position& position,
                                                 std::span<const Key> /*earlier_keys*/) override {
        const int own = network_.evaluate(position);
        const int white = position.side_to_move() == Color::white ? own : -own;
        return static_cast<ChainScore>(std::clamp<int>(white, -max_plain_score, max_plain_score));
    }

   private:
    const StockfishNetwork& network_;
};

}  // namespace

MakeTeacher static_teacher(const StockfishNetwork& network) {
    return [&network]() -> std::expected<std::unique_ptr<Teacher>, std::string> {
        return std::make_unique<StaticTeacher>(network);
    };
}

}  // namespace kibitz::train
