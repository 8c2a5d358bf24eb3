#include "train/self_play.hpp"

#include "chess/fen.hpp"
#include "chess/outcome.hpp"
#include "support/test.hpp"
#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

SelfPlaySettings quick_settings() {
    SelfPlaySettings settings;
    settings.soft_nodes = 100;
    settings.hard_nodes = 800;
    settings.verification_nodes = 200;
    return settings;
}

std::unique_ptr<SmallSearch> make_search(Tablebase* tablebase = nullptr) {
    auto search = SmallSearch::make({.hash_mb = 1, .tablebase = tablebase});
    REQUIRE(search);
    return *std::move(search);
}

const std::atomic<bool> never = false;

// Knows every position with at most three pieces: White wins.
class WhiteWins final : public Tablebase {
   public:
    [[nodiscard]] int max_pieces() const override { return 3; }
    std::optional<Wdl> probe_wdl(const Position& position) override {
        return position.side_to_move() == Color::white ? Wdl::win : Wdl::loss;
    }
    std::vector<RootMove> probe_root(const Position&, FiftyMoveRule) override { return {}; }
};

}  // namespace

TEST_CASE("games of self-play are legal, scored throughout and end as they are said to") {
    const auto search = make_search();
    const SelfPlaySettings settings = quick_settings();
    SelfPlayer player(settings, *search);
    int games = 0, decided_on_board = 0;
    for (std::uint64_t seed = 0; games < 12; ++seed) {
        Random random(seed);
        const auto game = player.play(random, never);
        if (!game) continue;
        ++games;
        CHECK(game->origin.source == ChainSource::self_play);
        Line line(game->start);
        for (const auto& [move, score] : game->moves) {
            REQUIRE(line.position().is_legal(move));
            CHECK_FALSE(line.outcome());  // no move after the end
            CHECK((is_plain(score) || std::abs(score) == mate_score));
            line.play(move);
        }
        CHECK(game->moves.size() <= static_cast<std::size_t>(settings.max_plies));
        if (const auto outcome = line.outcome()) {
            ++decided_on_board;
            const double points = !outcome->winner                   ? 0.5
                                  : *outcome->winner == Color::white ? 1.0
                                                                     : 0.0;
            CHECK(white_points(game->result) == points);
        } else if (game->result != GameResult::draw) {
            // Won by agreement of the last scores.
            const int sign = game->result == GameResult::white_won ? 1 : -1;
            for (int i = 1; i <= settings.win_plies; ++i)
                CHECK(sign * game->moves[game->moves.size() - i].score >=
                      settings.win_score * hand_crafted_units_per_centipawn);
        }
    }
    CHECK(decided_on_board < games);  // both kinds of ends occurred, or the test says little
}

TEST_CASE("a game depends on its random numbers alone") {
    const auto first = make_search(), second = make_search();
    const SelfPlaySettings settings = quick_settings();
    SelfPlayer fresh(settings, *first), used(settings, *second);
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        Random warm_up(100 + seed);
        (void)used.play(warm_up, never);
        Random a(seed), b(seed);
        const auto one = fresh.play(a, never), other = used.play(b, never);
        REQUIRE(one.has_value() == other.has_value());
        if (!one) continue;
        CHECK(one->start == other->start);
        CHECK(one->moves == other->moves);
    }
}

TEST_CASE("openings: arrays, random plies and missing pieces as asked for") {
    StartSettings settings;
    settings.dfrc_share = 0.5;
    settings.imbalance_share = 0;
    settings.random_plies = {8, 9};
    Random random(5);
    int starts = 0, chess960 = 0, black_to_move = 0;
    for (int i = 0; i < 400; ++i) {
        const auto start = draw_start(settings, random);
        if (!start) continue;
        ++starts;
        chess960 += start->chess960 ? 1 : 0;
        black_to_move += start->position.side_to_move() == Color::black ? 1 : 0;
        CHECK((start->position.game_ply() == 8 || start->position.game_ply() == 9));
        CHECK(start->position.is_consistent());
    }
    CHECK(starts > 350);
    CHECK(chess960 > starts * 2 / 5);
    CHECK(chess960 < starts * 3 / 5);
    CHECK(black_to_move > starts * 2 / 5);

    settings.imbalance_share = 1;
    settings.random_plies = {0, 0};
    for (int i = 0; i < 200; ++i) {
        const auto start = draw_start(settings, random);
        if (!start) continue;
        CHECK(start->imbalanced);
        const int pieces = start->position.occupied().count();
        CHECK(pieces >= 29);
        CHECK(pieces <= 31);
    }
}

TEST_CASE("openings out of a list are played from") {
    StartSettings settings;
    settings.imbalance_share = 0;
    settings.openings = {parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value()};
    settings.openings_plies = {1, 1};
    Random random(1);
    const auto start = draw_start(settings, random);
    REQUIRE(start);
    CHECK(start->position.occupied().count() == 3);
    CHECK(start->position.side_to_move() == Color::black);
}

TEST_CASE("uneven openings are discarded, and stopping gives a game up") {
    const auto search = make_search();
    SelfPlaySettings settings = quick_settings();
    settings.start.imbalance_share = 0;
    settings.start.openings = {parse_fen("3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1").value()};
    settings.start.openings_plies = {0, 0};
    SelfPlayer player(settings, *search);
    Random random(1);
    CHECK(player.play(random, never).error() == NoGame::uneven_opening);
    settings.start_limit = 10'000;
    CHECK(player.play(random, never).has_value());
    const std::atomic<bool> stop = true;
    CHECK(player.play(random, stop).error() == NoGame::stopped);
}

TEST_CASE("some moves are random if asked for, and then a tactical best move's score is left out") {
    const auto search = make_search();
    SelfPlaySettings settings = quick_settings();
    settings.random_move_share = 0.3;
    SelfPlayer player(settings, *search);
    int moves = 0, differ = 0, unscored = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const auto game = player.play(random, never);
        if (!game) continue;
        Position position = game->start;
        for (const auto& [move, score] : game->moves) {
            REQUIRE(position.is_legal(move));
            ++moves;
            if (score == no_score) {
                ++unscored;
                CHECK_FALSE((position.is_capture(move) || move.is_promotion()));
            }
            position.play(move);
        }
        settings.random_move_share = 0;
        Random again(seed);
        const auto sensible = player.play(again, never);
        settings.random_move_share = 0.3;
        REQUIRE(sensible);
        differ += sensible->moves != game->moves;
    }
    CHECK(differ > 0);
    CHECK(unscored > 0);
    CHECK(unscored < moves / 5);
}

TEST_CASE("a tablebase ends the game after the capture that leads into it") {
    WhiteWins tables;
    const auto search = make_search(&tables);
    SelfPlaySettings settings = quick_settings();
    settings.start.imbalance_share = 0;
    settings.start_limit = settings.win_score = 40'000;
    // The rook is to be had, and then three pieces are left.
    settings.start.openings = {parse_fen("k7/8/8/8/8/8/1r6/K5Q1 w - - 1 60").value()};
    settings.start.openings_plies = {0, 0};
    SelfPlayer player(settings, *search);
    Random random(1);
    const auto game = player.play(random, never);
    REQUIRE(game);
    CHECK(game->result == GameResult::white_won);
    Position position = game->start;
    for (const auto& [move, score] : game->moves) position.play(move);
    CHECK(position.occupied().count() == 3);
    CHECK(position.halfmove_clock() == 0);
}

TEST_CASE("scores are stored from White's side, on the scale of the data") {
    CHECK(to_chain_score(Score{100}, Color::white, 3.5) == 350);
    CHECK(to_chain_score(Score{100}, Color::black, 3.5) == -350);
    CHECK(to_chain_score(mate_in(5), Color::black, 3.5) == -mate_score);
    CHECK(to_chain_score(-score_tablebase_win, Color::black, 3.5) == mate_score);
    CHECK(to_chain_score(Score{9'000}, Color::white, 3.5) == max_plain_score);
}

}  // namespace kibitz::train
