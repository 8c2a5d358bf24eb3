#include "chess/game.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "chess/fen.hpp"
#include "chess/san.hpp"

using namespace kibitz;

namespace {

constexpr const char* no_tags =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    "[Black \"?\"]\n[Result \"*\"]\n\n";

Game read_one(std::string_view pgn) {
    const auto games = read_games(pgn);
    REQUIRE(games.size() == 1);
    REQUIRE_FALSE(games[0].error.has_value());
    return games[0].game;
}

// The moves as PGN, without tags.
std::string moves_of(const Game& game) {
    const std::string pgn = to_pgn(game);
    std::string moves = pgn.substr(pgn.find("\n\n") + 2);
    moves.pop_back();
    return moves;
}

NodeId play(Game& game, NodeId from, std::string_view san) {
    const auto move = parse_san(game.position(from), san);
    REQUIRE(move.has_value());
    return game.add(from, *move);
}

// Finds a node by a path of SAN moves.
NodeId find(const Game& game, std::string_view path) {
    NodeId id = NodeId::root;
    std::istringstream words{std::string(path)};
    for (std::string word; words >> word;) {
        const auto move = parse_san(game.position(id), word);
        REQUIRE(move.has_value());
        id = game.child(id, *move);
        REQUIRE(id != NodeId::none);
    }
    return id;
}

}  // namespace

TEST_CASE("a game made by hand") {
    Game game;
    const NodeId e4 = play(game, NodeId::root, "e4");
    const NodeId e5 = play(game, e4, "e5");
    const NodeId nf3 = play(game, e5, "Nf3");
    const NodeId c5 = play(game, e4, "c5");
    const NodeId d4 = play(game, NodeId::root, "d4");
    CHECK(game.add(e4, Move(squares::e2, squares::e4)) == NodeId::none);
    CHECK(moves_of(game) == "1. e4 (1. d4) 1... e5 (1... c5) 2. Nf3 *");
    CHECK(game.main_line() == std::vector{e4, e5, nf3});
    CHECK(game.path_to(c5) == std::vector{e4, c5});
    CHECK(game.is_main_line(nf3));
    CHECK_FALSE(game.is_main_line(d4));
    CHECK(to_fen(game.position(c5)) ==
          "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");

    game.set_tag("White", "A \"quoted\" \\ name");
    game.set_tag("Annotator", "two\nlines");
    game.set_result(PgnResult::draw);
    CHECK(to_pgn(game) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
          "[White \"A \\\"quoted\\\" \\\\ name\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n"
          "[Annotator \"two lines\"]\n\n1. e4 (1. d4) 1... e5 (1... c5) 2. Nf3 1/2-1/2\n");
    CHECK(read_one(to_pgn(game)) == game);
    game.remove_tag("Annotator");
    game.remove_tag("White");
    CHECK(game.tag("Annotator").empty());
    CHECK(game.tag("White") == "?");
}

TEST_CASE("variations are promoted and removed") {
    const std::string_view pgn = "1. e4 (1. d4 d5) ({first} 1. c4 e5 (1... c5)) 1... e5 2. Nf3 *";
    struct Case {
        std::string what;
        std::string node;
        std::string moves;
    };
    const Case cases[] = {
        {"promote", "c4", "1. e4 ({first} 1. c4 e5 (1... c5)) (1. d4 d5) 1... e5 2. Nf3 *"},
        {"promote", "d4", "1. d4 (1. e4 e5 2. Nf3) ({first} 1. c4 e5 (1... c5)) 1... d5 *"},
        {"promote", "e4", "1. e4 (1. d4 d5) ({first} 1. c4 e5 (1... c5)) 1... e5 2. Nf3 *"},
        {"main", "c4 c5", "{first} 1. c4 (1. e4 e5 2. Nf3) (1. d4 d5) 1... c5 (1... e5) *"},
        {"remove", "d4", "1. e4 ({first} 1. c4 e5 (1... c5)) 1... e5 2. Nf3 *"},
        {"remove", "c4", "1. e4 (1. d4 d5) 1... e5 2. Nf3 *"},
        {"remove", "c4 e5", "1. e4 (1. d4 d5) ({first} 1. c4 c5) 1... e5 2. Nf3 *"},
        {"remove", "e4", "1. d4 ({first} 1. c4 e5 (1... c5)) 1... d5 *"},
        {"remove", "e4 e5", "1. e4 (1. d4 d5) ({first} 1. c4 e5 (1... c5)) *"},
        {"remove", "", "*"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CAPTURE(c.node);
        Game game = read_one(pgn);
        const NodeId node = find(game, c.node);
        if (c.what == std::string_view("promote")) game.promote(node);
        if (c.what == std::string_view("main")) game.make_main_line(node);
        if (c.what == std::string_view("remove")) game.remove(node);
        CHECK(moves_of(game) == c.moves);
        CHECK(read_one(to_pgn(game)) == game);
        // The tree is whole: a move can still be added at the end of every list of children.
        CHECK(game.add(NodeId::root, Move(squares::g2, squares::g3)) != NodeId::none);
        CHECK(moves_of(game).find("g3") != std::string::npos);
    }
}

TEST_CASE("games are written as they were read") {
    struct Case {
        std::string pgn;
        std::string moves;
    };
    const Case cases[] = {
        {"*", "*"},
        {"[Event \"x\"] {before} $5 {all} 1. e4 *", "$5 {before all} 1. e4 *"},
        {"1.e4 {a} {b} e5 $1 $2 Nf3! *", "1. e4 {a b} 1... e5 $1 $2 2. Nf3 $1 *"},
        {"1.e4 (1.d4 {x}) {late} e5 *", "1. e4 {late} (1. d4 {x}) 1... e5 *"},
        {"1.e4 ({early} {bird} $3 1.d4) e5 *", "1. e4 ({early bird} 1. d4 $3) 1... e5 *"},
        {"1.e4 ({empty} $7) e5 *", "1. e4 $7 {empty} 1... e5 *"},
        {"1.e4 (1.d4 d5 (1...Nf6 2.c4) 2.c4) (1.c4) e5 *",
         "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *"},
        {"1.e4 (-- e5) e5 *", "1. e4 (1. -- e5) 1... e5 *"},
        {"1.e4 ; a } brace\n e5 *", "1. e4 ; a } brace\n1... e5 *"},
        {"1.e4 { [%clk 0:03:00]  text\n } *", "1. e4 {[%clk 0:03:00] text} *"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pgn);
        const Game game = read_one(c.pgn);
        CHECK(moves_of(game) == c.moves);
        CHECK(read_one(to_pgn(game)) == game);
        CHECK(to_pgn(read_one(to_pgn(game))) == to_pgn(game));
    }
    CHECK(to_pgn(read_one("*")) == no_tags + std::string("*\n"));
}

TEST_CASE("the marker at the end gives the result, or the tag where the marker leaves it open") {
    struct Case {
        const char *pgn, *tag, *marker;
    };
    const Case cases[] = {
        {"[Result \"1-0\"] *", "1-0", "*"},           {"[Result \"1/2\"] *", "1/2-1/2", "*"},
        {"[Result \"1-0\"] 0-1", "0-1", "0-1"},       {"[Result \"White won\"] *", "*", "*"},
        {"[Result \"*\"] 1/2", "1/2-1/2", "1/2-1/2"}, {"[Event \"x\"] 0-1", "0-1", "0-1"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pgn);
        const Game game = read_one(c.pgn);
        CHECK(game.tag("Result") == c.tag);
        CHECK(to_string(game.result()) == std::string(c.marker));
    }
}

TEST_CASE("comments outside of games go with the game that follows") {
    std::vector<std::string> games;
    GameBuilder keeper([&games](const ReadGame& read) { games.push_back(moves_of(read.game)); });
    PgnReader reader(keeper);
    reader.feed("; first\n{second}\n[Event \"x\"]\n{third} 1. e4 *\n\n{fourth} 1. d4 *\n\n{last}");
    reader.finish();
    CHECK(games == std::vector<std::string>{"{first second third} 1. e4 *", "{fourth} 1. d4 *"});
    CHECK(keeper.last_comment() == "last");
}

TEST_CASE("lines are not broken where their start would mean something else") {
    for (std::size_t before = 0; before < 90; ++before) {
        CAPTURE(before);
        const std::string start(before, 'x');
        const Game game = read_one("1. e4 {" + start + " % 50 %} 1... e5 {" + start +
                                   " [%eval 0.25,18] [%clk 1:00:00 x]} *");
        const std::string written = to_pgn(game);
        CHECK(written.find("\n%") == std::string::npos);
        CHECK(written.find("[%eval 0.25,18]") != std::string::npos);
        CHECK(written.find("[%clk 1:00:00 x]") != std::string::npos);
        CHECK(read_one(written) == game);
    }
}

TEST_CASE("lines have at most 80 columns") {
    std::string pgn = "1. e4 {";
    for (int i = 0; i < 100; ++i) pgn += "word" + std::to_string(i) + " ";
    pgn += "} (1. d4 {";
    for (int i = 0; i < 60; ++i) pgn += std::string(static_cast<std::size_t>(i % 9 + 1), 'x') + " ";
    pgn += "}) *";
    const Game game = read_one(pgn);
    const std::string written = to_pgn(game);
    std::istringstream lines(written);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
        CHECK_FALSE(line.starts_with(' '));
        CHECK_FALSE(line.ends_with(' '));
    }
    CHECK(read_one(written) == game);
}

TEST_CASE("a comment may say [Event at every place of a line") {
    for (std::size_t before = 0; before < 90; ++before) {
        CAPTURE(before);
        const Game game = read_one("1. e4 {" + std::string(before, 'x') + " [Event \"y\" " + "} *");
        CHECK(read_one(to_pgn(game)) == game);
    }
}

TEST_CASE("games from other starts") {
    const Position position = Position::chess960(0);
    Game game(position);
    CHECK(game.tag("Variant") == "Chess960");
    CHECK(game.tag("SetUp") == "1");
    CHECK(game.tag("FEN") == to_fen(position));
    CHECK(read_one(to_pgn(game)) == game);

    const Game black = read_one("[FEN \"4k3/8/8/8/8/8/8/R3K2R b KQ - 3 20\"]\n20...Kf8 21.O-O+ *");
    CHECK(moves_of(black) == "20... Kf8 21. O-O+ *");
    CHECK(black.tag("SetUp") == "1");
    CHECK(read_games("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]")[0].game.tag("SetUp") == "1");
}

TEST_CASE("of a broken game what came before the error is there") {
    const auto games = read_games("1. e4 (1. d4 {x} d6) e5 2. Ke3 Nf6 1-0 1. d4 *");
    REQUIRE(games.size() == 2);
    REQUIRE(games[0].error.has_value());
    CHECK(games[0].error->text == "Ke3");
    CHECK(moves_of(games[0].game) == "1. e4 (1. d4 {x} 1... d6) 1... e5 {Unread: Ke3 Nf6} 1-0");
    CHECK(games[0].game.tag("Result") == "1-0");
    CHECK_FALSE(games[1].error.has_value());
    CHECK(moves_of(games[1].game) == "1. d4 *");
}

TEST_CASE("what cannot be read is kept as a comment, and the result is the tag's") {
    struct Case {
        const char *pgn, *moves;
    };
    const Case cases[] = {
        {"1. e4 {a} e5 2. Ke3 {b} (2. d4 $7) Nf6 3. d4 1-0",
         "1. e4 {a} 1... e5 ; Unread: Ke3 {b} (2. d4 $7) Nf6 3. d4 1-0"},
        {"1. e4 e5 Ke3 (Nf3 *) Nf6*", "1. e4 e5 {Unread: Ke3 (Nf3 *) Nf6} *"},
        {"1. e4 e5 2. 1-1.5", "1. e4 e5 {1-1.5} *"},
        {"e4 a6 e5 d5 dxc6 e.p. 1...a5 0000. 1-0",
         "1. e4 a6 2. e5 d5 {Unread: dxc6 e.p. 1...a5 0000.} 1-0"},
        {"1. e4 {[%clk 0:10]} e4 {[%clk 0:09]} *",
         "1. e4 ; [%clk 0:10] Unread: e4 {[ %clk 0:09]} *"},
        {"1. e4 (1. Ke3 d5) e5 *", "1. e4 {Unread: (Ke3 d5)} 1... e5 *"},
        {"1. e4 {a} (1. d4 d4 (2. c4) {[%clk 0:10]} 1-0) {b} e5 *",
         "1. e4 {a b} (1. d4 ; Unread: d4 (2. c4) {[ %clk 0:10]} 1-0 ) 1... e5 *"},
        {"1. e4 ({a} (1. d4 d4) c4) e5 *", "1. e4 ({a (1. d4 d4)} 1. c4) 1... e5 *"},
        {"1. e4 (1. Ke3 d5 *", "1. e4 {Unread: (Ke3 d5)} *"},
        {"1. e4 e5?!? 2. d4 *", "1. e4 e5 {?!?} 2. d4 *"},
        {"1. e4 e5 $999 {a} 2. d4 *", "1. e4 e5 {$999 a} 2. d4 *"},
        {"1. e4 ($999 1. d4) e5 *", "1. e4 ({$999} 1. d4) 1... e5 *"},
        {"1. Ke3 1-0", "{Unread: Ke3} 1-0"},
        {"1. e4 ) e5 *", "1. e4 {)} 1... e5 *"},
        {"1. e4 {open", "1. e4 {Unread: {open} *"},
        {"[Result \"0-1\"] 1. e4 e4 1-0", "1. e4 {Unread: e4 1-0} 0-1"},
        {"[Result \"0-1\"] 1. e4 e4 0-1", "1. e4 {Unread: e4} 0-1"},
        {"[Result \"0-1\"] 1. e4", "1. e4 0-1"},
        {"[FEN \"x\"] [Result \"1-0\"] 1. e4 e5 1-0", "{Unread: 1. e4 e5} 1-0"},
        {"{a} [FEN \"x\"] {b} 1. e4 {c} e5 {d} 1-0", "; a b Unread: 1. e4 {c} e5 {d} 1-0"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.pgn);
        const auto games = read_games(c.pgn);
        REQUIRE(games.size() == 1);
        CHECK(games[0].fate != PgnFate::read);
        std::string moves = moves_of(games[0].game);
        std::ranges::replace(moves, '\n', ' ');
        CHECK(moves == c.moves);
        CHECK(games[0].game.tag("Result") == to_string(games[0].game.result()));
        // Written and read again it stays as it is.
        const std::string written = to_pgn(games[0].game);
        const auto again = read_games(written);
        REQUIRE(again.size() == 1);
        CHECK(again[0].error.has_value() == (games[0].game.tag("FEN") == "x"));
        CHECK(again[0].game == games[0].game);
        CHECK(to_pgn(again[0].game) == written);
    }
    CHECK(read_games("1. e4 (1. Ke3) *")[0].is_cut_short == false);
    CHECK(read_games("1. e4 Ke3 *")[0].is_cut_short);
    const auto endless = read_games("1. e4 " + std::string(300, 'x') + " e5 *");
    CHECK(endless[0].game.node(endless[0].game.main_line()[0]).comment.text ==
          std::string(255, 'x') + "...");
    CHECK(endless[0].repairs.at(0).reason == PgnReason::too_long);
    // Nothing is cut inside a character: half of one would make all of the file another character
    // set.
    std::string strange, many = "1. e4 e4 {";
    for (int i = 0; i < 200; ++i) strange += "\u00e3";
    for (std::size_t i = 0; i < max_unread; ++i) many += "\u00e3";
    for (const std::string& text :
         {"1. e4 " + strange + " e5 *", "1. e4 " + strange + "x e5 *",
          "1. e4 x" + strange + " e5 *", many + "} *", "1. e4 e4 {x" + many + "} *"}) {
        const std::string once = to_pgn(read_games(text)[0].game);
        CHECK(to_pgn(read_games(once)[0].game) == once);
    }
    const auto large = read_games("1. e4 e4 " + std::string(2 * max_unread, ' ') + "e5 *");
    CHECK(moves_of(large[0].game) == "1. e4 {Unread: e4 e5} *");
    std::string long_rest = "1. e4 e4";
    while (long_rest.size() < 2 * max_unread) long_rest += " e5";
    const auto cut = read_games(long_rest + " *");
    const std::string& kept = cut[0].game.node(cut[0].game.main_line()[0]).comment.text;
    CHECK(kept.size() > max_unread - 100);
    CHECK(kept.size() < max_unread + 100);
}

TEST_CASE("null moves in the main line are written as they were read") {
    const std::string pgn = "1. e4 {a} 1... -- 2. d4 d5 {b} (2... --) 1-0";
    const auto games = read_games(pgn);
    REQUIRE(games.size() == 1);
    CHECK_FALSE(games[0].error.has_value());
    CHECK(moves_of(games[0].game) == pgn);
}

TEST_CASE("games that differ are not equal") {
    const Game game = read_one("1. e4 (1. d4 d5) e5 {x} *");
    for (const std::string other :
         {"1. e4 (1. d4 d5) e5 {x} 1-0", "1. e4 (1. d4 d5) e5 {y} *", "1. e4 (1. d4) e5 {x} *",
          "1. e4 (1. d4 d5) e5 $1 {x} *", "1. e4 (1. d4 d5 2. c4) e5 {x} *", "1. e4 e5 {x} *",
          "1. e4 ({a} 1. d4 d5) e5 {x} *", "[White \"z\"] 1. e4 (1. d4 d5) e5 {x} *"}) {
        CAPTURE(other);
        CHECK_FALSE(read_one(other) == game);
    }
}
