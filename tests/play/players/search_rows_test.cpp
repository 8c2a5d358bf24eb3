// What a search adds to the move model: rows of moves, and probabilities after it.
#include "players/people/search_rows.hpp"

#include <algorithm>
#include <array>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "platform/core_paths.hpp"
#include "players/human/analyst.hpp"
#include "players/people/embedded_files.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

constexpr std::size_t search_weights = std::size_t{model_shape::search_rows} * model_shape::facts;

Scene scene_from(const char* fen) { return scene_of(Line(parse_fen(fen).value()), 1); }

double probability_of(const std::vector<MoveProbability>& moves, const Scene& scene,
                      const char* move) {
    const Move wanted = parse_uci(scene.position, move).value();
    return std::ranges::find(moves, wanted, &MoveProbability::move)->probability;
}

}  // namespace

TEST_CASE("A row says how much worse a move is, and how the game stands") {
    CHECK(search_rows({}).empty());
    constexpr int bins = 17;
    const std::array level{10, 10, -15, not_searched};
    CHECK(search_rows(level) == std::vector<std::uint16_t>{2 * bins, 2 * bins, 2 * bins + 3, 85});
    const std::array mated{-30'000, not_searched};
    CHECK(search_rows(mated) == std::vector<std::uint16_t>{0, 85});
    const std::array mates{31'000, -31'000};
    CHECK(search_rows(mates) == std::vector<std::uint16_t>{4 * bins, 4 * bins + 16});
}

TEST_CASE("After a search, moves are as probable as people see of it") {
    // The Elephant Trap: 6. Nxd5 takes a pinned knight's pawn, and loses a piece to Nxd5, Bxd8,
    // Bb4+.
    const Scene scene =
        scene_from("r1bqkb1r/pppn1ppp/5n2/3p2B1/3P4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 6");
    Analyst analyst(default_core_path());
    constexpr std::uint64_t nodes = 10'000;  // enough to see what is lost
    for (const int rating : {900, 1500, 2100}) {
        const auto before = analyst.people_moves(scene, rating);
        const auto after = analyst.people_moves(scene, rating, nodes);
        REQUIRE(after.size() == before.size());
        double sum = 0;
        for (const MoveProbability& one : after) sum += one.probability;
        CHECK(sum == doctest::Approx(1));
        CHECK(std::ranges::is_sorted(after, std::ranges::greater{}, &MoveProbability::probability));
    }
    const auto falls_for_it = [&](int rating, std::uint64_t searched) {
        return probability_of(analyst.people_moves(scene, rating, searched), scene, "c3d5");
    };
    CHECK(falls_for_it(2100, nodes) < falls_for_it(2100, 0) / 2);
    CHECK(falls_for_it(900, nodes) > 3 * falls_for_it(2100, nodes));
    const Scene over = scene_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 60");
    CHECK(analyst.people_moves(over, 1500, nodes).empty());
}

TEST_CASE("A model of the version before knows nothing of searches, and can be told") {
    const auto now = embedded_move_model();
    REQUIRE(MoveModel::read(now)->search_score(10, 2000) != 0);
    std::vector<std::byte> before(now.begin(),
                                  now.end() - static_cast<std::ptrdiff_t>(2 * search_weights));
    before[7] = std::byte{'3'};  // kbz-mov3
    const auto older = MoveModel::read(before);
    REQUIRE(older.has_value());
    CHECK(older->search_score(10, 2000) == 0);

    const Scene scene = scene_from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    Analyst analyst(default_core_path(), nullptr, &*older);
    const auto plain = analyst.people_moves(scene, 1500),
               same = analyst.people_moves(scene, 1500, 500);
    for (std::size_t i = 0; i < plain.size(); ++i) {
        CHECK(same[i].move == plain[i].move);
        CHECK(same[i].probability == doctest::Approx(plain[i].probability));
    }

    // Row 10 counts 1.5 for everybody, in a file of either version; the largest that fits is 8.
    std::vector<double> weights(search_weights);
    weights[10 * model_shape::facts + model_shape::facts - 1] = 1.5;
    weights[11 * model_shape::facts + model_shape::facts - 1] = 1'000;
    for (const auto& file : {std::span<const std::byte>(before), now}) {
        const auto told = MoveModel::read(with_search_weights(file, weights));
        REQUIRE(told.has_value());
        CHECK(told->search_score(10, 900) == 1.5);
        CHECK(told->search_score(9, 900) == 0);
        CHECK(told->search_score(11, 900) == doctest::Approx(8).epsilon(0.001));
    }
}
