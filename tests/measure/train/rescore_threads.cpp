#include "chess/fen.hpp"
#include "support/test.hpp"
#include "train/random_chains.hpp"
#include "train/rescore.hpp"
#include "train/sample_filter.hpp"

namespace kibitz::train {

namespace {

// Knows every position with at most four pieces: Black wins.
class BlackWins final : public Tablebase {
   public:
    [[nodiscard]] int max_pieces() const override { return 4; }
    std::optional<Wdl> probe_wdl(const Position& position) override {
        return position.side_to_move() == Color::black ? Wdl::win : Wdl::loss;
    }
    std::vector<RootMove> probe_root(const Position&, FiftyMoveRule) override { return {}; }
};

std::vector<Chain> rescored(std::vector<Chain> games, int threads, int sparse = 0) {
    Limits limits;
    limits.soft_nodes = 60;
    limits.nodes = 120;
    const auto rescorer = Rescorer::make(
        {.teacher = own_search({.hash_mb = 1}, limits), .threads = threads, .sparse = sparse});
    REQUIRE(rescorer);
    REQUIRE((*rescorer)->rescore(games));
    return games;
}

}  // namespace

TEST_CASE("new scores come from the search and do not depend on the threads") {
    std::mt19937 random(1);
    std::vector<Chain> games;
    for (int i = 0; i < 6; ++i) games.push_back(random_game(random, 12));
    const std::vector<Chain> one = rescored(games, 1), two = rescored(games, 2);
    int changed = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        CHECK(one[i].moves == two[i].moves);
        CHECK(one[i].result == games[i].result);
        for (std::size_t k = 0; k < games[i].moves.size(); ++k) {
            CHECK(one[i].moves[k].move == games[i].moves[k].move);
            CHECK(one[i].moves[k].score != no_score);
            changed += one[i].moves[k].score != games[i].moves[k].score ? 1 : 0;
        }
    }
    CHECK(changed > 30);
}

TEST_CASE("of what training takes every third is scored, the rest is not trained on") {
    std::mt19937 random(2);
    std::vector<Chain> games;
    for (int i = 0; i < 6; ++i) games.push_back(random_game(random, 60));
    const std::vector<Chain> scored = rescored(games, 2, 3);
    int taken = 0, left = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        Position position = games[i].start;
        for (std::size_t k = 0; k < games[i].moves.size(); ++k) {
            const bool is_candidate = keeps(SampleFilter{}, position, games[i].moves[k]);
            if (!is_candidate) CHECK(scored[i].moves[k].score == no_score);
            taken += is_candidate ? 1 : 0;
            left += scored[i].moves[k].score != no_score ? 1 : 0;
            position.play(games[i].moves[k].move);
        }
    }
    CHECK(taken > 60);
    CHECK(std::abs(left - taken / 3) <= static_cast<int>(games.size()));
}

TEST_CASE("a teacher that cannot continue ends the work") {
    struct Gone final : Teacher {
        std::expected<void, std::string> new_game(const Chain& /*game*/) override { return {}; }
        std::expected<ChainScore, std::string> score(const Position& /*position*/,
                                                     std::span<const Key> /*keys*/) override {
            return std::unexpected("crash: it has left");
        }
    };
    std::mt19937 random(3);
    std::vector<Chain> games{random_game(random, 5)};
    const auto rescorer =
        Rescorer::make({.teacher = [] { return std::make_unique<Gone>(); }, .threads = 2});
    REQUIRE(rescorer);
    CHECK((*rescorer)->rescore(games).error() == "crash: it has left");
}

TEST_CASE("tablebases alone correct the positions they know, and the result") {
    Chain game;
    game.start = parse_fen("4k3/8/8/3r4/4P3/8/8/R3K3 w - - 0 40").value();
    game.result = GameResult::white_won;
    game.moves = {{Move(Square(File::e, Rank::r4), Square(File::d, Rank::r5)), 100},
                  {Move(Square(File::e, Rank::r8), Square(File::e, Rank::r7)), 120}};
    BlackWins tables;
    const auto rescorer = Rescorer::make({.tablebase = &tables});
    REQUIRE(rescorer);
    REQUIRE((*rescorer)->rescore(std::span(&game, 1)));
    CHECK(game.moves[0].score == 100);  // five pieces
    CHECK(game.moves[1].score == -mate_score);
    CHECK(game.result == GameResult::black_won);
    CHECK((*rescorer)->totals().positions == 2);
    CHECK((*rescorer)->totals().table_positions == 1);
    CHECK((*rescorer)->totals().corrected_results == 1);
}

}  // namespace kibitz::train
