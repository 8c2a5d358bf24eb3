// The part of the evaluation that depends on pawns alone (and on which wing the kings are), so
// that it can be remembered from position to position.
#pragma once

#include <array>
#include <memory>

#include "chess/position.hpp"
#include "engine/eval/board_masks.hpp"
#include "engine/eval/packed_score.hpp"
#include "engine/eval/terms.hpp"

namespace kibitz {

// What the rest of the evaluation wants to know about the pawns.
struct PawnStructure {
    Bitboard passed;                                // of both sides
    std::array<Bitboard, color_count> attack_span;  // what a side's pawns may ever attack
};

// Piece-square tables are seen from the side, and mirrored so that its own king stands on the
// files a to d: a pawn in front of the castled king is told from one on the other wing.
constexpr Square oriented(Square square, Color side, Square own_king) {
    const Square seen = square.relative(side);
    return index(own_king.file()) >= index(File::e) ? seen.flip_file() : seen;
}
constexpr int piece_square_index(PieceType type, Square oriented_square) {
    return index(type) * square_count + oriented_square.index();
}

// Adds the pawn terms of one side to the sink.
template <Color us, class Sink>
void add_pawn_terms(const Position& position, Sink& sink, PawnStructure& structure) {
    constexpr Color them = ~us;
    const Bitboard ours = position.pieces(us, PieceType::pawn);
    const Bitboard theirs = position.pieces(them, PieceType::pawn);
    const Square king = position.king(us);
    structure.attack_span[static_cast<std::size_t>(index(us))] =
        fill_forward<us>(pawn_attacks<us>(ours));

    for (const Square square : ours) {
        const int rank = index(relative(square.rank(), us));
        const Square ahead = square + forward(us);
        const Bitboard neighbours = ours & neighbour_files(square.file());
        const Bitboard supporters = ours & pawn_attacks(them, square);
        const Bitboard phalanx = neighbours & Bitboard(square.rank());
        const Bitboard stoppers = theirs & passed_mask<us>(square);
        const Bitboard levers = theirs & pawn_attacks(us, square);
        const Bitboard push_levers = theirs & pawn_attacks(us, ahead);
        const bool is_blocked = theirs.contains(ahead);
        const bool is_opposed = (theirs & file_ahead<us>(square)).any();
        const bool is_rear = (ours & file_ahead<us>(square)).any();

        sink.template add<us>(Term::piece_square,
                              piece_square_index(PieceType::pawn, oriented(square, us, king)));
        if (phalanx.any()) sink.template add<us>(Term::pawn_phalanx, rank);
        if (supporters.any()) sink.template add<us>(Term::pawn_supported, rank, supporters.count());

        // A pawn that its neighbours have left behind and that cannot safely catch up.
        const bool is_left_behind =
            (neighbours & ~ranks_ahead<us>(square)).empty() && (push_levers.any() || is_blocked);
        if (neighbours.empty())
            sink.template add<us>(Term::pawn_isolated, is_opposed);
        else if (is_left_behind)
            sink.template add<us>(Term::pawn_backward, is_opposed);
        if (is_rear && supporters.empty()) sink.template add<us>(Term::pawn_doubled, 0);

        if (is_rear) continue;
        // Stopped only by pawns it can exchange itself through.
        const bool can_break_through = (stoppers & ~(levers | push_levers)).empty() &&
                                       supporters.count() >= levers.count() &&
                                       phalanx.count() >= push_levers.count();
        if (stoppers.empty()) {
            structure.passed |= square;
            sink.template add<us>(Term::passed, rank);
        } else if (can_break_through) {
            sink.template add<us>(Term::pawn_candidate, rank);
        }
    }
}

// A table of pawn structures already evaluated. One for each thread.
class PawnTable {
   public:
    struct Entry {
        Key key = 0;
        PackedScore score;  // White's point of view
        PawnStructure structure;
    };

    PawnTable() : entries_(std::make_unique<std::array<Entry, size>>()) {}

    // The place of the position's pawns; it holds them if its key is pawn_key(position).
    [[nodiscard]] Entry& entry(Key key) { return (*entries_)[key & (size - 1)]; }

    // What add_pawn_terms() depends on. Never 0, the key of an empty entry.
    static Key pawn_key(const Position& position) {
        const auto wing = [&](Color side) -> Key {
            return index(position.king(side).file()) >= index(File::e);
        };
        return position.pawn_key() ^
               (wing(Color::white) << 62 | wing(Color::black) << 63 | Key{1} << 61);
    }

   private:
    static constexpr std::size_t size = 4'096;

    std::unique_ptr<std::array<Entry, size>> entries_;
};

}  // namespace kibitz
