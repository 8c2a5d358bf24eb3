#include "players/people/people_net.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "players/people/embedded_files.hpp"

namespace kibitz::players {

namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they are");

constexpr std::string_view network_mark = "kbz-peop";
constexpr std::uint32_t file_version = 1;
constexpr std::uint32_t longest_description = 1 << 16;

// More would not fit into the sums of 32 bits: 9 * 112 * 128 * 16383 < 2^31.
constexpr int most_channels = 112, most_blocks = 16, most_width = 64;

constexpr int one = 512;                // 1 as an activation
constexpr int most_activation = 16383;  // what an activation is cut to
constexpr int multiplier_bits = 24;
constexpr int score_bits = 8;  // 512 * 512 / 2^8 = 1024
constexpr int promotion_to_score = 2;

constexpr int first_rating = 600, rating_step = 200, rating_rows = 11, rating_parts = 256;
constexpr int time_classes = 4;
constexpr int taps = 9;
constexpr int promotions = 3, results = 3;

struct NetworkHeader {
    std::array<char, network_mark.size()> mark{};
    std::uint32_t version = file_version;
    NetShape shape;
    std::uint64_t checksum = 0;  // of all that follows the header
    std::uint32_t description_length = 0;
    std::uint32_t unused = 0;
};

// FNV-1a: it tells a damaged file, not a forged one.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xCBF29CE484222325ull;
    for (const std::byte byte : bytes)
        hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3ull;
    return hash;
}

template <class Layer, class Take>
void take_layer(Layer& layer, Take& take) {
    take(layer.weights);
    take(layer.multipliers);
    take(layer.biases);
}

// Calls `take` with every part of the weights, as they follow each other in the file.
template <class Weights, class Take>
void for_each_table(Weights& weights, Take take) {
    take(weights.own);
    take(weights.other);
    take(weights.time);
    take(weights.condition_bias);
    take_layer(weights.first, take);
    take_layer(weights.shift, take);
    for (auto& block : weights.blocks)
        for (auto* layer : {&block.one, &block.shift, &block.two, &block.pool})
            take_layer(*layer, take);
    take_layer(weights.start, take);
    take_layer(weights.end, take);
    take(weights.start_square);
    take(weights.end_square);
    take_layer(weights.promotion, take);
    take_layer(weights.result, take);
}

NetLayer layer(int outputs, int inputs) {
    const auto count = static_cast<std::size_t>(outputs);
    NetLayer made{
        .outputs = outputs, .inputs = inputs, .weights = {}, .multipliers = {}, .biases = {}};
    made.weights.resize(count * static_cast<std::size_t>(inputs));
    made.multipliers.resize(count);
    made.biases.resize(count);
    return made;
}

bool is_within(std::int32_t value, int least, int most) { return value >= least && value <= most; }

bool is_possible(const NetShape& shape) {
    return shape.planes == net_plane_count && is_within(shape.channels, 1, most_channels) &&
           is_within(shape.blocks, 0, most_blocks) && is_within(shape.condition, 1, most_width) &&
           is_within(shape.head, 1, most_width);
}

using Sums = std::vector<std::int32_t>;
using Activations = std::vector<std::int16_t>;

std::int32_t product(const std::int8_t* weights, const std::int16_t* inputs, int count) {
    std::int32_t sum = 0;
    for (int i = 0; i < count; ++i) sum += std::int32_t{weights[i]} * std::int32_t{inputs[i]};
    return sum;
}

std::int16_t activation(std::int64_t value) {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(value, 0, most_activation));
}

std::int64_t output(const NetLayer& layer, std::size_t number, const std::int16_t* inputs) {
    const auto width = static_cast<std::size_t>(layer.inputs);
    const std::int64_t sum = product(layer.weights.data() + number * width, inputs, layer.inputs);
    constexpr std::int64_t half = std::int64_t{1} << (multiplier_bits - 1);
    return ((sum * layer.multipliers[number] + half) >> multiplier_bits) + layer.biases[number];
}

Sums outputs(const NetLayer& layer, const std::int16_t* inputs) {
    // So far out that two of them still add up.
    constexpr std::int64_t far = 1 << 28;
    Sums made(static_cast<std::size_t>(layer.outputs));
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = static_cast<std::int32_t>(std::clamp(output(layer, i, inputs), -far, far));
    return made;
}

// The board with so many numbers a square and a rim of zeros around it.
class Board {
   public:
    explicit Board(int channels)
        : channels_(static_cast<std::size_t>(channels)), numbers_(side * side * channels_) {}

    std::int16_t* at(int square) { return numbers_.data() + offset(square); }
    [[nodiscard]] const std::int16_t* at(int square) const {
        return numbers_.data() + offset(square);
    }
    // The square and those around it, row by row from below, `taps` times `channels` numbers.
    void neighbourhood(int square, std::int16_t* to) const {
        constexpr std::size_t rows = 3;
        const std::size_t corner = offset(square) - (side + 1) * channels_;
        for (std::size_t row = 0; row < rows; ++row)
            std::copy_n(numbers_.data() + corner + row * side * channels_, rows * channels_,
                        to + row * rows * channels_);
    }
    // Of each number over the squares, rounded down.
    [[nodiscard]] Activations mean() const {
        Sums sums(channels_);
        for (int square = 0; square < square_count; ++square)
            for (std::size_t i = 0; i < channels_; ++i) sums[i] += at(square)[i];
        Activations means(channels_);
        for (std::size_t i = 0; i < channels_; ++i)
            means[i] = static_cast<std::int16_t>(sums[i] / square_count);
        return means;
    }

   private:
    static constexpr std::size_t side = 10;
    [[nodiscard]] std::size_t offset(int square) const {
        const auto file = static_cast<std::size_t>(square % 8),
                   rank = static_cast<std::size_t>(square / 8);
        return ((rank + 1) * side + file + 1) * channels_;
    }

    std::size_t channels_;
    std::vector<std::int16_t> numbers_;
};

// to = cut(layer(from) + shift + what is there already, if it is to be added)
void convolve(const NetLayer& layer, const Board& from, const Sums& shift, bool adds, Board& to) {
    Activations around(static_cast<std::size_t>(layer.inputs));
    for (int square = 0; square < square_count; ++square) {
        from.neighbourhood(square, around.data());
        std::int16_t* const out = to.at(square);
        for (std::size_t i = 0; i < shift.size(); ++i) {
            const int before = adds ? out[i] : 0;
            out[i] = activation(before + shift[i] + output(layer, i, around.data()));
        }
    }
}

Board board_of(const NetInput& input) {
    Board board(net_plane_count);
    for (std::size_t plane = 0; plane < input.planes.size(); ++plane)
        for (const Square square : Bitboard(input.planes[plane]))
            board.at(square.index())[plane] = one;
    return board;
}

// A row for a rating, between the rows of the two ratings around it.
void add_rating(const std::vector<std::int16_t>& rows, int rating, Sums& sum) {
    const int above = std::clamp(rating - first_rating, 0, (rating_rows - 1) * rating_step - 1);
    const int share = above % rating_step * rating_parts / rating_step;
    const std::int16_t* const lower =
        rows.data() + static_cast<std::size_t>(above / rating_step) * sum.size();
    const std::int16_t* const upper = lower + sum.size();
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += (lower[i] * (rating_parts - share) + upper[i] * share) >> 8;
}

Activations condition_of(const NetWeights& weights, const NetMover& mover) {
    Sums sum(weights.condition_bias.begin(), weights.condition_bias.end());
    add_rating(weights.own, mover.rating, sum);
    add_rating(weights.other, mover.opponent, sum);
    const auto time = static_cast<std::size_t>(mover.time_class) * sum.size();
    Activations made(sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
        made[i] = activation(sum[i] + weights.time[time + i]);
    return made;
}

Board trunk(const NetWeights& weights, const NetInput& input) {
    const Activations who = condition_of(weights, input.mover);
    const int channels = weights.shape.channels;
    Board x(channels), y(channels);
    convolve(weights.first, board_of(input), outputs(weights.shift, who.data()), false, x);
    for (const NetBlock& block : weights.blocks) {
        convolve(block.one, x, outputs(block.shift, who.data()), false, y);
        convolve(block.two, y, outputs(block.pool, y.mean().data()), true, x);
    }
    return x;
}

// The vectors of all squares, [64][head].
Activations vectors(const NetLayer& layer, const std::vector<std::int16_t>& squares,
                    const Board& x) {
    const auto head = static_cast<std::size_t>(layer.outputs);
    Activations made(head * square_count);
    for (int square = 0; square < square_count; ++square)
        for (std::size_t i = 0; i < head; ++i) {
            const std::size_t at = static_cast<std::size_t>(square) * head + i;
            made[at] = static_cast<std::int16_t>(std::clamp<std::int64_t>(
                output(layer, i, x.at(square)) + squares[at], -most_activation, most_activation));
        }
    return made;
}

}  // namespace

NetWeights NetWeights::zero(const NetShape& shape) {
    const auto condition = static_cast<std::size_t>(shape.condition);
    const auto head = static_cast<std::size_t>(shape.head);
    const int channels = shape.channels;
    NetWeights weights;
    weights.shape = shape;
    weights.own.resize(rating_rows * condition);
    weights.other.resize(rating_rows * condition);
    weights.time.resize(time_classes * condition);
    weights.condition_bias.resize(condition);
    weights.first = layer(channels, taps * shape.planes);
    weights.shift = layer(channels, shape.condition);
    for (int i = 0; i < shape.blocks; ++i)
        weights.blocks.push_back({.one = layer(channels, taps * channels),
                                  .shift = layer(channels, shape.condition),
                                  .two = layer(channels, taps * channels),
                                  .pool = layer(channels, channels)});
    weights.start = layer(shape.head, channels);
    weights.end = layer(shape.head, channels);
    weights.start_square.resize(square_count * head);
    weights.end_square.resize(square_count * head);
    weights.promotion = layer(promotions, channels);
    weights.result = layer(results, channels);
    return weights;
}

PeopleNet::PeopleNet(NetWeights weights, std::string description)
    : weights_(std::move(weights)), description_(std::move(description)) {}

std::expected<PeopleNet, std::string> PeopleNet::read(std::span<const std::byte> file) {
    NetworkHeader header;
    if (file.size() < sizeof header) return std::unexpected("it is too short");
    std::memcpy(&header, file.data(), sizeof header);
    if (std::string_view(header.mark.data(), header.mark.size()) != network_mark)
        return std::unexpected("it is no policy network for people");
    if (header.version != file_version)
        return std::unexpected("its version is " + std::to_string(header.version) +
                               ", and this program reads version " + std::to_string(file_version));
    if (!is_possible(header.shape))
        return std::unexpected("it has a shape that this program cannot compute");
    const auto rest = file.subspan(sizeof header);
    if (header.description_length > std::min<std::size_t>(rest.size(), longest_description))
        return std::unexpected("it has not the right length");
    NetWeights weights = NetWeights::zero(header.shape);
    std::size_t at = header.description_length;
    bool is_complete = true;
    for_each_table(weights, [&](auto& part) {
        const std::size_t size = std::as_bytes(std::span(part)).size();
        is_complete = is_complete && rest.size() - at >= size;
        if (!is_complete) return;
        std::memcpy(part.data(), rest.data() + at, size);
        at += size;
    });
    if (!is_complete || at != rest.size()) return std::unexpected("it has not the right length");
    if (checksum_of(rest) != header.checksum) return std::unexpected("it is damaged");
    return PeopleNet(std::move(weights), std::string(reinterpret_cast<const char*>(rest.data()),
                                                     header.description_length));
}

std::vector<std::byte> PeopleNet::file() const {
    const auto description = std::as_bytes(std::span(description_));
    std::vector<std::byte> rest(description.begin(), description.end());
    for_each_table(weights_, [&](const auto& part) {
        const auto more = std::as_bytes(std::span(part));
        rest.insert(rest.end(), more.begin(), more.end());
    });
    NetworkHeader header{.shape = weights_.shape,
                         .checksum = checksum_of(rest),
                         .description_length = static_cast<std::uint32_t>(description_.size())};
    std::ranges::copy(network_mark, header.mark.begin());
    const auto start = std::as_bytes(std::span(&header, 1));
    std::vector<std::byte> bytes(start.begin(), start.end());
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

PeopleNet::Output PeopleNet::evaluate(const NetInput& input,
                                      std::span<const std::uint16_t> moves) const {
    const Board x = trunk(weights_, input);
    const Activations start = vectors(weights_.start, weights_.start_square, x);
    const Activations end = vectors(weights_.end, weights_.end_square, x);
    const auto head = static_cast<std::size_t>(weights_.shape.head);
    Output made;
    for (const std::uint16_t move : moves) {
        const int from = move & 63, to = move >> 6 & 63, promotion = move >> 12;
        const std::int16_t* const first = start.data() + static_cast<std::size_t>(from) * head;
        const std::int16_t* const last = end.data() + static_cast<std::size_t>(to) * head;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < head; ++i) sum += std::int64_t{first[i]} * last[i];
        auto score = static_cast<std::int32_t>(sum >> score_bits);
        if (promotion > 0)
            score += promotion_to_score *
                     outputs(weights_.promotion, x.at(to))[static_cast<std::size_t>(promotion - 1)];
        made.scores.push_back(score);
    }
    const Sums result = outputs(weights_.result, x.mean().data());
    std::ranges::copy(result, made.result.begin());
    return made;
}

const PeopleNet* built_in_people_net() {
    static const auto net = PeopleNet::read(embedded_people_net());
    return net ? &*net : nullptr;
}

std::vector<MoveProbability> move_probabilities(const PeopleNet& net, const Scene& scene,
                                                const NetMover& mover) {
    const MoveList legal = legal_moves(scene.position);
    std::vector<std::uint16_t> moves;
    for (const Move move : legal) moves.push_back(net_move(move, scene.position.side_to_move()));
    const auto output = net.evaluate(net_input(scene, mover), moves);
    constexpr double unit = 1024;
    std::vector<double> scores;
    for (const std::int32_t score : output.scores) scores.push_back(score / unit);
    return probabilities(std::span(legal.begin(), legal.end()), scores);
}

}  // namespace kibitz::players
