// Scored games as EPD and as PGN.
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "support/test.hpp"
#include "train/epd_games.hpp"
#include "train/pgn_games.hpp"
#include "train/random_chains.hpp"

namespace kibitz::train {

namespace {

struct Reading {
    std::vector<Chain> games;
    std::vector<std::string> faults;
};

// In pieces of `step` characters, since readers are given a file in pieces.
template <class Reader>
Reading read(std::string_view text, double units = 3.5, std::size_t step = 7) {
    Reading reading;
    Reader reader(
        units, [&](Chain game) { reading.games.push_back(std::move(game)); },
        [&](const std::string& fault) { reading.faults.push_back(fault); });
    for (std::size_t at = 0; at < text.size(); at += step) reader.feed(text.substr(at, step));
    reader.finish();
    return reading;
}

void check_same(const Chain& a, const Chain& b) {
    CHECK(a.start == b.start);
    CHECK(a.moves == b.moves);
    CHECK(a.result == b.result);
    CHECK(a.origin == b.origin);
}

std::vector<ChainScore> scores_of(const Chain& game) {
    std::vector<ChainScore> scores;
    for (const ScoredMove& played : game.moves) scores.push_back(played.score);
    return scores;
}

constexpr const char* tags = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n";

}  // namespace

TEST_CASE("games survive EPD exactly") {
    std::mt19937 random(3);
    std::vector<Chain> games;
    std::string text;
    for (int i = 0; i < 10; ++i) {
        Chain game = random_game(random, 80,
                                 {.chess960 = i % 2 == 0,
                                  .source = static_cast<ChainSource>(i % 4),
                                  .is_line = i % 3 == 0});
        game.moves[2].score = no_score;
        game.moves[5].score = mate_score;
        game.moves[6].score = -mate_score;
        text += to_epd(game, 3.5);
        games.push_back(game);
    }
    // One that begins where the last one ended is still a game of its own.
    Chain after = games.back();
    for (const auto& [move, score] : games.back().moves) after.start.play(move);
    after.moves = {{legal_moves(after.start)[0], 17}};
    games.push_back(after);
    text += to_epd(after, 3.5);
    const Reading reading = read<EpdGames>(text);
    CHECK(reading.faults.empty());
    REQUIRE(reading.games.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i) check_same(reading.games[i], games[i]);
}

TEST_CASE("EPD of other programs: centipawns for the side to move") {
    const Reading reading = read<EpdGames>(
        "# a comment\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - - ce 100; bm e4; c9 \"1-0\";\r\n"
        "\n"
        "4k3/8/8/8/8/8/4P3/4K3 b - - ce -40; c9 \"1/2-1/2\";\n"
        "4k3/8/8/8/8/8/3QP3/4K3 w - - ce 32760; c9 \"1-0\"",
        2);
    CHECK(reading.faults.empty());
    REQUIRE(reading.games.size() == 3);
    CHECK(to_san(reading.games[0].start, reading.games[0].moves[0].move) == "e4");
    CHECK(scores_of(reading.games[0]) == std::vector<ChainScore>{200});
    CHECK(scores_of(reading.games[1]) == std::vector<ChainScore>{80});  // White's
    CHECK(reading.games[1].result == GameResult::draw);
    CHECK(scores_of(reading.games[2]) == std::vector<ChainScore>{mate_score});
}

TEST_CASE("lines of EPD that say too little or nonsense are named and left out") {
    const Reading reading = read<EpdGames>(
        "4k3/8/8/8/8/8/4P3/4K3 w - - ce 100;\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - - ce 100; sm e5; c9 \"1-0\";\n"
        "rubbish\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - - score 30000; c9 \"1-0\";\n"
        "7k/5Q2/6K1/8/8/8/8/8 b - - ce 0; c9 \"1/2-1/2\";\n"
        "4k3/8/8/8/8/8/4P3/4K3 w - - ce 5; c9 \"0-1\";\n");
    CHECK(reading.games.size() == 1);
    REQUIRE(reading.faults.size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(reading.faults[i].starts_with("line " + std::to_string(i + 1)));
}

TEST_CASE("PGN with the comments of match runners: the mover's score of the position before") {
    const Reading reading = read<PgnGames>(
        std::string(tags) +
            "1. e4 {book} e5 {+0.00/1 0.0s} 2. Nf3 {+0.20/12 1.5s} Nc6 {-0.10/11 0.3s} "
            "3. Bb5 {+M5/20 1s} a6 {-M4/20 1s, Black loses} 1-0\n",
        2);
    CHECK(reading.faults.empty());
    REQUIRE(reading.games.size() == 1);
    const Chain& game = reading.games[0];
    // From the first position with a score on.
    CHECK(game.start.game_ply() == 2);
    CHECK(scores_of(game) == std::vector<ChainScore>{40, 20, mate_score, mate_score});
    CHECK(game.result == GameResult::white_won);
}

TEST_CASE("PGN with [%eval]: White's, of the position after the move") {
    const Reading reading = read<PgnGames>(std::string(tags) +
                                               "1. e4 {[%eval 0.3]} e5 {[%eval 0.25,20]} (1... c5 "
                                               "{[%eval 9.0]} 2. Nf3) 2. Nf3 {[%eval #-7]} Nc6 1-0",
                                           2);
    REQUIRE(reading.games.size() == 1);
    const Chain& game = reading.games[0];
    CHECK(game.start.game_ply() == 1);
    CHECK(scores_of(game) == std::vector<ChainScore>{60, 50, -mate_score});
}

TEST_CASE("PGN of TCEC: wv is White's, ev the mover's") {
    const Reading reading = read<PgnGames>(
        std::string(tags) +
            "1. e4 {d=20, sd=30, mt=1, wv=0.50, R50=50} e5 {d=20, wv=0.25, pv=x} 2. Nf3 "
            "{ev=0.75, d=9} Nc6 {ev=-1.00, d=9} 1-0",
        2);
    REQUIRE(reading.games.size() == 1);
    CHECK(scores_of(reading.games[0]) == std::vector<ChainScore>{100, 50, 150, 200});
}

TEST_CASE("games survive PGN to the centipawn") {
    std::mt19937 random(4);
    for (int i = 0; i < 5; ++i) {
        Chain game = random_game(random, 60);
        game.origin.source = ChainSource::unknown;
        game.moves.back().score = -mate_score;
        const Reading reading = read<PgnGames>(to_pgn(game, 3.5));
        CHECK(reading.faults.empty());
        REQUIRE(reading.games.size() == 1);
        check_same(reading.games[0], game);  // these scores are whole centipawns
    }
}

TEST_CASE("games without result or scores, and broken ones, are named") {
    const Reading reading = read<PgnGames>(
        "[Result \"*\"]\n\n1. e4 {+0.10/9} *\n\n"
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
        "[Result \"1-0\"]\n\n1. e4 {+0.10/9} Ke4 1-0\n\n"
        "[Result \"1-0\"]\n\n1. e4 {+0.10/9} 1-0\n");
    CHECK(reading.games.size() == 1);
    REQUIRE(reading.faults.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(reading.faults[i].starts_with("game " + std::to_string(i + 1)));
}

}  // namespace kibitz::train
