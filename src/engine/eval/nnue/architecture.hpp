// The shape of the network: what goes in, how wide it is, how its numbers are scaled.
//
//   768 inputs for each side's view -> hidden_size -> squared clipped ReLU -> both sides'
//   halves joined, the side to move first -> one of output_bucket_count outputs
//
// An input stands for one man on one square as a side sees it: own men and those of the other
// side, the board turned so that the side plays upwards, and mirrored so that its king stands
// on files a to d. One man is one input of each view, so a move changes few inputs, and the sums
// in front of the activation can be kept up to date (NNUE: Yu Nasu 2018; the shape is the one
// usual among engines today, see https://www.chessprogramming.org/NNUE).
#pragma once

#include <cstdint>

#include "chess/color.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"

namespace kibitz::nnue {

constexpr int input_count = 2 * piece_type_count * square_count;
// Hidden units of each view of the network the engine is built for.
constexpr int hidden_size = 256;
// Networks by the number of men on the board.
constexpr int output_bucket_count = 8;
constexpr int max_men = 32;

// Integers in the network file stand for fractions of these.
constexpr int hidden_one = 255;  // 1.0 of a hidden unit, its input weights and its bias
constexpr int output_one = 256;  // 1.0 of an output weight

// What is to be XORed to a square (seen from the own side) to bring the own king to files a-d.
constexpr int mirror_of_king(Square own_king_seen_by_side) {
    constexpr int right_half = 4, all_files = 7;
    return (own_king_seen_by_side.index() & right_half) != 0 ? all_files : 0;
}

// How a side sees the board: XORed to a square's index.
constexpr int view_of(Color side, Square own_king) {
    constexpr int all_ranks = 56;
    const int turn = side == Color::white ? 0 : all_ranks;
    return turn ^ mirror_of_king(own_king);
}

// The input for a man, in the view of `side` given by view_of.
constexpr int input_index(Color side, int view, Piece piece, Square square) {
    const int own = color_of(piece) == side ? 0 : 1;
    return (own * piece_type_count + index(type_of(piece))) * square_count +
           (square.index() ^ view);
}

constexpr int output_bucket(int men, int bucket_count = output_bucket_count) {
    return (men - 2) * bucket_count / max_men;
}

}  // namespace kibitz::nnue
