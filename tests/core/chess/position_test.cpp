#include "chess/position.hpp"

#include <doctest/doctest.h>

#include <set>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "random_games.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

PositionSetup with(std::initializer_list<std::pair<Square, Piece>> pieces) {
    PositionSetup setup;
    for (const auto& [square, piece] : pieces)
        setup.board[static_cast<std::size_t>(square.index())] = piece;
    return setup;
}

SetupError strict_error(const PositionSetup& setup) {
    const auto position = Position::make(setup);
    REQUIRE_FALSE(position.has_value());
    return position.error();
}

}  // namespace

TEST_CASE("setups that are no positions are refused with their reason") {
    const PositionSetup kings = with({{e1, Piece::white_king}, {e8, Piece::black_king}});
    REQUIRE(Position::make(kings).has_value());

    PositionSetup setup = kings;
    setup.board[4] = Piece::none;
    CHECK(strict_error(setup) == SetupError::no_king);

    setup = kings;
    setup.board[0] = Piece::white_king;
    CHECK(strict_error(setup) == SetupError::several_kings);

    setup = kings;
    setup.board[0] = Piece::white_pawn;
    CHECK(strict_error(setup) == SetupError::pawn_on_back_rank);

    setup = kings;
    for (int i = 8; i < 18; ++i) setup.board[static_cast<std::size_t>(i)] = Piece::white_queen;
    CHECK(strict_error(setup) == SetupError::too_many_pieces);
    for (int i = 8; i < 24; ++i) setup.board[static_cast<std::size_t>(i)] = Piece::white_pawn;
    CHECK(Position::make(setup, SetupRules::lenient).error() == SetupError::too_many_pieces);

    setup = with({{e1, Piece::white_king}, {e8, Piece::black_king}, {e2, Piece::white_rook}});
    CHECK(strict_error(setup) == SetupError::opponent_in_check);

    setup = with({{e1, Piece::white_king},
                  {e8, Piece::black_king},
                  {f3, Piece::black_knight},
                  {d3, Piece::black_knight}});
    CHECK(strict_error(setup) == SetupError::impossible_check);
    CHECK(Position::make(setup, SetupRules::lenient).has_value());

    setup = kings;
    setup.castling_rooks = h1;
    CHECK(strict_error(setup) == SetupError::castling_rook);
    CHECK(Position::make(setup, SetupRules::lenient)->castling_rooks().empty());

    setup = kings;
    setup.en_passant = e6;
    CHECK(strict_error(setup) == SetupError::en_passant_square);
    CHECK(Position::make(setup, SetupRules::lenient)->en_passant().is_none());

    setup = kings;
    setup.halfmove_clock = PositionSetup::max_halfmove_clock + 1;
    CHECK(strict_error(setup) == SetupError::halfmove_clock);
    CHECK(Position::make(setup, SetupRules::lenient)->halfmove_clock() ==
          PositionSetup::max_halfmove_clock);

    setup = kings;
    setup.fullmove_number = 0;
    CHECK(strict_error(setup) == SetupError::fullmove_number);
}

TEST_CASE("the 960 start arrays differ, 518 is the standard one") {
    std::set<std::string> arrays;
    for (int number = 0; number < 960; ++number) {
        const Position position = Position::chess960(number);
        CHECK(position.is_consistent());
        CHECK(position.castling_rooks().count() == 4);
        const Square king = position.king(Color::white);
        CHECK(position.castling_rook(Color::white, CastlingSide::kingside) > king);
        CHECK(position.castling_rook(Color::white, CastlingSide::queenside) < king);
        const Bitboard bishops = position.pieces(Color::white, PieceType::bishop);
        CHECK((bishops & light_squares).count() == 1);
        arrays.insert(to_fen(position));
    }
    CHECK(arrays.size() == 960);
    CHECK(Position::chess960(518) == Position::initial());
    CHECK(to_fen(Position::chess960(0)).starts_with("bbqnnrkr/"));
}

TEST_CASE("an en passant square is kept only where the capture is legal") {
    Position position = Position::initial();
    position.play(Move(e2, e4));
    CHECK(position.en_passant().is_none());
    position.play(Move(a7, a6));
    position.play(Move(e4, e5));
    position.play(Move(d7, d5));
    CHECK(position.en_passant() == d6);
    // Both pawns would leave the fifth rank at once and expose the king.
    const auto pinned = parse_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 2");
    REQUIRE(pinned.has_value());
    CHECK(pinned->en_passant().is_none());
}

TEST_CASE("positions reached by different move orders have equal keys") {
    Position a = Position::initial(), b = Position::initial();
    for (const Move move : {Move(g1, f3), Move(g8, f6), Move(b1, c3)}) a.play(move);
    for (const Move move : {Move(b1, c3), Move(g8, f6), Move(g1, f3)}) b.play(move);
    CHECK(a.key() == b.key());
    CHECK(a.pawn_key() == Position::initial().pawn_key());
    b.play(Move(e7, e5));
    CHECK(b.pawn_key() != a.pawn_key());
}

TEST_CASE("a null move changes the side and comes back") {
    test::for_random_positions(2'000, 8, [&](const Position& position, const MoveList&) {
        if (position.in_check()) return;
        Position passed = position;
        passed.play_null();
        CHECK(passed.side_to_move() == ~position.side_to_move());
        CHECK(passed.en_passant().is_none());
        if (passed.in_check()) return;
        passed.play_null();
        if (position.en_passant().is_none()) CHECK(passed.key() == position.key());
    });
}
