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

constexpr Architecture usual{};
constexpr Architecture with_layers{.output = OutputKind::layers,
                                   .hidden = 512,
                                   .output_buckets = 8,
                                   .king_map = eight_king_buckets};

// Random weights large enough that units are clipped at both ends.
struct RandomNetwork {
    explicit RandomNetwork(unsigned seed, const Architecture& shape = usual) : architecture(shape) {
        std::mt19937 random(seed);
        const auto number = [&](int limit) {
            return static_cast<int>(random() % static_cast<unsigned>(2 * limit + 1)) - limit;
        };
        const auto fill = [&](auto& numbers, std::size_t size, int limit) {
            for (std::size_t i = 0; i < size; ++i)
                numbers.push_back(static_cast<std::int16_t>(number(limit)));
        };
        const auto fill_biases = [&](auto& numbers, std::size_t size, int limit) {
            for (std::size_t i = 0; i < size; ++i) numbers.push_back(number(limit));
        };
        const SectionSizes sizes = section_sizes(shape);
        fill(input_weights, sizes.input_weights, 100);
        fill(hidden_biases, sizes.hidden_biases, 200);
        fill(first_weights, sizes.first_weights, 300);
        fill_biases(first_biases, sizes.first_biases, first_sum_one / 2);
        fill(second_weights, sizes.second_weights, 700);
        fill_biases(second_biases, sizes.second_biases, later_sum_one / 2);
        // With more units behind squares smaller ones, so that their sums fit.
        fill(output_weights, sizes.output_weights,
             std::min(120, 120 * 256 / std::max(1, shape.hidden)));
        fill_biases(output_biases, sizes.output_biases, 20'000);
    }

    [[nodiscard]] std::vector<std::byte> file() const {
        return make_network_file({.architecture = architecture,
                                  .centipawns_per_output = 200,
                                  .training = "random numbers",
                                  .input_weights = input_weights,
                                  .hidden_biases = hidden_biases,
                                  .first_weights = first_weights,
                                  .first_biases = first_biases,
                                  .second_weights = second_weights,
                                  .second_biases = second_biases,
                                  .output_weights = output_weights,
                                  .output_biases = output_biases});
    }

    Architecture architecture;
    std::vector<std::int16_t> input_weights, hidden_biases, first_weights, second_weights,
        output_weights;
    std::vector<std::int32_t> first_biases, second_biases, output_biases;
};

std::unique_ptr<const Network> random_network(unsigned seed, const Architecture& shape = usual) {
    auto network = Network::load(RandomNetwork(seed, shape).file());
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
    constexpr int wanted = 100'000, wanted_of_others = 5'000;
    const auto check = [](const Architecture& shape, int positions) {
        const auto network = random_network(1, shape);
        const auto evaluator = std::make_unique<Evaluator>(*network);
        std::mt19937 random(2);
        int evaluated = 0;
        while (evaluated < positions)
            evaluated += wander(*evaluator, *network, random_start(random), 400, random);
    };
    check(usual, wanted);
    check(with_layers, wanted_of_others);
    // Every width that the loops treat differently, and other numbers of buckets.
    for (const int hidden : {64, 320, 768, 1'024}) {
        CAPTURE(hidden);
        check({.hidden = hidden, .output_buckets = 1, .king_map = one_king_bucket},
              wanted_of_others);
        check({.output = OutputKind::layers,
               .hidden = hidden,
               .output_buckets = 4,
               .king_map = four_king_buckets},
              wanted_of_others);
    }
}

TEST_CASE("random layers have units that are off, on and in between") {
    const auto network = random_network(11, with_layers);
    std::vector<int> values;
    std::mt19937 random(12);
    Position position = Position::initial();
    for (int ply = 0; ply < 60; ++ply) {
        values.push_back(evaluate_plainly(*network, position));
        const Move move = random_move(position, random);
        if (move.is_none()) break;
        position.play(move);
    }
    std::ranges::sort(values);
    const auto distinct = std::ranges::unique(values).begin() - values.begin();
    CHECK(distinct > 20);  // otherwise the comparisons above compare constants
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
        return view_of(Color::white, *Square::parse(square), wing_king_buckets);
    };
    for (const char* const home : {"a1", "c1", "b2", "f1", "g1", "h2"})
        CHECK(at(home).king_bucket == 1);
    for (const char* const away : {"d1", "e1", "e2", "g3", "b8", "h8"})
        CHECK(at(away).king_bucket == 0);
    const auto of_black = [](const char* square, const KingMap& map) {
        return view_of(Color::black, *Square::parse(square), map);
    };
    CHECK(of_black("g8", wing_king_buckets) == View{.turn = 63, .king_bucket = 1});
    CHECK(of_black("c1", wing_king_buckets) == View{.turn = 56, .king_bucket = 0});
    CHECK(of_black("e8", eight_king_buckets) == View{.turn = 63, .king_bucket = 3});
    CHECK(of_black("a2", eight_king_buckets) == View{.turn = 56, .king_bucket = 7});
    CHECK(bucket_count(eight_king_buckets) == 8);
}

TEST_CASE("a network file is what was put into it") {
    const RandomNetwork numbers(4);
    const auto bytes = numbers.file();
    const auto file = read_network_file(bytes);
    REQUIRE(file);
    CHECK(file->architecture == usual);
    CHECK(file->centipawns_per_output == 200);
    CHECK(file->training == "random numbers");
    CHECK(number_at<std::int16_t>(file->input_weights, 12'345) == numbers.input_weights[12'345]);
    const auto network = Network::load(bytes);
    REQUIRE(network);
    CHECK((*network)->training() == "random numbers");
    const int last_input = usual.inputs() - 1, last_unit = usual.hidden - 1;
    CHECK((*network)->input_weights(last_input)[last_unit] == numbers.input_weights.back());
    CHECK((*network)->hidden_biases()[7] == numbers.hidden_biases[7]);
    CHECK((*network)->output_weights(2, 1)[3] == numbers.output_weights[(2 * 2 + 1) * 256 + 3]);
    CHECK((*network)->output_bias(5) == numbers.output_biases[5]);
}

TEST_CASE("a network that the first version of the format can hold is written in it") {
    const auto version_of = [](const Architecture& shape) {
        return std::to_integer<int>(RandomNetwork(4, shape).file()[16]);
    };
    CHECK(version_of(usual) == 1);
    CHECK(version_of({.hidden = 512}) == 1);
    CHECK(version_of({.king_map = four_king_buckets}) == 2);
    CHECK(version_of({.output = OutputKind::layers}) == 2);
}

TEST_CASE("a network file with layers is what was put into it") {
    const RandomNetwork numbers(13, with_layers);
    const auto bytes = numbers.file();
    const auto file = read_network_file(bytes);
    REQUIRE(file);
    CHECK(file->architecture == with_layers);
    CHECK(file->training == "random numbers");
    CHECK(number_at<std::int16_t>(file->first_weights, 1'234) == numbers.first_weights[1'234]);
    CHECK(number_at<std::int32_t>(file->first_biases, 100) == numbers.first_biases[100]);
    CHECK(number_at<std::int16_t>(file->second_weights, 2'345) == numbers.second_weights[2'345]);
    CHECK(number_at<std::int32_t>(file->second_biases, 200) == numbers.second_biases[200]);
    CHECK(number_at<std::int16_t>(file->output_weights, 255) == numbers.output_weights[255]);
    CHECK(number_at<std::int32_t>(file->output_biases, 7) == numbers.output_biases[7]);
    const auto network = Network::load(bytes);
    REQUIRE(network);
    // Of bucket 3 the weights of the units 6 and 7 for the output 5.
    const Network::Layers layers = (*network)->layers(3);
    const auto row = static_cast<std::size_t>((3 * first_layer_size + 5) * with_layers.hidden);
    CHECK(layers.first_weights[(3 * first_layer_size + 5) * 2] == numbers.first_weights[row + 6]);
    CHECK(layers.first_weights[(3 * first_layer_size + 5) * 2 + 1] ==
          numbers.first_weights[row + 7]);
    CHECK(layers.second_biases[31] == numbers.second_biases[3 * second_layer_size + 31]);
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
    CHECK(fault_of(changed(16, 3, true)) == NetworkFault::other_version);
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
    CHECK(fault_of(changed(16, 2, true)) == NetworkFault::other_architecture);  // not its inputs
    CHECK(fault_of(changed(50, 1, true)) == NetworkFault::other_architecture);  // no layers there
    const auto shape_fault = [&](const Architecture& shape) {
        return fault_of(RandomNetwork(6, shape).file());
    };
    CHECK(shape_fault({.hidden = 100}) == NetworkFault::other_architecture);
    CHECK(shape_fault({.hidden = 0}) == NetworkFault::other_architecture);
    CHECK(shape_fault({.output_buckets = 0}) == NetworkFault::other_architecture);
    CHECK(shape_fault({.output_buckets = 65}) == NetworkFault::other_architecture);
    KingMap beyond = one_king_bucket;
    beyond[5] = king_places;
    CHECK(shape_fault({.hidden = 64, .king_map = beyond}) == NetworkFault::other_architecture);
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
              for (int i = 0; i < 2 * usual.hidden; ++i)
                  n.output_weights[static_cast<std::size_t>(i)] = -100;
          }) == too_large);
}

TEST_CASE("weights of layers that could overflow are refused") {
    const auto fault_with = [](auto change) {
        RandomNetwork numbers(8, with_layers);
        change(numbers);
        const auto network = Network::load(numbers.file());
        return network ? std::nullopt : std::optional(network.error());
    };
    const auto too_large = NetworkFault::weights_too_large;
    static constexpr std::int16_t largest = 32'767;
    CHECK(fault_with([](RandomNetwork&) {}) == std::nullopt);
    CHECK(fault_with([](RandomNetwork& n) { n.input_weights[9] = 1'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) {
              std::fill_n(n.first_weights.begin() + with_layers.hidden, with_layers.hidden,
                          largest);
          }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.first_biases[3] = 2'147'000'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) {
              std::fill_n(n.second_weights.begin(), second_layer_inputs, largest);
          }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.second_biases[3] = -2'147'000'000; }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) {
              std::fill_n(n.output_weights.begin(), second_layer_size, largest);
          }) == too_large);
    CHECK(fault_with([](RandomNetwork& n) { n.output_biases[1] = 2'147'000'000; }) == too_large);
}

}  // namespace kibitz::nnue
