#include "players/people/move_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "players/people/embedded_files.hpp"

namespace kibitz::players {

namespace shape = model_shape;

namespace {

constexpr std::string_view file_mark = "kbz-mov4", mark_without_searches = "kbz-mov3";
constexpr std::array<std::string_view, 2> earlier_marks{"kbz-move", "kbz-mov2"};
constexpr std::size_t channels = shape::channels, patch_size = shape::taps * channels;
constexpr std::size_t search_weights = std::size_t{shape::search_rows} * shape::facts;

struct Header {
    std::array<char, file_mark.size()> mark;
    std::array<std::int32_t, 6> sizes;  // the last is the number of blocks
};
constexpr std::array<std::int32_t, 5> fixed_sizes{net_plane_count, shape::channels, shape::facts,
                                                  shape::squeezed, shape::kinds};

// Rounds to the nearest.
template <int bits>
std::int64_t shifted(std::int64_t number) {
    return (number + (std::int64_t{1} << (bits - 1))) >> bits;
}

std::int16_t on_square(std::int64_t number) {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number, 0, shape::most_on_square));
}

// Reads one part of the file after the other.
class PartReader {
   public:
    explicit PartReader(std::span<const std::byte> left) : left_(left) {}

    template <class Number>
    void read(std::vector<Number>& numbers, std::size_t count) {
        numbers.resize(count);
        take(numbers.data(), count * sizeof(Number));
    }
    // Weights in 8 bits, [channel][tap][channel before], of which there may be fewer than usual.
    void read_weights(std::vector<std::int16_t>& weights, std::size_t before) {
        std::vector<std::int8_t> read_(channels * shape::taps * before);
        take(read_.data(), read_.size());
        weights.assign(channels * patch_size, 0);
        for (std::size_t row = 0; row < channels * shape::taps; ++row)
            std::copy_n(read_.begin() + static_cast<std::ptrdiff_t>(row * before), before,
                        weights.begin() + static_cast<std::ptrdiff_t>(row * channels));
    }
    [[nodiscard]] bool is_at_end() const { return is_long_enough_ && left_.empty(); }

   private:
    void take(void* to, std::size_t bytes) {
        is_long_enough_ = is_long_enough_ && left_.size() >= bytes;
        if (!is_long_enough_) return;
        std::memcpy(to, left_.data(), bytes);
        left_ = left_.subspan(bytes);
    }

    std::span<const std::byte> left_;
    bool is_long_enough_ = true;
};

std::vector<MoveProbability> probabilities(std::span<const Move> moves,
                                           std::span<const double> scores) {
    std::vector<MoveProbability> all;
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

}  // namespace

// The channels of every square.
struct MoveModel::Board {
    std::array<std::int16_t, shape::squares * channels> at{};

    [[nodiscard]] const std::int16_t* square(int number) const {
        return at.data() + static_cast<std::size_t>(number) * channels;
    }
    [[nodiscard]] std::int16_t* square(int number) {
        return at.data() + static_cast<std::size_t>(number) * channels;
    }
};

// What a convolution sees around each square: nothing beyond the edges.
struct MoveModel::Patches {
    std::array<std::int16_t, shape::squares * patch_size> at{};
    std::array<std::int32_t, channels * shape::squares> sums{};  // [channel][square]

    void cut_out_of(const Board& board);
};

void MoveModel::Patches::cut_out_of(const Board& board) {
    constexpr int width = 8;
    std::int16_t* to = at.data();
    for (int square = 0; square < shape::squares; ++square)
        for (int tap = 0; tap < shape::taps; ++tap, to += channels) {
            const int rank = square / width + tap / 3 - 1, file = square % width + tap % 3 - 1;
            if (rank < 0 || rank >= width || file < 0 || file >= width)
                std::fill_n(to, channels, std::int16_t{0});
            else
                std::copy_n(board.square(rank * width + file), channels, to);
        }
}

std::expected<MoveModel, std::string> MoveModel::read(std::span<const std::byte> file) {
    Header found{};
    if (file.size() < sizeof found) return std::unexpected("it is too short");
    std::memcpy(&found, file.data(), sizeof found);
    const std::string_view mark(found.mark.data(), found.mark.size());
    if (std::ranges::find(earlier_marks, mark) != earlier_marks.end())
        return std::unexpected(
            "it is a move model of an earlier version of Kibitz, which this program cannot use; "
            "nets/people-5.moves is its successor");
    const bool has_searches = mark == file_mark;
    if (!has_searches && mark != mark_without_searches)
        return std::unexpected("it is no move model");
    const int blocks = found.sizes.back();
    if (!std::equal(fixed_sizes.begin(), fixed_sizes.end(), found.sizes.begin()) || blocks < 1 ||
        blocks > shape::most_blocks)
        return std::unexpected("it is a model of another shape than this program's");

    MoveModel model;
    PartReader reader(file.subspan(sizeof found));
    const auto read_convolution = [&](Convolution& convolution, std::size_t before) {
        reader.read_weights(convolution.weights, before);
        reader.read(convolution.factors, channels);
        reader.read(convolution.bias, channels);
    };
    const auto read_surveyed = [&](Surveyed& surveyed, std::size_t before) {
        read_convolution(surveyed.convolution, before);
        Overview& overview = surveyed.overview;
        reader.read(overview.inner, (channels + shape::facts) * shape::squeezed);
        reader.read(overview.inner_bias, shape::squeezed);
        reader.read(overview.outer, shape::squeezed * channels);
    };
    read_surveyed(model.first_, net_plane_count);
    model.blocks_.resize(static_cast<std::size_t>(blocks));
    for (Block& block : model.blocks_) {
        read_surveyed(block.first, channels);
        read_convolution(block.second, channels);
    }
    read_surveyed(model.last_, channels);
    reader.read(model.from_, shape::kinds * channels);
    reader.read(model.to_, shape::kinds * channels);
    reader.read(model.kind_bias_, shape::kinds);
    reader.read(model.look_, std::size_t{shape::look_rows} * shape::facts);
    if (has_searches) reader.read(model.search_, search_weights);
    if (!reader.is_at_end()) return std::unexpected("it has not the right length");
    return model;
}

MoveModel::Channels MoveModel::Overview::of(const Board* before, const Facts& facts) const {
    std::array<std::int64_t, channels + shape::facts> seen{};
    if (before != nullptr)
        for (int square = 0; square < shape::squares; ++square)
            for (std::size_t i = 0; i < channels; ++i) seen[i] += before->square(square)[i];
    for (std::size_t i = 0; i < channels; ++i) seen[i] /= shape::squares;
    std::ranges::copy(facts, seen.begin() + channels);

    constexpr std::int64_t most = 1 << 20;  // so that no sum comes near to 64 bits
    std::array<std::int64_t, shape::squeezed> sums{};
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (std::size_t j = 0; j < sums.size(); ++j)
            sums[j] += seen[i] * inner[i * sums.size() + j];
    std::array<std::int64_t, channels> added{};
    for (std::size_t j = 0; j < sums.size(); ++j) {
        const std::int64_t unit =
            std::clamp<std::int64_t>(shifted<shape::weight_bits>(sums[j]) + inner_bias[j], 0, most);
        for (std::size_t i = 0; i < channels; ++i) added[i] += unit * outer[j * channels + i];
    }
    Channels result;
    for (std::size_t i = 0; i < channels; ++i)
        result[i] = static_cast<std::int32_t>(
            std::clamp(shifted<shape::weight_bits>(added[i]), -most, most));
    return result;
}

void MoveModel::convolve(const Board& from, const Convolution& by, const Channels& more,
                         const Board* added, const CorePath& path, Patches& patches, Board& to) {
    patches.cut_out_of(from);
    path.inner_products({by.weights, patch_size}, {patches.at, patch_size}, patches.sums);
    for (std::size_t square = 0; square < shape::squares; ++square)
        for (std::size_t channel = 0; channel < channels; ++channel) {
            const std::size_t at = square * channels + channel;
            std::int64_t number = shifted<shape::factor_bits>(
                std::int64_t{patches.sums[channel * shape::squares + square]} *
                by.factors[channel]);
            number += std::int64_t{by.bias[channel]} + more[channel];
            if (added != nullptr) number += added->at[at];
            to.at[at] = on_square(number);
        }
}

MoveModel::Facts MoveModel::facts_of(const NetMover& mover) {
    Facts facts{};
    constexpr int last_knot = shape::first_knot + shape::knot_distance * (shape::knots - 1);
    const int above =
        std::clamp(mover.rating, shape::first_knot, last_knot - 1) - shape::first_knot;
    const auto knot = static_cast<std::size_t>(above / shape::knot_distance);
    facts[knot + 1] = above % shape::knot_distance * shape::unit / shape::knot_distance;
    facts[knot] = shape::unit - facts[knot + 1];
    facts[shape::knots + static_cast<std::size_t>(mover.time_class)] = shape::unit;
    facts.back() = shape::unit;
    return facts;
}

MoveModel::Board MoveModel::last_board(const NetInput& input, const Facts& facts,
                                       const CorePath& path) const {
    const auto patches = std::make_unique<Patches>();
    Board planes, board, inner;
    for (std::size_t plane = 0; plane < input.planes.size(); ++plane)
        for (std::uint64_t left = input.planes[plane]; left != 0; left &= left - 1)
            planes.square(std::countr_zero(left))[plane] = shape::unit;
    const auto survey = [&](const Board& from, const Surveyed& by, const Board* seen, Board& to) {
        convolve(from, by.convolution, by.overview.of(seen, facts), nullptr, path, *patches, to);
    };
    survey(planes, first_, nullptr, board);
    for (const Block& block : blocks_) {
        survey(board, block.first, &board, inner);
        convolve(inner, block.second, {}, &board, path, *patches, board);
    }
    survey(board, last_, &board, inner);
    return inner;
}

std::vector<double> MoveModel::scores(const NetInput& input, std::span<const std::uint16_t> moves,
                                      std::span<const LookRows> looks, const CorePath& path) const {
    const Facts facts = facts_of(input.mover);
    const Board board = last_board(input, facts, path);
    std::vector<double> scores;
    for (std::size_t move = 0; move < moves.size(); ++move) {
        constexpr int square_mask = shape::squares - 1, to_bit = 6;
        const auto kind = static_cast<std::size_t>(move_kind(moves[move], input.planes[0]));
        const std::int16_t* const start = board.square(moves[move] & square_mask);
        const std::int16_t* const end = board.square(moves[move] >> to_bit & square_mask);
        std::int64_t sum = std::int64_t{kind_bias_[kind]} * (1 << shape::weight_bits);
        for (std::size_t i = 0; i < channels; ++i) {
            sum += from_[kind * channels + i] * start[i];
            sum += to_[kind * channels + i] * end[i];
        }
        for (const std::uint16_t row : looks[move])
            for (std::size_t i = 0; i < facts.size(); ++i)
                sum += look_[row * facts.size() + i] * facts[i];
        constexpr double one = std::int64_t{shape::unit} << shape::weight_bits;
        scores.push_back(static_cast<double>(sum) / one);
    }
    return scores;
}

double MoveModel::search_score(std::uint16_t row, int rating) const {
    if (search_.empty()) return 0;
    const Facts facts = facts_of({.rating = rating});
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < facts.size(); ++i)
        sum += search_[row * facts.size() + i] * facts[i];
    constexpr double one = std::int64_t{shape::unit} << shape::weight_bits;
    return static_cast<double>(sum) / one;
}

std::vector<std::byte> with_search_weights(std::span<const std::byte> file,
                                           std::span<const double> weights) {
    const auto mark = std::as_bytes(std::span(file_mark));
    const bool has_searches = std::ranges::equal(file.first(mark.size()), mark);
    if (has_searches) file = file.first(file.size() - search_weights * sizeof(std::int16_t));
    std::vector<std::byte> made(file.begin(), file.end());
    std::ranges::copy(mark, made.begin());
    for (const double weight : weights) {
        using Limits = std::numeric_limits<std::int16_t>;
        const double scaled = std::round(weight * (1 << shape::weight_bits));
        const std::array number{
            static_cast<std::int16_t>(std::clamp<double>(scaled, Limits::min(), Limits::max()))};
        std::ranges::copy(std::as_bytes(std::span(number)), std::back_inserter(made));
    }
    return made;
}

const MoveModel* built_in_move_model() {
    // Unreadable only where none is built in: a test sees to that.
    static const auto model = MoveModel::read(embedded_move_model());
    return model ? &*model : nullptr;
}

std::vector<MoveProbability> move_probabilities(const MoveModel& model, const Scene& scene,
                                                const Mover& mover, const CorePath& path) {
    const auto looks = quick_look(scene.position, scene.earlier_keys, path.evaluate);
    if (looks.empty()) return {};
    const int rating = comparable_rating(mover.rating, mover.system);
    const NetInput input =
        net_input(scene, {.rating = rating, .opponent = rating, .time_class = mover.time_class});
    std::vector<Move> moves;
    std::vector<std::uint16_t> asked;
    for (const LookedAt& look : looks) {
        moves.push_back(look.move);
        asked.push_back(net_move(look.move, scene.position.side_to_move()));
    }
    return probabilities(moves, model.scores(input, asked, look_rows(looks), path));
}

std::vector<MoveProbability> after_search(const MoveModel& model,
                                          std::span<const MoveProbability> moves,
                                          std::span<const SearchScore> scores, int rating) {
    if (moves.empty()) return {};
    std::vector<Move> all;
    std::vector<double> sums;
    const auto rows = search_rows(scores);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        constexpr double least = 1e-9;  // so that it has a logarithm
        all.push_back(moves[i].move);
        sums.push_back(std::log(std::max(least, moves[i].probability)) +
                       model.search_score(rows[i], rating));
    }
    return probabilities(all, sums);
}

int move_kind(std::uint16_t move, std::uint64_t pawns) {
    constexpr int square_mask = shape::squares - 1, to_bit = 6, promotion_bit = 12, width = 8;
    constexpr int knight = 1, bishop = 2, rook = 3;
    constexpr int distances = 7, first_leap = 8 * distances, first_promotion = first_leap + 8;
    const int from = move & square_mask, to = move >> to_bit & square_mask;
    const int promotion = move >> promotion_bit;
    const int right = to % width - from % width, up = to / width - from / width;

    const bool is_queened = promotion == 0 && to / width == width - 1 && (pawns >> from & 1) != 0;
    if (promotion > knight || is_queened) {
        const int piece = promotion == rook ? 0 : promotion == bishop ? 1 : 2;
        return first_promotion + (std::clamp(right, -1, 1) + 1) * 3 + piece;
    }
    constexpr std::array<std::pair<int, int>, 8> leaps{
        {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
    const auto leap = std::ranges::find(leaps, std::pair{right, up});
    if (leap != leaps.end()) return first_leap + static_cast<int>(leap - leaps.begin());
    // Clockwise from straight on.
    constexpr std::array<std::array<int, 3>, 3> directions{{{5, 4, 3}, {6, 0, 2}, {7, 0, 1}}};
    const auto side = [](int steps) {
        return static_cast<std::size_t>(std::clamp(steps, -1, 1) + 1);
    };
    const int distance = std::max({std::abs(right), std::abs(up), 1});
    return directions[side(up)][side(right)] * distances + distance - 1;
}

}  // namespace kibitz::players
