#include "chess/uci_move.hpp"

#include <doctest/doctest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

Position position_of(std::string_view fen) {
    const auto position = parse_fen(fen);
    REQUIRE_MESSAGE(position.has_value(), to_string(position.error()));
    return *position;
}

std::string error_of(std::string_view fen, std::string_view text) {
    const auto move = parse_uci(position_of(fen), text);
    return move ? "accepted as " + to_uci(*move, true) : to_string(move.error());
}

Move read(std::string_view fen, std::string_view text) {
    const auto move = parse_uci(position_of(fen), text);
    REQUIRE_MESSAGE(move.has_value(), to_string(move.error()));
    return *move;
}

constexpr const char* castling_fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr const char* promotion_fen = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";

}  // namespace

TEST_CASE("moves are written as UCI wants them") {
    CHECK(to_uci(Move(e2, e4)) == "e2e4");
    CHECK(to_uci(Move::promotion(e7, d8, PieceType::knight)) == "e7d8n");
    CHECK(to_uci(Move(e5, d6, MoveKind::en_passant)) == "e5d6");
    CHECK(to_uci(Move(e1, h1, MoveKind::castling)) == "e1g1");
    CHECK(to_uci(Move(e8, a8, MoveKind::castling)) == "e8c8");
    CHECK(to_uci(Move(e1, h1, MoveKind::castling), true) == "e1h1");
    CHECK(to_uci(Move::none()) == "0000");
}

TEST_CASE("castling is read in both forms") {
    const Move short_castling(e1, h1, MoveKind::castling);
    const Move long_castling(e1, a1, MoveKind::castling);
    CHECK(read(castling_fen, "e1g1") == short_castling);
    CHECK(read(castling_fen, "e1h1") == short_castling);
    CHECK(read(castling_fen, "e1c1") == long_castling);
    CHECK(read(castling_fen, "e1a1") == long_castling);
    CHECK(read(castling_fen, "e1f1") == Move(e1, f1));
}

TEST_CASE("a king's step beside a castling move of the same squares stays a step") {
    const char* const fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    CHECK(read(fen, "f1g1") == Move(f1, g1));
    CHECK(read(fen, "f1h1") == Move(f1, h1, MoveKind::castling));
    // The rook stands where the king would go.
    CHECK(read("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1") == Move(f1, g1, MoveKind::castling));
}

TEST_CASE("en passant and promotions") {
    CHECK(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == Move(e5, d6, MoveKind::en_passant));
    CHECK(read(promotion_fen, "e7e8q") == Move::promotion(e7, e8, PieceType::queen));
    CHECK(read(promotion_fen, "e7d8N") == Move::promotion(e7, d8, PieceType::knight));
}

TEST_CASE("what is wrong with a move's text") {
    struct Case {
        const char* fen;
        const char* text;
        const char* error;
    };
    const Case cases[] = {
        {castling_fen, "", "move \"\": not a move"},
        {castling_fen, "e1", "move \"e1\": not a move"},
        {castling_fen, "e1g1qq", "move \"e1g1qq\": not a move"},
        {castling_fen, "e1i1", "move \"e1i1\": not a move"},
        {castling_fen, "E1G1", "move \"E1G1\": not a move"},
        {castling_fen, "O-O", "move \"O-O\": not a move"},
        {promotion_fen, "e7e8k", "move \"e7e8k\": not a move"},
        {castling_fen, "0000", "move \"0000\": a null move cannot be played"},
        {castling_fen, "e1e3", "move \"e1e3\": illegal here"},
        {castling_fen, "e8g8", "move \"e8g8\": illegal here"},
        {castling_fen, "e2e4", "move \"e2e4\": illegal here"},
        {castling_fen, "e1e1", "move \"e1e1\": illegal here"},
        {castling_fen, "e1f1q", "move \"e1f1q\": illegal here"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", "move \"e1g1\": illegal here"},
        {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "move \"e1g1\": illegal here"},
        {"4kr2/8/8/8/8/8/8/4K3 w - - 0 1", "e1f1", "move \"e1f1\": leaves the king in check"},
        {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "move \"e2c3\": leaves the king in check"},
        {promotion_fen, "e7e8", "move \"e7e8\": ambiguous: e8=Q+, e8=R+, e8=B or e8=N"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.fen);
        CHECK(error_of(c.fen, c.text) == c.error);
    }
}

TEST_CASE("every legal move comes back from its text") {
    for (const char* fen : {
             castling_fen,
             promotion_fen,
             "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
             "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
             "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
             "5k2/8/8/8/8/8/8/1RK4R w HB - 0 1",
         }) {
        const Position position = position_of(fen);
        for (const Move move : legal_moves(position)) {
            CAPTURE(fen);
            CAPTURE(to_uci(move));
            CHECK(parse_uci(position, to_uci(move, true)) == move);
            // Without Chess960 notation a castling move can look like a king's step.
            const bool is_step = move.is_castling() &&
                                 position.is_legal(Move(move.from(), castled_king_square(move)));
            if (!is_step) CHECK(parse_uci(position, to_uci(move)) == move);
        }
    }
}
