// Protects the reading of Stockfish's network file with networks made here, whose scores are known
// or whose symmetries are. What Stockfish itself says is compared in stockfish_agreement_test.cpp.
// Costs two seconds.
#include "train/stockfish_network.hpp"

#include <array>
#include <random>
#include <type_traits>

#include "chess/fen.hpp"
#include "support/test.hpp"

namespace kibitz::train {

namespace {

constexpr std::size_t hidden = StockfishNetwork::hidden, inputs = StockfishNetwork::inputs,
                      buckets = StockfishNetwork::buckets, first = 16, second = 32;

struct Parts {
    std::vector<std::int16_t> hidden_biases = std::vector<std::int16_t>(hidden);
    std::vector<std::int16_t> input_weights = std::vector<std::int16_t>(inputs * hidden);
    std::vector<std::int32_t> material = std::vector<std::int32_t>(inputs * buckets);
    std::vector<std::int32_t> first_biases = std::vector<std::int32_t>(first);
    std::vector<std::int8_t> first_weights = std::vector<std::int8_t>(first * hidden);
    std::vector<std::int32_t> second_biases = std::vector<std::int32_t>(second);
    std::vector<std::int8_t> second_weights = std::vector<std::int8_t>(second * second);
    std::vector<std::int32_t> output_bias = std::vector<std::int32_t>(1);
    std::vector<std::int8_t> output_weights = std::vector<std::int8_t>(second);
};

void append(std::vector<std::byte>& file, const auto& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    file.insert(file.end(), bytes.begin(), bytes.end());
}
void append_number(std::vector<std::byte>& file, std::uint32_t number) {
    append(file, std::array<std::uint32_t, 1>{number});
}

std::vector<std::byte> file_of(const Parts& parts) {
    std::vector<std::byte> file;
    append_number(file, 0x7AF32F20);
    append_number(file, 0x1C102EF2);
    append_number(file, 4);
    append(file, std::string("made"));
    append_number(file, 0);
    append(file, parts.hidden_biases);
    append(file, parts.input_weights);
    append(file, parts.material);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        append_number(file, 0);
        append(file, parts.first_biases);
        append(file, parts.first_weights);
        append(file, parts.second_biases);
        append(file, parts.second_weights);
        append(file, parts.output_bias);
        append(file, parts.output_weights);
    }
    return file;
}

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE(position);
    return *position;
}

Parts random_parts() {
    Parts parts;
    std::mt19937 random(1);
    const auto fill = [&](auto& numbers, int most) {
        std::uniform_int_distribution<int> distribution(-most, most);
        for (auto& number : numbers)
            number = static_cast<std::remove_reference_t<decltype(number)>>(distribution(random));
    };
    fill(parts.hidden_biases, 60);
    fill(parts.input_weights, 40);
    fill(parts.material, 9'000);
    fill(parts.first_biases, 2'000);
    fill(parts.first_weights, 20);
    fill(parts.second_biases, 2'000);
    fill(parts.second_weights, 60);
    fill(parts.output_weights, 100);
    return parts;
}

}  // namespace

TEST_CASE("values of pieces alone are the material, more with more pieces on the board") {
    Parts parts;
    constexpr int queen_kind = 8, squares = 64, kinds = 11, king_rows = 32, queen_value = 1'000;
    for (std::size_t row = 0; row < king_rows; ++row)
        for (std::size_t square = 0; square < squares; ++square)
            for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
                const std::size_t own = (row * kinds + queen_kind) * squares + square;
                parts.material[own * buckets + bucket] = 16 * queen_value;
                parts.material[(own + squares) * buckets + bucket] = -16 * queen_value;
            }
    const auto network = StockfishNetwork::load(file_of(parts));
    REQUIRE(network);
    CHECK((*network)->evaluate(Position::initial()) == 0);
    // (1024 - 24) / 1024 of the queen, times (1064 + 106 * 2538 / 5120) / 1024
    CHECK((*network)->evaluate(position_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")) == 1'063);
    CHECK((*network)->evaluate(position_of("4k3/8/8/8/8/8/8/3QK3 b - - 0 1")) == -1'063);
}

TEST_CASE("1.0 of the unit with the skip connection is worth 600") {
    Parts parts;
    parts.first_biases[first - 1] = 127 * 64;
    const auto network = StockfishNetwork::load(file_of(parts));
    REQUIRE(network);
    // (1024 + 24) / 1024 of 600, and 1064 / 1024 of that with kings alone
    CHECK((*network)->evaluate(position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == 637);
}

TEST_CASE("a position turned round or mirrored has the same score") {
    const auto network = StockfishNetwork::load(file_of(random_parts()));
    REQUIRE(network);
    constexpr std::array same = {
        "r4rk1/1bq2ppp/p2bp3/1p6/3P4/2N1BP2/PPQ3PP/2R1R1K1 w - - 0 20",
        "2r1r1k1/ppq3pp/2n1bp2/3p4/1P6/P2BP3/1BQ2PPP/R4RK1 b - - 0 20",  // the sides changed
        "1kr4r/ppp2qb1/3pb2p/6p1/4P3/2PB1N2/PP3QPP/1K1R1R2 w - - 0 20",  // left and right
        "1k1r1r2/pp3qpp/2pb1n2/4p3/6P1/3PB2P/PPP2QB1/1KR4R b - - 0 20",  // both
    };
    const int score = (*network)->evaluate(position_of(same[0]));
    CHECK(score != 0);
    for (const char* const fen : same) CHECK((*network)->evaluate(position_of(fen)) == score);
}

TEST_CASE("what is no such network is refused with a reason") {
    const std::vector<std::byte> file = file_of({});
    const auto refused = [](std::vector<std::byte> bytes) {
        const auto loaded = StockfishNetwork::load(bytes);
        REQUIRE_FALSE(loaded);
        return loaded.error();
    };
    CHECK(refused({}) == "it is no network of Stockfish");
    CHECK(refused(std::vector<std::byte>(100)) == "it is no network of Stockfish");
    std::vector<std::byte> other = file;
    other[4] = std::byte{0};
    CHECK(refused(other).starts_with("it is a network of another shape"));
    std::vector<std::byte> endless = file;
    for (std::size_t i = 8; i < 12; ++i) endless[i] = std::byte{255};  // the description's length
    CHECK(refused(endless) == "the network is cut off");
    CHECK(refused({file.begin(), file.end() - 1}) == "the network is cut off");
    std::vector<std::byte> longer = file;
    longer.push_back({});
    CHECK(refused(longer) == "there is more in the file than a network");
}

TEST_CASE("extreme weights overflow nothing") {
    Parts parts = random_parts();
    std::fill(parts.material.begin(), parts.material.end(), INT32_MAX);
    std::fill(parts.first_biases.begin(), parts.first_biases.end(), INT32_MAX);
    std::fill(parts.second_biases.begin(), parts.second_biases.end(), INT32_MIN);
    parts.output_bias[0] = INT32_MAX;
    const auto network = StockfishNetwork::load(file_of(parts));
    REQUIRE(network);
    CHECK((*network)->evaluate(Position::initial()) == 30'000);
}

}  // namespace kibitz::train
