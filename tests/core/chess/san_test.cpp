#include "chess/san.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "random_games.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen, SetupRules::lenient);
    REQUIRE_MESSAGE(position.has_value(), to_string(position.error()));
    return *position;
}

// The move in UCI notation, or the error's message.
std::string read(std::string_view fen, std::string_view text) {
    const auto move = parse_san(position_of(fen), text);
    return move ? to_uci(*move, true) : to_string(move.error());
}

// The PGN standard's rule word by word: try all legal moves of the same kind of piece.
std::string slow_san(const Position& position, const MoveList& moves, Move move) {
    const PieceType type = type_of(position.piece_on(move.from()));
    std::string san;
    if (move.is_castling()) {
        san = move.to().file() > move.from().file() ? "O-O" : "O-O-O";
    } else if (type == PieceType::pawn) {
        if (position.is_capture(move)) san += {to_char(move.from().file()), 'x'};
        san += move.to().to_string();
        if (move.is_promotion()) san += {'=', to_char(move.promoted_to())};
    } else {
        const auto rivals = [&](auto same) {
            return std::count_if(moves.begin(), moves.end(), [&](Move other) {
                return !other.is_castling() && other.to() == move.to() &&
                       type_of(position.piece_on(other.from())) == type &&
                       same(other.from(), move.from());
            });
        };
        const bool alone = rivals([](Square, Square) { return true; }) == 1;
        const bool alone_on_file =
            rivals([](Square a, Square b) { return a.file() == b.file(); }) == 1;
        const bool alone_on_rank =
            rivals([](Square a, Square b) { return a.rank() == b.rank(); }) == 1;
        const std::string from = move.from().to_string();
        san += to_char(type);
        if (!alone)
            san += alone_on_file ? from.substr(0, 1) : alone_on_rank ? from.substr(1) : from;
        if (position.is_capture(move)) san += 'x';
        san += move.to().to_string();
    }
    const Position next = position.after(move);
    if (next.in_check()) san += legal_moves(next).empty() ? '#' : '+';
    return san;
}

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr const char* promotion = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
constexpr const char* knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
// Pawns on b2 and d4, a bishop on d2: c3 can be taken by both.
constexpr const char* pawn_or_bishop = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
constexpr const char* bishop_only = "4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1";

}  // namespace

TEST_CASE("the writer's disambiguation") {
    const auto write = [](std::string_view fen, Move move) {
        return to_san(position_of(fen), move);
    };
    CHECK(write(start, Move(e2, e4)) == "e4");
    CHECK(write(start, Move(g1, f3)) == "Nf3");
    CHECK(write(knights, Move(b1, d2)) == "Nbd2");
    CHECK(write("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", Move(a1, a3)) == "R1a3");
    CHECK(write("2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", Move(h4, e4)) == "Qh4e4");
    CHECK(write("2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", Move(a4, e4)) == "Qae4");
    // The knight on d2 is pinned, so the other needs no file.
    CHECK(write("k2r4/8/8/8/8/8/3N4/3K2N1 w - - 0 1", Move(g1, f3)) == "Nf3");
    CHECK(write(castling, Move(e1, a1, MoveKind::castling)) == "O-O-O");
    CHECK(write(promotion, Move::promotion(e7, d8, PieceType::queen)) == "exd8=Q+");
    CHECK(write(promotion, Move::promotion(e7, e8, PieceType::knight)) == "e8=N");
    CHECK(write(en_passant, Move(e5, d6, MoveKind::en_passant)) == "exd6");
    CHECK(write("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", Move(a1, a8)) == "Ra8#");
    CHECK(write("5k2/8/8/8/8/8/8/4K2R w K - 0 1", Move(e1, h1, MoveKind::castling)) == "O-O+");
}

TEST_CASE("what people write is read") {
    struct Case {
        const char* fen;
        const char* text;
        const char* move;
    };
    const Case cases[] = {
        {start, "e4", "e2e4"},
        {start, "e2e4", "e2e4"},
        {start, "e2-e4", "e2e4"},
        {start, "E4", "e2e4"},
        {start, "E2E4", "e2e4"},
        {start, "Pe4", "e2e4"},
        {start, "pe4", "e2e4"},
        {start, "Pe2-e4", "e2e4"},
        {start, "  1. e4 ", "e2e4"},
        {start, "1.e4!?", "e2e4"},
        {start, "12...e3", "e2e3"},
        {start, "12… e3", "e2e3"},
        {start, "Nf3", "g1f3"},
        {start, "nf3", "g1f3"},
        {start, "NF3", "g1f3"},
        {start, "♘f3", "g1f3"},
        {start, "♞\uFE0Ef3", "g1f3"},
        {start, "Ng1f3", "g1f3"},
        {start, "Ng1-f3", "g1f3"},
        {start, "N1f3", "g1f3"},
        {start, "Ngf3", "g1f3"},
        {start, "g1f3", "g1f3"},
        {start, "g1-f3", "g1f3"},
        {start, "Nf3+", "g1f3"},
        {start, "Nf3 (=)", "g1f3"},
        {start, "b4", "b2b4"},
        {start, "B4", "b2b4"},
        {start, "b2b4", "b2b4"},
        {castling, "O-O", "e1h1"},
        {castling, "0-0", "e1h1"},
        {castling, "o-o", "e1h1"},
        {castling, "OO", "e1h1"},
        {castling, "O–O", "e1h1"},
        {castling, "O-O+", "e1h1"},
        {castling, "O-O-O", "e1a1"},
        {castling, "0-0-0!", "e1a1"},
        {castling, "o-o-o", "e1a1"},
        {castling, "000", "e1a1"},
        {castling, "e1g1", "e1h1"},
        {castling, "Ke1g1", "e1h1"},
        {castling, "Ke1-c1", "e1a1"},
        {castling, "e1h1", "e1h1"},
        {castling, "Kf1", "e1f1"},
        {castling, "kf1", "e1f1"},
        {castling, "Rxh8", "h1h8"},
        {castling, "Rh8", "h1h8"},
        {castling, "R:h8+", "h1h8"},
        {castling, "R×h8†", "h1h8"},
        {castling, "Rh8:", "h1h8"},
        {promotion, "e8=Q", "e7e8q"},
        {promotion, "e8Q", "e7e8q"},
        {promotion, "e8q", "e7e8q"},
        {promotion, "e8(Q)", "e7e8q"},
        {promotion, "e8/N", "e7e8n"},
        {promotion, "e8=♘", "e7e8n"},
        {promotion, "e7e8b", "e7e8b"},
        {promotion, "e7-e8=R+", "e7e8r"},
        {promotion, "exd8=Q+", "e7d8q"},
        {promotion, "exd=Q", "e7d8q"},
        {promotion, "edQ", "not a move"},
        {promotion, "ed8b", "e7d8b"},
        {promotion, "xd8=R", "e7d8r"},
        {en_passant, "exd6", "e5d6"},
        {en_passant, "exd6ep", "e5d6"},
        {en_passant, "exd6 e.p.", "e5d6"},
        {en_passant, "e5xd6(ep)", "e5d6"},
        {en_passant, "exd", "e5d6"},
        {en_passant, "ed", "e5d6"},
        {en_passant, "ed6", "e5d6"},
        {en_passant, "e:d", "e5d6"},
        {en_passant, "ed:", "e5d6"},
        {en_passant, "e5d6", "e5d6"},
        {knights, "Nbd2", "b1d2"},
        {knights, "Nb1d2", "b1d2"},
        {knights, "b1d2", "b1d2"},
        {pawn_or_bishop, "bxc3", "b2c3"},
        {pawn_or_bishop, "Bxc3", "d2c3"},
        {pawn_or_bishop, "bc", "b2c3"},
        {pawn_or_bishop, "bc3", "b2c3"},
        {pawn_or_bishop, "Bc3", "d2c3"},
        {pawn_or_bishop, "bdc3", "d2c3"},
        {bishop_only, "bxc3", "d2c3"},
        {bishop_only, "bc3", "d2c3"},
        {"4k3/4q3/8/8/8/8/4P3/4KB2 w - - 0 1", "Bg2", "f1g2"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        CAPTURE(c.text);
        if (c.move != std::string_view("not a move"))
            CHECK(read(c.fen, c.text) == c.move);
        else
            CHECK(read(c.fen, c.text) == "move \"" + std::string(c.text) + "\": not a move");
    }
}

TEST_CASE("what is wrong with a move") {
    struct Case {
        const char* fen;
        const char* text;
        const char* error;
    };
    const Case cases[] = {
        {start, "", "not a move"},
        {start, "   ", "not a move"},
        {start, "1.", "not a move"},
        {start, "12", "not a move"},
        {start, "+", "not a move"},
        {start, "N", "not a move"},
        {start, "Ne", "not a move"},
        {start, "e9", "not a move"},
        {start, "i4", "not a move"},
        {start, "Xe4", "illegal here"},
        {start, "e4 e5", "not a move"},
        {start, "e-4", "not a move"},
        {start, "Nxxf3", "not a move"},
        {start, "Ng1f3h4", "not a move"},
        {start, "e8=K", "not a move"},
        {start, "O-O-O-O", "not a move"},
        {start, "1-0", "not a move"},
        {start, "1/2-1/2", "not a move"},
        {start, "*", "not a move"},
        {start, "$1", "not a move"},
        {start, "--", "a null move cannot be played"},
        {start, "Z0", "a null move cannot be played"},
        {start, "3... --", "a null move cannot be played"},
        {start, "e5", "illegal here"},
        {start, "Nd4", "illegal here"},
        {start, "Ke2", "illegal here"},
        {start, "exd3", "illegal here"},
        {start, "O-O", "illegal here"},
        {start, "e7e5", "illegal here"},
        {start, "Bb4", "illegal here"},  // not read as b2-b4
        {start, "Ng1e4", "illegal here"},
        {start, "Bg1f3", "illegal here"},
        {start, "e4=Q", "illegal here"},
        {en_passant, "d6", "illegal here"},  // a capture needs its file
        {castling, "O-O=Q", "not a move"},
        {knights, "Nd2", "ambiguous: Nbd2 or Nfd2"},
        {"2k5/8/8/8/Q6Q/8/8/4K2Q w - - 0 1", "Qe4", "ambiguous: Q1e4, Qae4 or Qh4e4"},
        {promotion, "e8", "ambiguous: e8=Q+, e8=R+, e8=B or e8=N"},
        {promotion, "e7e8", "ambiguous: e8=Q+, e8=R+, e8=B or e8=N"},
        {"4k3/8/8/8/8/2p1p3/3P4/4K3 w - - 0 1", "xc3", ""},
        {"4k3/8/8/8/8/2pPp3/3P4/4K3 w - - 0 1", "d3", "illegal here"},
        {"4k3/8/8/8/8/2p5/1P1P4/4K3 w - - 0 1", "xc3", "ambiguous: bxc3 or dxc3"},
        {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "leaves the king in check"},
        {"4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", ""},
        {"6k1/8/8/8/8/8/r3P2K/8 w - - 0 1", "e4", "leaves the king in check"},
        {"4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "leaves the king in check"},
        {"3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2", "leaves the king in check"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        CAPTURE(c.text);
        const std::string result = read(c.fen, c.text);
        if (*c.error)
            CHECK(result == "move \"" + std::string(c.text) + "\": " + c.error);
        else
            CHECK(result.find("move") == std::string::npos);
    }
}

TEST_CASE("long and odd texts are refused in bounded time") {
    const Position& position = Position::initial();
    CHECK(parse_san(position, std::string(1'000'000, 'e')).error().reason ==
          MoveTextReason::not_a_move);
    CHECK(parse_san(position, std::string(30, ' ') + "e4").has_value());
    CHECK_FALSE(parse_san(position, std::string(39, ' ') + "e4").has_value());
    CHECK(to_string(parse_san(position, "\xe2\x99").error()) == "move \"\\xE2\\x99\": not a move");
}

TEST_CASE("random games: the writer agrees with the standard, the reader with the writer") {
    constexpr int positions = 100'000;
    long wrong_text = 0, wrong_move = 0, not_ordinary = 0;
    int seen = 0;
    test::for_random_positions(positions, 1, [&](const Position& position, const MoveList& moves) {
        // The slow writer for every tenth position, the round trip for all.
        const bool slowly = seen++ % 10 == 0;
        for (const Move move : moves) {
            const std::string san = to_san(position, move);
            if (slowly) wrong_text += san != slow_san(position, moves, move);
            const auto back = parse_san(position, san);
            wrong_move += !back || *back != move;
            not_ordinary += parse_ordinary_san(position, san) != move;
        }
    });
    CHECK(wrong_text == 0);
    CHECK(wrong_move == 0);
    CHECK(not_ordinary == 0);
}

TEST_CASE("random games: the fast reader accepts nothing that the slow one does not") {
    // Texts of real moves from other positions: mostly illegal, some ambiguous.
    std::vector<std::string> texts;
    long wrong = 0, accepted = 0;
    test::for_random_positions(3'000, 2, [&](const Position& position, const MoveList& moves) {
        if (!moves.empty()) texts.push_back(to_san(position, moves[moves.size() / 2]));
        if (texts.size() > 300) texts.erase(texts.begin(), texts.begin() + 100);
        for (const std::string& text : texts) {
            const Move fast = parse_ordinary_san(position, text);
            const std::string bare = text.substr(0, text.find_last_not_of("+#") + 1);
            Move expected = Move::none();
            int fitting = 0;
            for (const Move move : moves) {
                std::string san = to_san(position, move);
                san = san.substr(0, san.find_last_not_of("+#") + 1);
                std::string without_x = san, bare_without_x = bare;
                if (type_of(position.piece_on(move.from())) != PieceType::pawn) {
                    std::erase(without_x, 'x');
                    std::erase(bare_without_x, 'x');
                }
                if (without_x == bare_without_x) {
                    expected = move;
                    ++fitting;
                }
            }
            // A text with more disambiguation than needed is read too: only a move that the
            // slow way found must be found, and nothing illegal may be.
            if (fitting == 1) wrong += fast != expected;
            if (!fast.is_none()) wrong += !moves.contains(fast);
            accepted += !fast.is_none();
        }
    });
    CHECK(wrong == 0);
    CHECK(accepted > 1'000);
}

TEST_CASE("random games: over-disambiguated and coordinate forms are read") {
    long wrong = 0;
    test::for_random_positions(3'000, 3, [&](const Position& position, const MoveList& moves) {
        for (const Move move : moves) {
            if (move.is_castling()) continue;
            const PieceType type = type_of(position.piece_on(move.from()));
            std::string squares = move.from().to_string() + "-" + move.to().to_string();
            if (move.is_promotion()) squares += {'=', to_char(move.promoted_to())};
            const std::string with_letter = to_char(type) + squares;
            for (const std::string& text : {squares, with_letter}) {
                const auto back = parse_san(position, text);
                // In Chess960 the king's square and its own rook's can both be meant: skipped
                // above, as castling is written O-O.
                wrong += !back || *back != move;
            }
        }
    });
    CHECK(wrong == 0);
}
