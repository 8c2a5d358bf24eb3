// The shape of the move model: a convolutional network over the planes of net_input.hpp.
//
//   planes -> 3 x 3 convolution -> `channels` numbers for each square
//   `blocks` times: x = max(0, x + second(max(0, first(x)))), both of them 3 x 3 convolutions
//   3 x 3 convolution -> what a square says of moves that start or end there
//   score of a move = from[kind] * its start + to[kind] * its end + bias[kind]
//                     + look[row] * facts for each of the four rows of the move
//   probability = softmax of the scores over the legal moves
//
// A kind is a direction and a distance, a knight's leap, or a promotion (move_kind()). The first
// and the last convolution and the first of each block add a number to each channel, the same on
// all squares: a small network makes it of the means of the channels and of the facts, which are
// the mover's rating and the time control. That is how everything can depend on the rating.
//
// The rows of a move are what a short look shows of it (look_rows.hpp): exchanges and mates in one
// are long lines of captures, which a network of this size learns slowly and a search has at once.
// Where the engine's search has looked at the moves, one more row is added (search_rows.hpp).
#pragma once

#include "players/people/net_input.hpp"

namespace kibitz::players::model_shape {

inline constexpr int squares = 64;
inline constexpr int taps = 9;  // of a convolution
inline constexpr int channels = 64;
inline constexpr int facts = 16;
inline constexpr int squeezed = 32;  // units of the small network
inline constexpr int kinds = 73;     // of moves
inline constexpr int most_blocks = 16;
inline constexpr int looks = 4;        // rows of a move, one of each group
inline constexpr int look_rows = 107;  // of all groups
inline constexpr int search_rows = 86;

// A rating lies between two knots of the facts and is shared out between them; then come the time
// classes, and a 1.
inline constexpr int first_knot = 600;
inline constexpr int knot_distance = 200;
inline constexpr int knots = 11;
inline constexpr int time_classes = 4;
static_assert(knots + time_classes + 1 == facts);

// So many units to 1: of numbers on squares and of facts; of weights in 16 bits; of the factors
// that bring a convolution's sums of 8-bit weights back to units.
inline constexpr int unit = 256;
inline constexpr int weight_bits = 12;
inline constexpr int factor_bits = 22;
// Numbers on squares lie between 0 and this, so that no sum of 576 products needs more than 32
// bits.
inline constexpr int most_on_square = 28'000;

}  // namespace kibitz::players::model_shape
