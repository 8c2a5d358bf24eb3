// Position: a chess position as a small value, for standard chess, Chess960 and double Chess960.
//
// A position is copied and then changed by `play` (copy-make): there is nothing to undo and no
// pointer to a past state. What a game needs beyond one position (repetitions) is kept
// by Line: see outcome.hpp.
//
// A Position can only be made from something checked (the start, a FEN, a PositionSetup), so
// every Position is one in which the rules can be applied: one king a side, the side not to
// move not in check, no pawns on the first and last ranks, castling rights that fit.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>

#include "chess/attacks.hpp"
#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/piece.hpp"
#include "chess/zobrist.hpp"

namespace kibitz {

enum class CastlingSide : std::uint8_t { kingside, queenside };

// The parts of a position before they were checked: what a FEN or a position editor says.
struct PositionSetup {
    std::array<Piece, square_count> board = [] {
        std::array<Piece, square_count> empty{};
        empty.fill(Piece::none);
        return empty;
    }();
    Color side_to_move = Color::white;
    // Rooks that may still castle. There is at most one on each side of each king.
    Bitboard castling_rooks;
    // The square passed over by the pawn that just moved two steps. Kept by the position only
    // if a capture en passant is legal.
    Square en_passant = Square::none();
    // Plies since the last capture or pawn move: 0 to max_halfmove_clock. Rules end the game long
    // before, but a position can also come from a game without rules.
    int halfmove_clock = 0;
    int fullmove_number = 1;  // to max_fullmove_number

    static constexpr int max_halfmove_clock = 65'535;
    static constexpr int max_fullmove_number = 1'000'000'000;
};

// Why a PositionSetup is no position.
enum class SetupError : std::uint8_t {
    no_king,            // a side has no king
    several_kings,      // a side has more than one
    pawn_on_back_rank,  // a pawn stands on the first or last rank
    too_many_pieces,  // a side has more than 16 pieces, or more promoted ones than pawns gone; two
                      // bishops on one colour count as one promoted in strict mode alone
    opponent_in_check,  // the side not to move is in check
    impossible_check,   // more than two checkers, or a pair no move can give
    castling_rook,      // a right without its rook or king at home
    en_passant_square,  // no pawn can just have moved two steps there; or the clock says that none
                        // did
    halfmove_clock,     // out of range
    fullmove_number,    // out of range
};
const char* to_string(SetupError error);

// How much of the setup has to be reachable in a real game.
enum class SetupRules : std::uint8_t {
    strict,   // all of SetupError
    lenient,  // puts right what it can (drops wrong rights, en passant squares and clocks) and
              // refuses only what the rules cannot handle: kings, back-rank pawns, opponent in
              // check, and too_many_pieces, whose moves might not fit into a MoveList
};

// How the opponent's king can be checked: made once a node, then asked for many moves.
struct CheckInfo {
    std::array<Bitboard, piece_type_count> squares;  // from which a piece of that type checks
    Bitboard discoverers;  // own pieces whose leaving their line gives a discovered check
};

class Position {
   public:
    // The start of a standard game.
    static const Position& initial();
    // Chess960 start position by its number 0..959 (518 is the standard array).
    static Position chess960(int number);
    // Double Chess960: each side has an array of its own.
    static Position chess960(int white_number, int black_number);
    static std::expected<Position, SetupError> make(const PositionSetup& setup,
                                                    SetupRules rules = SetupRules::strict);
    [[nodiscard]] PositionSetup setup() const;

    [[nodiscard]] Color side_to_move() const { return side_to_move_; }
    [[nodiscard]] Piece piece_on(Square square) const {
        return board_[static_cast<std::size_t>(square.index())];
    }
    [[nodiscard]] bool is_empty(Square square) const { return piece_on(square) == Piece::none; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    [[nodiscard]] Bitboard pieces(Color color) const {
        return by_color_[static_cast<std::size_t>(index(color))];
    }
    [[nodiscard]] Bitboard pieces(PieceType type) const {
        return by_type_[static_cast<std::size_t>(index(type))];
    }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return pieces(color) & pieces(type);
    }
    [[nodiscard]] Bitboard pieces(Color color, PieceType a, PieceType b) const {
        return pieces(color) & (pieces(a) | pieces(b));
    }
    [[nodiscard]] Square king(Color color) const { return pieces(color, PieceType::king).first(); }
    // Everything but pawns and king.
    [[nodiscard]] Bitboard non_pawn_material(Color color) const {
        return pieces(color) & ~(pieces(PieceType::pawn) | pieces(PieceType::king));
    }

    // Rooks (of both sides) that may still castle.
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    [[nodiscard]] Bitboard castling_rooks(Color color) const {
        return castling_rooks_ & pieces(color);
    }
    // The rook to castle with on that side, or Square::none().
    [[nodiscard]] Square castling_rook(Color color, CastlingSide side) const;
    // Set only if a capture en passant is legal now.
    [[nodiscard]] Square en_passant() const { return en_passant_; }
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    [[nodiscard]] int fullmove_number() const {
        constexpr std::uint32_t most = PositionSetup::max_fullmove_number;
        return static_cast<int>(fullmove_number_ < most ? fullmove_number_ : most);
    }
    // Plies since the start, according to the move number.
    [[nodiscard]] int game_ply() const {
        return 2 * (fullmove_number() - 1) + index(side_to_move_);
    }
    // True if a castling right needs Chess960 notation (king or rook not on its standard square).
    [[nodiscard]] bool needs_chess960_notation() const;

    // Equal for positions with the same pieces, side to move, castling rights and legal en passant
    // captures: the identity of the repetition rule.
    [[nodiscard]] Key key() const { return key_; }
    // It covers the pawns of both sides alone.
    [[nodiscard]] Key pawn_key() const { return pawn_key_; }
    // It covers one side's pieces without its pawns, king included.
    [[nodiscard]] Key non_pawn_key(Color color) const {
        return non_pawn_key_[static_cast<std::size_t>(index(color))];
    }
    // The number of pieces of each kind, 4 bits each, at 4 * index(piece): exact, not hashed.
    [[nodiscard]] int count(Piece piece) const {
        return static_cast<int>(material_ >> (4 * index(piece)) & 15);
    }
    // The key the position would have after the move, without en passant and castling changes:
    // close enough to prefetch by.
    [[nodiscard]] Key approximate_key_after(Move move) const;

    // Pieces of the other side that attack the king of the side to move.
    [[nodiscard]] Bitboard checkers() const { return checkers_; }
    [[nodiscard]] bool in_check() const { return checkers_.any(); }
    // Pieces of the side to move that may not leave the line to their king.
    [[nodiscard]] Bitboard pinned() const { return pinned_; }
    // Pieces of either colour that shield `color`'s king from a slider of the other side.
    [[nodiscard]] Bitboard king_blockers(Color color) const;
    // Pieces of both colours that attack a square, for a given occupancy.
    [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const;
    [[nodiscard]] Bitboard attackers_to(Square square) const {
        return attackers_to(square, occupied());
    }
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied) const;
    // Squares attacked by all of a side's pieces of one kind.
    [[nodiscard]] Bitboard attacks_by(Color color, PieceType type) const;
    // Squares attacked by a side.
    [[nodiscard]] Bitboard attacks_by(Color color) const;

    // The piece a move captures, Piece::none if it captures nothing.
    [[nodiscard]] Piece captured_by(Move move) const {
        if (move.is_castling()) return Piece::none;
        if (move.is_en_passant()) return make_piece(~side_to_move_, PieceType::pawn);
        return piece_on(move.to());
    }
    [[nodiscard]] bool is_capture(Move move) const { return captured_by(move) != Piece::none; }

    // True if the move, from any source, is legal here. Fast enough for hash moves.
    [[nodiscard]] bool is_legal(Move move) const;
    // The squares from which each piece type of that colour gives check to the other king.
    [[nodiscard]] std::array<Bitboard, piece_type_count> check_squares(Color attacker) const;
    [[nodiscard]] CheckInfo check_info() const;
    // Both take legal moves only.
    [[nodiscard]] bool gives_check(Move move, const CheckInfo& info) const;
    [[nodiscard]] bool gives_check(Move move) const { return gives_check(move, check_info()); }

    // Plays a legal move.
    void play(Move move);
    // Passes the move to the other side; not while in check.
    void play_null();
    [[nodiscard]] Position after(Move move) const {
        Position next = *this;
        next.play(move);
        return next;
    }

    // Same pieces, side to move, rights, en passant and clocks.
    bool operator==(const Position& other) const;

    // Recomputes everything that `play` keeps up to date and compares: for tests.
    [[nodiscard]] bool is_consistent() const;

   private:
    Position() = default;

    void put(Piece piece, Square square);
    void remove(Piece piece, Square square);
    void set_castling_rooks(Bitboard rooks);
    template <Color us>
    void play_as(Move move);
    template <Color us>
    void update_check_state();
    [[nodiscard]] bool en_passant_is_legal(Square target, Color capturer) const;
    [[nodiscard]] bool en_passant_exposes_king(Square from, Square target) const;
    [[nodiscard]] bool castling_is_legal(Move move) const;
    [[nodiscard]] std::optional<SetupError> check(const PositionSetup& setup, bool strict) const;

    template <Color us, class Sink>
    friend class MoveGenerator;

    std::array<Bitboard, piece_type_count> by_type_;
    std::array<Bitboard, color_count> by_color_;
    Bitboard castling_rooks_;
    Bitboard checkers_;
    Bitboard pinned_;
    Key key_ = 0;
    Key pawn_key_ = 0;
    std::array<Key, color_count> non_pawn_key_{};
    Key material_ = 0;
    std::array<Piece, square_count> board_{};
    Square en_passant_ = Square::none();
    Color side_to_move_ = Color::white;
    std::uint16_t halfmove_clock_ = 0;
    std::uint32_t fullmove_number_ = 1;
};

}  // namespace kibitz
