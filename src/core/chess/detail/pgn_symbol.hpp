// The symbols of movetext beside ordinary moves: results, signs behind a move or glued to it, and
// what only looks like a move. All are read in plain signs (plain_text).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/detail/text.hpp"
#include "chess/move.hpp"
#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz::detail {

// "12.", "1...", "12", "0." or dots alone; but 00 and 0000 are moves.
inline bool is_move_number(std::string_view text) {
    std::size_t digits = 0;
    bool is_zero = true;
    for (; digits < text.size() && is_digit(text[digits]); ++digits) is_zero &= text[digits] == '0';
    if (digits > 1 && is_zero) return false;
    return text.find_first_not_of('.', digits) == std::string_view::npos;
}

enum class PgnEnd : std::uint8_t { none, unknown, white_wins, black_wins, draw };
// 1-0 and all that people write for it: 1:0, ½-½, 0.5-0.5, 1F-0F, +:-.
PgnEnd parse_pgn_end(std::string_view plain);

// Whether somebody meant a move with it: a square is in it, or it castles. Few words have one.
bool looks_like_move(std::string_view plain);
// "1:" and "1:e4", which people write for "1." and "1.e4": how long the number is, 0 if it is none.
std::size_t number_before_colon(std::string_view plain);
// What somebody may have meant who wrote all letters large, as in NF3 and BC4: two readings, of
// which the first takes a B for a bishop. Nothing if there are small letters or no square in it.
std::vector<std::string> readings_of_capitals(std::string_view plain);
// KQRBN
inline bool is_piece_letter(char c) {
    return std::string_view("KQRBN").find(c) != std::string_view::npos;
}
// A pawn with its letter: Pe4.
bool has_pawn_letter(std::string_view plain);

// 1 to 6 for ! to ?!, else 0.
int suffix_nag(std::string_view suffix);
// The exclamation and question marks at its end.
std::string_view suffix_of(std::string_view symbol);

// What is said of a move: the NAGs of signs and suffixes one behind the other, none for remarks
// such as + and mate. Nothing if something else is in it.
std::optional<std::vector<std::uint8_t>> parse_signs(std::string_view plain);

// A move and what is glued to it.
struct SignedMove {
    Move move;  // Move::none() for a null move
    std::vector<std::uint8_t> nags;
    std::string rest;  // unknown signs behind it
};
std::expected<SignedMove, MoveTextError> parse_signed_move(const Position& position,
                                                           std::string_view plain);

// A move in the numbers of correspondence chess: 5254 is e2e4; a fifth digit promotes.
Move parse_numeric_move(const Position& position, std::string_view text);

}  // namespace kibitz::detail
