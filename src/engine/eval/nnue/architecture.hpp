// The shape of the network: what goes in, how wide it is, how its numbers are scaled.
//
//   768 inputs for each side's view, for each of king_bucket_count places of its king
//   -> hidden_size -> squared clipped ReLU -> both sides' halves joined, the side to move first
//   -> one of output_bucket_count outputs
//
// An input stands for one piece on one square as a side sees it: own pieces and those of the other
// side, the board turned so that the side plays upwards, and mirrored so that its king stands
// on files a to d. What a piece is worth depends on where the own king is: there is a set of inputs
// for each place. One piece is one input of each view, so a move changes few inputs, and the sums
// in front of the activation can be kept up to date (NNUE: Yu Nasu 2018; the shape is the one
// usual among engines today, see https://www.chessprogramming.org/NNUE).
#pragma once

#include <cstdint>

#include "chess/color.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"

namespace kibitz::nnue {

// The inputs of one place of the king.
constexpr int men_input_count = 2 * piece_type_count * square_count;
constexpr int king_bucket_count = 2;
constexpr int input_count = king_bucket_count * men_input_count;
// Hidden units of each view of the network the engine is built for.
constexpr int hidden_size = 256;
// Networks by the number of pieces on the board.
constexpr int output_bucket_count = 8;
constexpr int max_men = 32;

// Integers in the network file stand for fractions of these.
constexpr int hidden_one = 255;  // 1.0 of a hidden unit, its input weights and its bias
constexpr int output_one = 256;  // 1.0 of an output weight

// Where the own king is, on the turned and mirrored board: behind pawns on the wing (a1-c2), or
// anywhere else.
constexpr int king_bucket(Square own_king_seen_by_side) {
    const bool on_wing = own_king_seen_by_side.file() <= File::c;
    const bool at_home = own_king_seen_by_side.rank() <= Rank::r2;
    return on_wing && at_home ? 1 : 0;
}

// How a side sees the board.
struct View {
    int turn = 0;         // is XORed to a square's index
    int king_bucket = 0;  // which set of inputs

    [[nodiscard]] constexpr bool is_mirrored() const { return (turn & 1) != 0; }
    bool operator==(const View&) const = default;
};

constexpr View view_of(Color side, Square own_king) {
    constexpr int right_half = 4, all_files = 7, all_ranks = 56;
    const int mirror = (own_king.index() & right_half) != 0 ? all_files : 0;
    const int turn = mirror ^ (side == Color::white ? 0 : all_ranks);
    return {turn, king_bucket(Square(own_king.index() ^ turn))};
}

// The input for a piece, in the view of `side` given by view_of.
constexpr int input_index(Color side, View view, Piece piece, Square square) {
    const int own = color_of(piece) == side ? 0 : 1;
    return view.king_bucket * men_input_count +
           (own * piece_type_count + index(type_of(piece))) * square_count +
           (square.index() ^ view.turn);
}

constexpr int output_bucket(int men, int bucket_count = output_bucket_count) {
    return (men - 2) * bucket_count / max_men;
}

}  // namespace kibitz::nnue
