#include "chess/polyglot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE(position.has_value());
    return *position;
}

Position after(std::string_view moves) {
    Position position = Position::initial();
    while (!moves.empty()) {
        const std::string_view text = moves.substr(0, moves.find(' '));
        moves.remove_prefix(text.size() < moves.size() ? text.size() + 1 : text.size());
        const auto move = parse_uci(position, text);
        REQUIRE(move.has_value());
        position.play(*move);
    }
    return position;
}

std::vector<std::byte> book_of(std::string_view pgn, PolyglotMakerOptions options) {
    PolyglotMaker maker(options);
    PolyglotMakerVisitor visitor(maker);
    PgnReader reader(visitor);
    reader.feed(pgn);
    reader.finish();
    return to_polyglot(maker.entries());
}

std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        const auto value = std::to_integer<unsigned>(byte);
        text += "0123456789abcdef"[value >> 4];
        text += "0123456789abcdef"[value & 15];
    }
    return text;
}

constexpr std::string_view four_games =
    "[Result \"1-0\"]\n1. e4 e5 (1... d6) 2. Nf3 1-0\n[Result \"1-0\"]\n1. e4 c5 1-0\n"
    "[Result \"0-1\"]\n1. d4 d5 *\n1. c4 e5 1/2-1/2\n[Result \"1-0\"]\n1. a3 a6 2. Ke3 1-0\n";

}  // namespace

// The examples of the description of the format.
TEST_CASE("keys are the published ones") {
    struct Case {
        std::string moves;
        Key key;
    };
    const Case cases[] = {
        {"", 0x463b96181691fc9c},
        {"e2e4", 0x823c9b50fd114196},
        {"e2e4 d7d5", 0x0756b94461c50fb0},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
    };
    for (const Case& c : cases) {
        CAPTURE(c.moves);
        CHECK(polyglot_key(after(c.moves)) == c.key);
    }
}

TEST_CASE("moves are written in the format's bits") {
    CHECK(to_polyglot_move(Move(e2, e4)) == (e2.index() << 6 | e4.index()));
    CHECK(to_polyglot_move(Move(e1, h1, MoveKind::castling)) == (4 << 6 | 7));
    CHECK(to_polyglot_move(Move::promotion(a7, a8, PieceType::knight)) == (1 << 12 | 48 << 6 | 56));
    CHECK(to_polyglot_move(Move::promotion(a7, b8, PieceType::queen)) == (4 << 12 | 48 << 6 | 57));
}

// Made of the same games by polyglot 2.0.4: make-book -max-ply 60 -min-game 1. The game with an
// illegal move is left out.
TEST_CASE("a book made from games") {
    CHECK(hex(book_of(four_games, {.max_ply = 60, .min_games = 1})) ==
          std::string("0844931a6ef4b9a00195000200000000"
                      "463b96181691fc9c031c000400000000"
                      "463b96181691fc9c029a000100000000"
                      "830eb9b20758d1de0ce3000200000000"
                      "ca18093c559e579b0d24000100000000"));
    const auto twice = book_of(four_games, {.max_ply = 60, .min_games = 2});
    REQUIRE(twice.size() == 16);
    CHECK(PolyglotBook::open(twice)->moves(Position::initial()) ==
          std::vector{BookMove{Move(e2, e4), 4, 0}});
    CHECK(book_of(four_games, {.max_ply = 0, .min_games = 1}).empty());
    CHECK(book_of(four_games, {.max_ply = 1, .min_games = 1}).size() == 2 * 16);
}

TEST_CASE("weights too large for the format are scaled by position") {
    PolyglotMaker maker({.max_ply = 60, .min_games = 1});
    const Position& start = Position::initial();
    for (int i = 0; i < 60'000; ++i) maker.add(start, Move(e2, e4), PgnResult::white_wins);
    for (int i = 0; i < 30'000; ++i) maker.add(start, Move(d2, d4), PgnResult::white_wins);
    maker.add(start, Move(a2, a3), PgnResult::draw);
    maker.add(after("e2e4"), Move(e7, e5), PgnResult::draw);
    const auto entries = maker.entries();
    const Key initial_key = polyglot_key(start);
    REQUIRE(entries.size() == 3);
    for (const PolyglotEntry& entry : entries) {
        CAPTURE(entry.move);
        const int weight = entry.key != initial_key                       ? 1
                           : entry.move == to_polyglot_move(Move(e2, e4)) ? 65'535
                                                                          : 32'767;
        CHECK(entry.weight == weight);
    }
}

TEST_CASE("moves are found and chosen by weight") {
    const Position start = Position::initial();
    const Key key = polyglot_key(start);
    const std::vector<PolyglotEntry> entries = {
        {key - 1, 1, 9, 0},
        {key, to_polyglot_move(Move(e2, e4)), 3, 7},
        {key, to_polyglot_move(Move(e2, e5)), 100, 0},  // not legal
        {key, to_polyglot_move(Move(d2, d4)), 1, 0},
        {key, to_polyglot_move(Move(a2, a3)), 0, 0},
        {key + 1, 1, 9, 0},
    };
    const auto bytes = to_polyglot(entries);
    const auto book = PolyglotBook::open(bytes);
    REQUIRE(book.has_value());
    CHECK(book->size() == 6);
    CHECK(book->entry(1) == entries[1]);
    CHECK_FALSE(book->check_order().has_value());
    CHECK(book->moves(start) == std::vector{BookMove{Move(e2, e4), 3, 7},
                                            BookMove{Move(d2, d4), 1, 0},
                                            BookMove{Move(a2, a3), 0, 0}});
    std::array<int, 3> chosen{};
    for (std::uint64_t random = 0; random < 400; ++random) {
        const Move move = book->choose(start, random);
        ++chosen[move == Move(e2, e4) ? 0 : move == Move(d2, d4) ? 1 : 2];
    }
    CHECK(chosen == std::array{300, 100, 0});
    CHECK(book->moves(after("e2e4")).empty());
    CHECK(book->choose(after("e2e4"), 5).is_none());
}

TEST_CASE("special moves are read") {
    struct Case {
        std::string fen;
        std::uint16_t code;
        std::string san;
    };
    const Case cases[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4 << 6 | 7, "O-O"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4 << 6 | 0, "O-O-O"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4 << 6 | 6, "O-O"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 4 << 6 | 2, "O-O-O"},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", 60 << 6 | 56, "O-O-O"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 2 << 12 | 48 << 6 | 56, "a8=B"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 36 << 6 | 43, "exd6"},
        // A rook's move from e1 to h1 is no castling.
        {"3k4/8/8/8/8/8/K7/4R3 w - - 0 1", 4 << 6 | 7, "Rh1"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        const Position position = position_of(c.fen);
        const auto bytes =
            to_polyglot(std::vector{PolyglotEntry{polyglot_key(position), c.code, 1}});
        const auto moves = PolyglotBook::open(bytes)->moves(position);
        REQUIRE(moves.size() == 1);
        CHECK(to_san(position, moves[0].move).starts_with(c.san));
    }
}

TEST_CASE("damaged books") {
    const auto bytes = book_of(four_games, {.max_ply = 60, .min_games = 1});
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const auto book = PolyglotBook::open(std::span(bytes).first(size));
        CHECK(book.has_value() == (size % 16 == 0));
        if (!book) {
            CHECK(book.error() == PolyglotError{PolyglotReason::cut_short, size - size % 16});
        }
    }
    std::vector<std::byte> disordered(bytes.end() - 16, bytes.end());
    disordered.insert(disordered.end(), bytes.begin(), bytes.end());
    const auto book = PolyglotBook::open(disordered);
    REQUIRE(book.has_value());
    CHECK(book->check_order() == PolyglotError{PolyglotReason::out_of_order, 16});
    CHECK(to_string(*book->check_order()) == "Polyglot book, byte 16: an entry is out of order");
    CHECK(PolyglotBook::open({})->moves(Position::initial()).empty());
}
