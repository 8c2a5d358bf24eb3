// What a move does, as the board shows it: it attacks, defends, develops, takes a file. These are
// facts, and no judgements: they say something of a move where nothing is won by it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "explain/explanation.hpp"

namespace kibitz::explain {

// What the first move of the line does, the most telling first; the last is always what comes next
// in the line, if anything does.
std::vector<Deed> deeds_of(const Position& before, std::span<const Move> line);

// What is known of endings with few pieces and shown by counting squares alone: the opposition, the
// square of a pawn, its key squares, the positions of Lucena and Philidor, the corner that a bishop
// does not control.
std::vector<Deed> endgame_deeds(const Position& before, Move move);

// What a move of an ending with at most one piece a side, and no queen, is for, if the line shows
// it.
std::optional<Deed> ending_plan(const Position& before, std::span<const Move> line);

// What a move changes for longer than a few moves. Of a capture that a pawn takes back: the pawns
// that are doubled, or the file that is opened before the king.
std::optional<Deed> damage_of(const Position& before, std::span<const Move> line);
// The other king has to move, and loses its right to castle.
std::optional<Deed> displacement_of(const Position& before, std::span<const Move> line);
// A knight or bishop where no pawn can attack it any more, a rook on the seventh rank.
std::vector<Deed> lasting_deeds(const Position& before, std::span<const Move> line);

// True of what takes a piece that is taken back.
inline bool is_exchange(DeedKind kind) {
    return kind == DeedKind::exchanges || kind == DeedKind::exchanges_doubling ||
           kind == DeedKind::exchanges_opening_king;
}

// What a move of which a threat, a check or a capture is the point does; a mere developing move has
// none of it.
bool is_forceful(DeedKind kind);

// What goes on attacking or changes something for long behind a move that forces nothing.
bool is_active(DeedKind kind);

// True of a promotion whose new piece is taken at once: it is only given for something.
inline bool gives_new_piece(std::span<const Move> line) {
    return line[0].is_promotion() && line.size() > 1 && line[1].to() == line[0].to();
}

// A plan, or what follows: it is told only together with moves behind the first.
inline bool is_plan(DeedKind kind) { return kind >= DeedKind::prepares; }
// What only the line behind the first move shows.
inline bool is_ending_plan(DeedKind kind) {
    return kind >= DeedKind::goes_behind_pawn && kind <= DeedKind::goes_for_pawn;
}
// The moves of a line that such words speak of.
std::size_t moves_spoken_of(DeedKind kind);

// What says more of a move than that a piece stands better.
inline bool is_telling(DeedKind kind) { return kind < DeedKind::develops; }

}  // namespace kibitz::explain
