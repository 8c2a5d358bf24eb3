// The rating of a position by the classic computer player: white-positive, in pawns, made of parts
// that can each be asked for.
//
//   rating = intrinsic + attack + defence (each times its coefficient) + check + checkmate
//
// Attacks and defences are counted by how the pieces move, pins or not; capturing en passant is not
// an attack. Kings never count as attacked or defended; whether they count as attackers and
// defenders is a setting.
#pragma once

#include <array>

#include "chess/position.hpp"
#include "classic/settings.hpp"

namespace kibitz::players {

// Who sees whom: how many times pieces of one side attack (or, of their own, defend) each kind of
// piece.
struct Links {
    // [side of those who see][piece that is seen]
    std::array<std::array<int, piece_count>, color_count> seen{};

    [[nodiscard]] int by(Color side, Piece piece) const {
        return seen[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(index(piece))];
    }
};
// With `kings`, they are among those who see.
Links count_links(const Position& position, bool kings = false);

// A part's sum for each side, before the coefficient.
struct SideSums {
    double white = 0, black = 0;
    [[nodiscard]] double difference() const { return white - black; }
};

// The values of a side's pieces.
SideSums intrinsic(const Position& position, const RatingPart& part);
// The value of each enemy piece times the number of own pieces that attack it.
SideSums attack(const Links& links, const RatingPart& part);
// The value of each own piece times the number of own pieces that defend it.
SideSums defence(const Links& links, const RatingPart& part);
// `value` for the side that gives check, 0 if it is checkmate (which counts instead).
SideSums check(const Position& position, double value);
// `value` for the side that has given checkmate.
SideSums checkmate(const Position& position, double value);

bool is_checkmate(const Position& position);

struct Rating {
    SideSums intrinsic, attack, defence, check, checkmate;
    double total = 0;
};
Rating rating_parts(const Position& position, const RatingSettings& settings);

// The total alone.
double rate(const Position& position, const RatingSettings& settings);

}  // namespace kibitz::players
