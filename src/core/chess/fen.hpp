// FEN: a position in one line of text, in its three dialects.
//
// The castling field is where they differ. FEN has K, Q, k and q; X-FEN reads these as the
// outermost rook on that side of the king and names an inner rook by its file (A-H for White,
// a-h for Black); Shredder-FEN always names the file. All are read, and mixed freely.
// https://www.chessprogramming.org/Forsyth-Edwards_Notation
// https://www.chessprogramming.org/X-FEN
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace kibitz {

// The six fields in the order of the line.
enum class FenField : std::uint8_t {
    placement,
    side_to_move,
    castling,
    en_passant,
    halfmove_clock,
    fullmove_number,
};

// What is wrong with the text. Where the text can be read but is no position, the reason is
// `no_position` and FenError::setup says why.
enum class FenReason : std::uint8_t {
    missing_field,
    too_many_fields,
    extra_blank,      // strict: fields are separated by single spaces
    unknown_piece,    // placement: neither a piece letter nor 1-8
    adjacent_digits,  // strict: "44" for "8"
    rank_too_short,
    rank_too_long,
    too_few_ranks,
    too_many_ranks,
    unknown_side,      // neither w nor b
    unknown_right,     // castling: no letter of K Q k q A-H a-h
    repeated_right,    // the same castling right twice
    no_castling_king,  // strict: the king is not on its back rank
    no_castling_rook,  // strict: no rook there to castle with
    not_a_square,      // en passant: neither - nor a square
    wrong_rank,        // strict: a square not on the third or sixth rank
    not_a_number,      // strict
    no_position,
};

struct FenError {
    FenField field;
    FenReason reason;
    std::string text;    // of the field (the start of it, if it is long)
    std::size_t offset;  // in the whole line, of the first character that is wrong
    SetupError setup{};  // for FenReason::no_position

    bool operator==(const FenError&) const = default;
};

// People read: FEN, field 3 (castling) "KX", character 51: not one of K Q k q, A-H, a-h
std::string to_string(const FenError& error);

// Strict: six fields, single spaces, and a position that can arise in a game as far as
// Position::make can tell. Lenient: fields missing at the end become `w - - 0 1`, blanks may
// repeat, the side to move may be W or B, rights, en passant squares and clocks that cannot be are
// dropped, and both bishops of an array may stand on one colour. Boards with more pieces than a
// game can give a side, such as seven queens and eight pawns, are refused all the same.
std::expected<Position, FenError> parse_fen(std::string_view text,
                                            SetupRules rules = SetupRules::strict);

enum class FenStyle : std::uint8_t {
    automatic,  // X-FEN: KQkq where they are enough, as in all of standard chess
    shredder,   // always file letters
};

std::string to_fen(const Position& position, FenStyle style = FenStyle::automatic);

// The fields of to_fen, appended one by one to a line that is being written.
void append_placement(std::string& out, const Position& position);
void append_castling(std::string& out, const Position& position, FenStyle style);

}  // namespace kibitz
