#include "engine/eval/endgame.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/eval/blend.hpp"
#include "engine/eval/board_masks.hpp"

namespace kibitz {

namespace {

// Scales, in units of 1/full_scale.
constexpr int scale_draw = 0;
constexpr int scale_pawnless_minor_up = 6;  // such as rook against bishop
constexpr int scale_pawnless_rook_up = 16;  // such as rook and bishop against rook
constexpr int scale_opposite_bishops = 20;  // nothing else left; more for each passed pawn
constexpr int scale_opposite_bishops_with_pieces = 40;
constexpr int scale_per_passed_pawn = 6;
constexpr int scale_few_pawns = 44;  // with one pawn more, up to full_scale
constexpr int scale_per_pawn = 7;
constexpr int scale_rook_ending_one_flank = 44;

// Customary values to compare armies by.
constexpr int minor_value = 3, rook_value = 5, queen_value = 9;

int count(const Position& position, Color color, PieceType type) {
    return position.count(make_piece(color, type));
}

// Without pawns.
int army(const Position& position, Color color) {
    return minor_value * (count(position, color, PieceType::knight) +
                          count(position, color, PieceType::bishop)) +
           rook_value * count(position, color, PieceType::rook) +
           queen_value * count(position, color, PieceType::queen);
}

bool has_only(const Position& position, Color color, PieceType type, int number) {
    return count(position, color, type) == number &&
           position.non_pawn_material(color).count() == number;
}

// A side that has no pawns and at most a minor piece more.
int scale_without_pawns(const Position& position, Color strong) {
    const int ours = army(position, strong), theirs = army(position, ~strong);
    const bool two_knights = has_only(position, strong, PieceType::knight, 2);
    if (ours <= minor_value) return scale_draw;
    if (two_knights && theirs <= minor_value) return scale_draw;
    if (ours - theirs > minor_value) return full_scale;
    return theirs <= minor_value ? scale_pawnless_minor_up : scale_pawnless_rook_up;
}

Bitboard passed_pawns(const Position& position, Color color) {
    Bitboard passed;
    const Bitboard theirs = position.pieces(~color, PieceType::pawn);
    for (const Square pawn : position.pieces(color, PieceType::pawn)) {
        const Bitboard stoppers = color == Color::white ? passed_mask<Color::white>(pawn)
                                                        : passed_mask<Color::black>(pawn);
        if ((theirs & stoppers).empty()) passed |= pawn;
    }
    return passed;
}

bool has_opposite_bishops(const Position& position) {
    const Bitboard bishops = position.pieces(PieceType::bishop);
    return count(position, Color::white, PieceType::bishop) == 1 &&
           count(position, Color::black, PieceType::bishop) == 1 &&
           (bishops & light_squares).count() == 1;
}

// Pawns on one rook file, at most a bishop that does not control their queening square, and a
// bare king that has it.
bool is_wrong_rook_pawn(const Position& position, Color strong) {
    const Bitboard pawns = position.pieces(strong, PieceType::pawn);
    const Bitboard a_file(File::a), h_file(File::h);
    if ((pawns & ~a_file).any() && (pawns & ~h_file).any()) return false;
    if (position.non_pawn_material(~strong).any()) return false;
    const Bitboard bishops = position.pieces(strong, PieceType::bishop);
    if (position.non_pawn_material(strong) != bishops) return false;
    const Square corner(pawns.first().file(), relative(Rank::r8, strong));
    const Bitboard corner_color = corner.is_light() ? light_squares : dark_squares;
    if ((bishops & corner_color).any()) return false;
    return king_distance(position.king(~strong), corner) <= 1;
}

bool is_on_one_flank(Bitboard pawns) {
    const Bitboard left =
        Bitboard(File::a) | Bitboard(File::b) | Bitboard(File::c) | Bitboard(File::d);
    return (pawns & left).empty() || (pawns & ~left).empty();
}

bool has_mating_material(const Position& position, Color color) {
    const Bitboard bishops = position.pieces(color, PieceType::bishop);
    const bool bishop_pair = (bishops & light_squares).any() && (bishops & dark_squares).any();
    const int knights = count(position, color, PieceType::knight);
    return position.pieces(color, PieceType::rook, PieceType::queen).any() || bishop_pair ||
           (bishops.any() && knights > 0) || knights > 2;
}

// Without pawns. The rook falls once its king is driven to the edge, up to 31 moves later.
bool is_queen_against_rook(const Position& position, Color strong) {
    return position.pieces(PieceType::pawn).empty() &&
           has_only(position, strong, PieceType::queen, 1) &&
           has_only(position, ~strong, PieceType::rook, 1);
}

// 0 on the edge ... 3 in the middle.
int distance_from_edge(Square square) {
    const int file = index(square.file()), rank = index(square.rank());
    return std::min(std::min(file, 7 - file), std::min(rank, 7 - rank));
}

// Steps to the nearest corner.
int distance_from_corner(Square square) {
    const int file = index(square.file()), rank = index(square.rank());
    return std::max(std::min(file, 7 - file), std::min(rank, 7 - rank));
}

// Diagonals between a square and the long one that holds no corner of the colour: 7 in such a
// corner, 0 in the others. Unlike the steps to the corner, it falls all along the edge.
int nearness_to_corner(Square square, bool light) {
    const int file = index(square.file()), rank = index(square.rank());
    return light ? std::abs(file - rank) : std::abs(7 - file - rank);
}

}  // namespace

int endgame_scale(const Position& position, Color strong) {
    const int pawns = count(position, strong, PieceType::pawn);
    if (pawns == 0) return scale_without_pawns(position, strong);
    if (is_wrong_rook_pawn(position, strong)) return scale_draw;

    if (has_opposite_bishops(position)) {
        const bool bishops_only = has_only(position, Color::white, PieceType::bishop, 1) &&
                                  has_only(position, Color::black, PieceType::bishop, 1);
        const int base = bishops_only ? scale_opposite_bishops : scale_opposite_bishops_with_pieces;
        const int passed = passed_pawns(position, strong).count();
        return std::min(base + scale_per_passed_pawn * passed, full_scale);
    }
    if (has_only(position, Color::white, PieceType::rook, 1) &&
        has_only(position, Color::black, PieceType::rook, 1) &&
        pawns - count(position, ~strong, PieceType::pawn) <= 1 &&
        is_on_one_flank(position.pieces(PieceType::pawn)))
        return scale_rook_ending_one_flank;
    return std::min(scale_few_pawns + scale_per_pawn * (pawns - 1), full_scale);
}

int driven_king_bonus(const Position& position, Color strong) {
    const Square driven = position.king(~strong);
    const bool is_bare = position.pieces(~strong) == Bitboard(driven);
    if (!(is_bare && has_mating_material(position, strong)) &&
        !is_queen_against_rook(position, strong))
        return 0;
    constexpr int sure_win = 500;
    constexpr int longest_way = 7;
    constexpr int farthest_from_edge = 3;
    const int nearness_of_king = longest_way - king_distance(driven, position.king(strong));

    const bool bishop_and_knight = count(position, strong, PieceType::bishop) == 1 &&
                                   count(position, strong, PieceType::knight) == 1 &&
                                   position.pieces(strong).count() == 3;
    if (bishop_and_knight) {
        // Steep, so that no other term hides the way: it is longer than most searches.
        constexpr int per_step_to_corner = 200, per_step_of_king = 50;
        const bool light = position.pieces(strong, PieceType::bishop).first().is_light();
        return sure_win + per_step_to_corner * nearness_to_corner(driven, light) +
               per_step_of_king * nearness_of_king;
    }
    // The edge first, then the corner.
    constexpr int per_step_to_edge = 40, per_step_of_king = 15;
    return sure_win + per_step_of_king * nearness_of_king +
           per_step_to_edge * (farthest_from_edge - distance_from_edge(driven)) +
           per_step_of_king * (farthest_from_edge - distance_from_corner(driven));
}

bool is_textbook_ending(const Position& position) {
    constexpr int few_pieces = 5;
    const Bitboard kings = position.pieces(PieceType::king);
    if ((position.pieces(Color::white) & ~kings).empty()) return true;
    if ((position.pieces(Color::black) & ~kings).empty()) return true;
    return position.occupied().count() <= few_pieces && position.pieces(PieceType::pawn).empty();
}

}  // namespace kibitz
