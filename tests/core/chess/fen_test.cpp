#include "chess/fen.hpp"

#include <doctest/doctest.h>

#include "chess/move.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

constexpr const char* initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Position position_of(std::string_view fen, SetupRules rules = SetupRules::strict) {
    const auto position = parse_fen(fen, rules);
    REQUIRE_MESSAGE(position.has_value(), to_string(position.error()));
    return *position;
}

std::string error_of(std::string_view fen, SetupRules rules = SetupRules::strict) {
    const auto position = parse_fen(fen, rules);
    return position ? "accepted" : to_string(position.error());
}

std::string leniently(std::string_view fen) {
    return to_fen(position_of(fen, SetupRules::lenient));
}

}  // namespace

TEST_CASE("the initial position") {
    CHECK(position_of(initial_fen) == Position::initial());
    CHECK(to_fen(Position::initial()) == initial_fen);
    CHECK(to_fen(Position::initial(), FenStyle::shredder) ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST_CASE("FENs that are written as they were read") {
    for (const char* fen : {
             initial_fen,
             "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
             "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
             "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
             "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7",
             "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7",
             "r3k3/8/8/8/8/8/8/4K2R w Kq - 12 34",
             "8/8/8/4k3/8/8/4K3/8 b - - 150 200",
             "8/8/8/4k3/8/8/4K3/8 b - - 65535 1000000000",
             "nrbbkqrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKQRN w KQkq - 0 1",
             "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 3 4",
             "1r2k1r1/8/8/8/8/8/8/RR2K1RR w KBk - 3 4",
         }) {
        CAPTURE(fen);
        CHECK(to_fen(position_of(fen)) == fen);
    }
}

TEST_CASE("what is written after the longest play can be read") {
    Position position = Position::initial();
    const auto shuffle = [&] {
        for (const auto& [from, to] : {std::pair{g1, f3}, {g8, f6}, {f3, g1}, {f6, g8}})
            position.play(Move(from, to));
    };
    for (int i = 0; i < 5'001; ++i) shuffle();
    CHECK(to_fen(position) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 20004 10003");
    CHECK(position_of(to_fen(position)) == position);

    position = position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 65535 1000000000");
    position.play(Move(e8, e7));
    position.play(Move(e2, e3));
    CHECK(to_fen(position) == "8/4k3/8/8/8/4P3/8/4K3 b - - 0 1000000000");
    CHECK(position.game_ply() == 1'999'999'999);
}

TEST_CASE("the castling field's dialects name the same rooks") {
    const auto rooks = [](std::string_view castling, SetupRules rules = SetupRules::strict) {
        const Position position =
            position_of("1r2k1r1/8/8/8/8/8/8/RR2K1RR w " + std::string(castling) + " - 0 1", rules);
        return position.castling_rooks();
    };
    CHECK(rooks("KQkq") == (a1 | h1 | b8 | g8));
    CHECK(rooks("HAgb") == (a1 | h1 | b8 | g8));
    CHECK(rooks("qkQK") == (a1 | h1 | b8 | g8));
    CHECK(rooks("GBgb") == (b1 | g1 | b8 | g8));
    CHECK(rooks("KB") == (b1 | h1));
    CHECK(rooks("-") == Bitboard());
    CHECK(rooks("EC", SetupRules::lenient) == Bitboard());
    CHECK(rooks("KCk", SetupRules::lenient) == (h1 | g8));

    const Position inner = position_of("1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1");
    CHECK(to_fen(inner, FenStyle::shredder) == "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1");
    CHECK(to_fen(inner) == "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1");
}

TEST_CASE("an en passant square is kept only if a capture is legal") {
    CHECK(position_of("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").en_passant() == e3);
    CHECK(position_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").en_passant() == Square::none());
    // The black king and the white rook share the rank both pawns would leave.
    CHECK(position_of("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").en_passant() == Square::none());
}

TEST_CASE("what is wrong with a FEN, and where") {
    struct Case {
        const char* fen;
        const char* error;
    };
    const Case cases[] = {
        {"", "FEN, field 1 (piece placement): missing"},
        {" 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"\", character 1: fields are separated by single "
         "spaces"},
        {"4k3/8/8/8/8/8/8/4K3", "FEN, field 2 (side to move): missing"},
        {"4k3/8/8/8/8/8/8/4K3 w - -", "FEN, field 5 (halfmove clock): missing"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 ", "FEN, field 6 (move number): missing"},
        {"4k3/8/8/8/8/8/8/4K3 w  - - 0 1",
         "FEN, field 3 (castling) \"\", character 23: fields are separated by single spaces"},
        {"4k3/8/8/8/8/8/8/4K3\tw - - 0 1",
         "FEN, field 2 (side to move) \"\", character 20: fields are separated by single spaces"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ",
         "FEN, field 6 (move number) \" \", character 30: fields are separated by single spaces"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 7",
         "FEN, field 6 (move number) \" 7\", character 30: text after the last field"},
        {"4k3/8/8/8/7x/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/7x/8/8/4K3\", character 12: not one of "
         "KQRBNP, kqrbnp, 1-8 or /"},
        {"4k3/8/8/8/9/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/9/8/8/4K3\", character 11: not one of "
         "KQRBNP, kqrbnp, 1-8 or /"},
        {"4k3/8/8/8/44/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/44/8/8/4K3\", character 12: two digits side "
         "by side"},
        {"4k3/8/8/7/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/7/8/8/8/4K3\", character 10: rank with less "
         "than 8 squares"},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/8/8/8/4K2\", character 20: rank with less "
         "than 8 squares"},
        {"4k3/8/8p/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8p/8/8/8/8/4K3\", character 8: rank with more "
         "than 8 squares"},
        {"4k3/8/p8/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/p8/8/8/8/8/4K3\", character 8: rank with more "
         "than 8 squares"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/8/8/4K3\", character 18: less than 8 ranks"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/8/8/8/8/4K3\", character 18: more than 8 "
         "ranks"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/8/8/8/8\": a side has no king"},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k3/8/8/8/8/8/8/K3K3\": a side has more than one king"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
         "FEN, field 1 (piece placement) \"4k2P/8/8/8/8/8/8/4K3\": a pawn stands on the first or "
         "last rank"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1",
         "FEN, field 2 (side to move) \"W\", character 21: neither w nor b"},
        {"4k3/8/8/8/8/8/8/4K2r b - - 0 1",
         "FEN, field 2 (side to move) \"b\": the side not to move is in check"},
        {"4k3/8/8/8/8/8/8/4K2R w KX - 0 1",
         "FEN, field 3 (castling) \"KX\", character 25: not one of KQkq, A-H or a-h"},
        {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
         "FEN, field 3 (castling) \"KH\", character 25: the same right again"},
        {"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
         "FEN, field 3 (castling) \"KQ\", character 25: no rook to castle with"},
        {"4k3/8/8/8/8/8/8/4K2R w G - 0 1",
         "FEN, field 3 (castling) \"G\", character 24: no rook to castle with"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1",
         "FEN, field 3 (castling) \"K\", character 24: the king is not on its back rank"},
        {"4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
         "FEN, field 3 (castling) \"GH\": a castling right without its king and rook"},
        {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
         "FEN, field 4 (en passant) \"e9\", character 25: neither - nor a square"},
        {"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
         "FEN, field 4 (en passant) \"e3\", character 29: not behind a pawn that just moved two "
         "squares"},
        {"4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
         "FEN, field 4 (en passant) \"e3\": no pawn can just have passed this square"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 1 1",
         "FEN, field 4 (en passant) \"e3\": no pawn can just have passed this square"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1",
         "FEN, field 5 (halfmove clock) \"x\", character 27: not a number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1",
         "FEN, field 5 (halfmove clock) \"-1\", character 27: not a number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
         "FEN, field 5 (halfmove clock) \"65536\": the halfmove clock is out of range"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
         "FEN, field 6 (move number) \"99999999999999999999\", character 29: not a number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0",
         "FEN, field 6 (move number) \"0\": the move number is out of range"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        CHECK(error_of(c.fen) == c.error);
    }
}

TEST_CASE("lenient reading puts right what it can") {
    CHECK(leniently("4k3/8/8/8/8/8/8/4K3") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(leniently("  4k3/8/8/8/8/8/8/4K3\t b  ") == "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(leniently("4k3/8/8/8/3pP3/8/8/4K3 b - e3 7 1") == "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    // Both bishops on one colour.
    const char* const drawn = "rkbqnnbr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNNBR w - - 0 1";
    CHECK(leniently(drawn) == drawn);
    CHECK_FALSE(parse_fen(drawn).has_value());
    CHECK(leniently("4k3/8/8/8/8/8/8/4K3 W") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(leniently("4k3/8/8/8/8/8/8/4K3 B") == "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    CHECK(leniently("4k3/8/8/8/44/8/8/4K3 w") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    CHECK(leniently("4k3/8/8/8/8/8/8/4K2R w KQkq - 3 9") == "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    CHECK(leniently("4k3/8/8/8/8/8/8/4K2R w KK e6 - x") == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    CHECK(leniently("4k3/8/8/8/8/8/8/4K3 w - e3 0 0") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST_CASE("lenient reading refuses what means nothing") {
    const auto error = [](std::string_view fen) { return error_of(fen, SetupRules::lenient); };
    CHECK(error("   ") == "FEN, field 1 (piece placement): missing");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w 0 1") ==
          "FEN, field 3 (castling) \"0\", character 23: not one of KQkq, A-H or a-h");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x") ==
          "FEN, field 6 (move number) \"x\", character 31: text after the last field");
    CHECK(error("4k3/8/8/8/8/8/8/4K2r b - - 0 1") ==
          "FEN, field 2 (side to move) \"b\": the side not to move is in check");
}

TEST_CASE("an error message never holds raw bytes") {
    const std::string message = error_of("\x01\xff/\xe2\x99\x98 w - - 0 1");
    CHECK(message.find("\"\\x01\\xFF/\xe2\x99\x98\"") != std::string::npos);
    CHECK(error_of(std::string(100'000, 'x')).size() < 250);
}

TEST_CASE("an error has its parts") {
    const auto position = parse_fen("4k3/8/8/8/8/8/8/4K2R w KX - 0 1");
    REQUIRE_FALSE(position.has_value());
    CHECK(position.error() == FenError{.field = FenField::castling,
                                       .reason = FenReason::unknown_right,
                                       .text = "KX",
                                       .offset = 24});
}
