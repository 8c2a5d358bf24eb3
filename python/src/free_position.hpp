// A placing of pieces on which nothing has to be right: no king or several, pawns on the first
// rank, the other side in check. It is what kibitz.chess plays on; kibitz::Position, which the
// engine searches, is always a position of a game.
//
// Castling is written as the king taking its rook here, until a FreeMove leaves the board.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

namespace kibitz::python {

// A move as Python writes it. from == to without more is the null move; a drop puts a new piece on
// `to`.
struct FreeMove {
    Square from, to;
    PieceType promotion = PieceType::none;
    PieceType drop = PieceType::none;

    [[nodiscard]] bool is_null() const {
        return from == squares::a1 && to == squares::a1 && promotion == PieceType::none &&
               drop == PieceType::none;
    }
    [[nodiscard]] bool is_drop() const { return drop != PieceType::none; }
    [[nodiscard]] Bitboard touched() const { return Bitboard(from) ^ Bitboard(to); }
    bool operator==(const FreeMove&) const = default;
};
inline constexpr FreeMove null_move{.from = squares::a1, .to = squares::a1};

std::string to_uci(const FreeMove& move);

// Which squares moves may come from and go to.
struct MoveMask {
    Bitboard from = all_squares;
    Bitboard to = all_squares;
};

// When a FEN names the square behind a pawn that has moved two steps.
enum class EnPassantField : std::uint8_t { always, if_attacked, if_legal };

// Why text is no move here; the text itself is known to the caller.
enum class FreeSanError : std::uint8_t { invalid, illegal, ambiguous };

struct FreePosition {
    std::array<Bitboard, piece_type_count> types{};
    std::array<Bitboard, color_count> colors{};
    Bitboard promoted;
    Bitboard castling_rooks;             // as they were set, whether or not they fit
    Square en_passant = Square::none();  // behind the pawn that moved two steps last
    Color turn = Color::white;
    std::int64_t halfmove_clock = 0;
    std::int64_t fullmove_number = 1;
    bool chess960 = false;

    bool operator==(const FreePosition&) const = default;

    // --- Pieces (free_position.cpp) ---

    [[nodiscard]] Bitboard of(PieceType type) const {
        return types[static_cast<std::size_t>(index(type))];
    }
    [[nodiscard]] Bitboard of(Color color) const {
        return colors[static_cast<std::size_t>(index(color))];
    }
    [[nodiscard]] Bitboard of(Color color, PieceType type) const { return of(color) & of(type); }
    [[nodiscard]] Bitboard occupied() const { return colors[0] | colors[1]; }
    [[nodiscard]] PieceType type_at(Square square) const;
    [[nodiscard]] Piece piece_at(Square square) const;
    // Takes the piece away and returns its type.
    PieceType remove(Square square);
    void put(Square square, PieceType type, Color color, bool is_promoted = false);
    void clear_pieces();
    // The king of a side that was not promoted; of several the last, as python-chess has it.
    [[nodiscard]] Square king(Color color) const;
    [[nodiscard]] Bitboard attacks(Square square) const;
    [[nodiscard]] Bitboard attackers(Color color, Square square, Bitboard occupied) const;
    [[nodiscard]] Bitboard attackers(Color color, Square square) const {
        return attackers(color, square, occupied());
    }
    [[nodiscard]] Bitboard checkers() const;
    // The line on which a piece must stay for its king's sake; all squares if it need not.
    [[nodiscard]] Bitboard pin(Color color, Square square) const;
    [[nodiscard]] bool same_pieces(const FreePosition& other) const;

    // --- Castling rights and making a move (free_play.cpp) ---

    // The rights whose king and rook stand where they must.
    [[nodiscard]] Bitboard clean_castling_rooks() const;
    // Between e1g1 and e1h1: inside, castling is e1h1; outside, it depends on the mode.
    [[nodiscard]] FreeMove inward(const FreeMove& move) const;
    [[nodiscard]] FreeMove outward(const FreeMove& move, bool as_chess960) const;
    [[nodiscard]] FreeMove outward(const FreeMove& move) const { return outward(move, chess960); }
    [[nodiscard]] bool is_en_passant(const FreeMove& move) const;
    [[nodiscard]] bool is_capture(const FreeMove& move) const;
    [[nodiscard]] bool is_zeroing(const FreeMove& move) const;
    [[nodiscard]] bool is_castling(const FreeMove& move) const;
    [[nodiscard]] bool reduces_castling_rights(const FreeMove& move) const;
    [[nodiscard]] bool is_irreversible(const FreeMove& move) const;
    // False if no piece stands on the square that the move leaves; nothing has changed then.
    bool play(const FreeMove& move);

    // --- Moves (free_moves.cpp), in the order in which python-chess lists them ---

    [[nodiscard]] std::vector<FreeMove> pseudo_legal_moves(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> pseudo_legal_captures(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> pseudo_legal_en_passant(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> castling_moves(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> legal_moves(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> legal_captures(const MoveMask& mask = {}) const;
    [[nodiscard]] std::vector<FreeMove> legal_en_passant(const MoveMask& mask = {}) const;
    [[nodiscard]] bool has_legal_moves() const;
    [[nodiscard]] bool is_pseudo_legal(const FreeMove& move) const;
    [[nodiscard]] bool is_legal(const FreeMove& move) const;
    // Whether a pseudo-legal move leaves the own king attacked.
    [[nodiscard]] bool is_into_check(const FreeMove& move) const;

    // --- Text (free_fen.cpp, free_san.cpp) ---

    [[nodiscard]] std::string board_fen(bool mark_promoted) const;
    // What is wrong with the text, or nothing; then the pieces stand as it says.
    std::optional<std::string> set_board_fen(std::string_view text);
    std::optional<std::string> set_castling_fen(std::string_view text);
    std::optional<std::string> set_fen(std::string_view text);
    [[nodiscard]] std::string castling_fen(bool shredder) const;
    [[nodiscard]] std::string fen(bool shredder, EnPassantField field, bool mark_promoted) const;
    // The fields of a FEN without the two counters.
    [[nodiscard]] std::string short_fen(bool shredder, EnPassantField field,
                                        bool mark_promoted) const;
    // Nothing if no piece stands on the square that the move leaves.
    [[nodiscard]] std::optional<std::string> algebraic(const FreeMove& move, bool is_long) const;
    [[nodiscard]] std::expected<FreeMove, FreeSanError> parse_san(std::string_view text) const;

    // --- Judgements (free_rules.cpp) ---

    [[nodiscard]] bool has_insufficient_material(Color color) const;
    // The bits of kibitz.chess.Status.
    [[nodiscard]] int status() const;
    // Whether the other side has left its king attacked.
    [[nodiscard]] bool was_into_check() const;
    // The same for the repetition rule: pieces, turn, castling rights and legal captures en
    // passant.
    [[nodiscard]] bool repeats(const FreePosition& other) const;

   private:
    [[nodiscard]] bool any_attacked(Bitboard path, Bitboard occupied) const;
    void add_pawn_moves(const MoveMask& mask, std::vector<FreeMove>& moves) const;
    [[nodiscard]] std::vector<FreeMove> evasions(Square king, Bitboard checkers,
                                                 const MoveMask& mask) const;
    [[nodiscard]] Bitboard king_shields(Square king) const;
    [[nodiscard]] Square valid_en_passant() const;
    [[nodiscard]] bool is_impossible_check() const;
    [[nodiscard]] std::string piece_text(const FreeMove& move, PieceType type) const;
};

}  // namespace kibitz::python
