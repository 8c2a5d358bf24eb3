#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "engine/eval/nnue/embedded_network.hpp"
#include "engine/eval/nnue/evaluator.hpp"
#include "engine/eval/nnue/file_hash.hpp"
#include "engine/eval/nnue/reference.hpp"
#include "engine/search/evaluation.hpp"

namespace kibitz::nnue {

namespace {

// Random weights large enough that units are clipped at both ends.
struct RandomNetwork {
    explicit RandomNetwork(unsigned seed, int hidden = hidden_size,
                           int buckets = output_bucket_count)
        : hidden_units(hidden), bucket_count(buckets) {
        std::mt19937 random(seed);
        const auto fill = [&](auto& numbers, int size, int limit) {
            for (int i = 0; i < size; ++i)
                numbers.push_back(static_cast<std::int16_t>(
                    static_cast<int>(random() % static_cast<unsigned>(2 * limit + 1)) - limit));
        };
        fill(input_weights, input_count * hidden, 100);
        fill(hidden_biases, hidden, 200);
        fill(output_weights, buckets * 2 * hidden, 120);
        for (int i = 0; i < buckets; ++i)
            output_biases.push_back(static_cast<std::int32_t>(random() % 40'000) - 20'000);
    }

    [[nodiscard]] std::vector<std::byte> file() const {
        return make_network_file({.hidden = hidden_units,
                                  .buckets = bucket_count,
                                  .centipawns_per_output = 200,
                                  .training = "random numbers",
                                  .input_weights = input_weights,
                                  .hidden_biases = hidden_biases,
                                  .output_weights = output_weights,
                                  .output_biases = output_biases});
    }

    int hidden_units, bucket_count;
    std::vector<std::int16_t> input_weights, hidden_biases, output_weights;
    std::vector<std::int32_t> output_biases;
};

std::unique_ptr<const Network> random_network(unsigned seed) {
    auto network = Network::load(RandomNetwork(seed).file());
    REQUIRE(network);
    return std::move(*network);
}

Move random_move(const Position& position, std::mt19937& random) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return Move::none();
    return moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
}

Position random_start(std::mt19937& random) {
    const auto number = [&] { return static_cast<int>(random() % 960); };
    if (random() % 2 == 0) return Position::initial();
    return Position::chess960(number(), number());
}

// Walks about in the tree of moves below `start` as a search does, evaluating now and then.
// Returns how many positions were evaluated.
int wander(Evaluator& evaluator, const Network& network, const Position& start, int steps,
           std::mt19937& random) {
    constexpr std::size_t deepest = max_ply;
    std::vector<Position> path = {start};
    evaluator.reset(start);
    int evaluated = 0;
    for (int step = 0; step < steps; ++step) {
        const Position& position = path.back();
        const int ply = static_cast<int>(path.size()) - 1;
        if (random() % 3 != 0) {
            REQUIRE(evaluator.evaluate(ply, position) == evaluate_plainly(network, position));
            ++evaluated;
        }
        const Move move = random_move(position, random);
        const bool goes_back = path.size() > 1 && random() % 3 == 0;
        if (move.is_none() || path.size() > deepest || goes_back) {
            if (path.size() == 1) return evaluated;
            const auto back = 1 + random() % (path.size() - 1);
            path.resize(path.size() - (goes_back ? std::min<std::size_t>(back, 3) : back), start);
        } else if (!position.in_check() && random() % 8 == 0) {
            Position next = position;
            next.play_null();
            evaluator.play_null(ply);
            path.push_back(next);
        } else {
            evaluator.play(ply, position, move);
            path.push_back(position.after(move));
        }
    }
    return evaluated;
}

}  // namespace

TEST_CASE("the incremental evaluation is that of plain C++ along random lines") {
    constexpr int wanted = 100'000;
    const auto network = random_network(1);
    const auto evaluator = std::make_unique<Evaluator>(*network);
    std::mt19937 random(2);
    int evaluated = 0;
    while (evaluated < wanted)
        evaluated += wander(*evaluator, *network, random_start(random), 400, random);
}

TEST_CASE("a network sees colours and wings alike") {
    const auto network = random_network(3);
    const auto value = [&](const char* fen) {
        const auto position = parse_fen(fen);
        REQUIRE(position);
        return evaluate_plainly(*network, *position);
    };
    const int original = value("r3k3/1pp2pp1/2n5/3q4/8/2P2N2/1P3PPP/3R2K1 w - - 0 1");
    CHECK(value("3r2k1/1p3ppp/2p2n2/8/3Q4/2N5/1PP2PP1/R3K3 b - - 0 1") == original);
    CHECK(value("3k3r/1pp2pp1/5n2/4q3/8/2N2P2/PPP3P1/1K2R3 w - - 0 1") == original);
    CHECK(value("r3k3/1pp2pp1/2n5/3q4/8/2P2N2/1P3PPP/3R2K1 b - - 0 1") != original);
}

TEST_CASE("a network sees whether the own king is behind pawns on a wing") {
    const auto at = [](const char* square) {
        return view_of(Color::white, *Square::parse(square));
    };
    for (const char* const home : {"a1", "c1", "b2", "f1", "g1", "h2"})
        CHECK(at(home).king_bucket == 1);
    for (const char* const away : {"d1", "e1", "e2", "g3", "b8", "h8"})
        CHECK(at(away).king_bucket == 0);
    CHECK(view_of(Color::black, *Square::parse("g8")) == View{.turn = 63, .king_bucket = 1});
    CHECK(view_of(Color::black, *Square::parse("c1")) == View{.turn = 56, .king_bucket = 0});
}

TEST_CASE("a network file is what was put into it") {
    const RandomNetwork numbers(4);
    const auto bytes = numbers.file();
    const auto file = read_network_file(bytes);
    REQUIRE(file);
    CHECK(file->hidden == hidden_size);
    CHECK(file->buckets == output_bucket_count);
    CHECK(file->centipawns_per_output == 200);
    CHECK(file->training == "random numbers");
    CHECK(number_at<std::int16_t>(file->input_weights, 12'345) == numbers.input_weights[12'345]);
    const auto network = Network::load(bytes);
    REQUIRE(network);
    CHECK((*network)->training() == "random numbers");
    CHECK((*network)->input_weights(input_count - 1).back() == numbers.input_weights.back());
    CHECK((*network)->hidden_biases()[7] == numbers.hidden_biases[7]);
    CHECK((*network)->output_weights(2, 1)[3] ==
          numbers.output_weights[(2 * 2 + 1) * hidden_size + 3]);
    CHECK((*network)->output_bias(5) == numbers.output_biases[5]);
}

TEST_CASE("the network built into the program is usable and sensible") {
    const auto network = Network::load(embedded_network());
    REQUIRE(network);
    CHECK(!(*network)->training().empty());
    const auto value = [&](const char* fen) {
        const auto position = parse_fen(fen);
        REQUIRE(position);
        return evaluate_plainly(**network, *position);
    };
    CHECK(std::abs(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")) < 100);
    CHECK(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -400);
    CHECK(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1") > 400);
    CHECK(value("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1") > 250);
}

TEST_CASE("in textbook endings the search trusts what is known, not the network") {
    const auto network = random_network(5);
    const auto with_network = std::make_unique<search::Evaluation>();
    const auto without = std::make_unique<search::Evaluation>();
    for (const char* const fen :
         {"8/5k2/8/8/8/8/3BNK2/8 w - - 0 1", "8/5k2/5r2/8/8/8/4Q1K1/8 b - - 0 1"}) {
        const auto parsed = parse_fen(fen);
        REQUIRE(parsed);
        const Position& position = *parsed;
        with_network->start(network.get(), position);
        without->start(nullptr, position);
        CHECK(with_network->evaluate(0, position) == without->evaluate(0, position));
    }
    const Position initial = Position::initial();
    with_network->start(network.get(), initial);
    CHECK(with_network->evaluate(0, initial) == evaluate_plainly(*network, initial));
}

TEST_CASE("files that are no usable network are refused") {
    const auto good = RandomNetwork(5).file();
    REQUIRE(Network::load(good));
    const auto fault_of = [](const std::vector<std::byte>& bytes) {
        const auto network = Network::load(bytes);
        REQUIRE(!network);
        CHECK(std::string(to_string(network.error())).size() > 10);
        return network.error();
    };
    // Changes a byte; with a new hash unless it is to stay wrong.
    const auto changed = [&](std::size_t at, int value, bool rehash) {
        auto bytes = good;
        bytes[at] = static_cast<std::byte>(value);
        if (rehash) {
            const std::uint64_t hash = file_hash(std::span(bytes).subspan(16));
            for (std::size_t i = 0; i < 8; ++i)
                bytes[8 + i] = static_cast<std::byte>(hash >> (8 * i) & 0xFF);
        }
        return bytes;
    };
    const auto first = [&](std::size_t size) {
        return std::vector(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    };
    auto longer = good;
    longer.push_back(std::byte{0});

    CHECK(fault_of({}) == NetworkFault::not_a_network);
    CHECK(fault_of(std::vector<std::byte>(5'000)) == NetworkFault::not_a_network);
    CHECK(fault_of(changed(0, 'k', true)) == NetworkFault::not_a_network);
    CHECK(fault_of(changed(16, 2, true)) == NetworkFault::other_version);
    CHECK(fault_of(first(5)) == NetworkFault::cut_off);
    CHECK(fault_of(first(63)) == NetworkFault::cut_off);
    CHECK(fault_of(first(64)) == NetworkFault::cut_off);
    CHECK(fault_of(first(good.size() / 2)) == NetworkFault::cut_off);
    CHECK(fault_of(first(good.size() - 1)) == NetworkFault::cut_off);
    CHECK(fault_of(longer) == NetworkFault::too_long);
    CHECK(fault_of(changed(8, 0, false)) == NetworkFault::damaged);
    CHECK(fault_of(changed(good.size() / 2, 0x55, false)) == NetworkFault::damaged);
    CHECK(fault_of(changed(20, 1, true)) == NetworkFault::other_architecture);  // no king buckets
    CHECK(fault_of(changed(20, 3, true)) == NetworkFault::other_architecture);
    CHECK(fault_of(changed(32, 254, true)) == NetworkFault::other_architecture);
    CHECK(fault_of(changed(35, 2, true)) == NetworkFault::other_architecture);
    CHECK(fault_of(changed(26, 2, true)) == NetworkFault::other_architecture);  // 131 328 units
    CHECK(fault_of(changed(36, 200, true)) == NetworkFault::damaged);  // a text past its place
    CHECK(fault_of(RandomNetwork(6, hidden_size / 2).file()) == NetworkFault::other_architecture);
    CHECK(fault_of(RandomNetwork(6, hidden_size, 1).file()) == NetworkFault::other_architecture);
}

TEST_CASE("weights that could overflow are refused") {
    const auto fault_with = [](auto change) {
        RandomNetwork numbers(7);
        change(numbers);
        const auto network = Network::load(numbers.file());
        return network ? std::nullopt : std::optional(network.error());
    };
    const auto too_large = NetworkFault::weights_too_large;
    CHECK(fault_with([](RandomNetwork&) {}) == std::nullopt);
    CHECK(fault_with([](RandomNetwork& n) { n.input_weights[9] = 1'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.input_weights[9] = -32'768; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.hidden_biases[9] = 1'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.output_weights[9] = 129; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.output_biases[1] = 2'000'000'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) {
              for (std::size_t i = 0; i < 2 * hidden_size; ++i) n.output_weights[i] = -100;
          }) == too_large);
}

}  // namespace kibitz::nnue
