// The shape of the move model, which the trainer and the player share.
//
//   position rows -> `context` units, cut to 0 ... 1 -> `width` numbers p
//   move rows     -> `width` numbers z
//   of the first `hidden`: r = max(0, z + p), and of all r: `deeper` units d = max(0, A r + a)
//   score of a move = sum of v * r + sum of u * d + sum over the rest of the width of z * p
//   probability = softmax of the scores over the legal moves
//
// The rating enters as two rows of the position, weighted; so how much each thing about a move
// counts changes with it.
#pragma once

namespace kibitz::players::model_shape {

inline constexpr int context = 192;
inline constexpr int width = 96;
inline constexpr int hidden = 64;
inline constexpr int bilinear = width - hidden;
inline constexpr int deeper = 32;

// The weights of a row are stored in 8 bits, so many units to 1; all others in 16 bits.
inline constexpr int position_row_scale = 512;
inline constexpr int move_row_scale = 512;
inline constexpr int context_scale = position_row_scale;  // of the context's units and their bias
inline constexpr int mixing_scale = 2048;
inline constexpr int mixed_scale = move_row_scale;  // of p
inline constexpr int deeper_scale = 2048;
inline constexpr int output_scale = 2048;
inline constexpr int most_context = context_scale;  // 1
// The trainer keeps the weights within what can be stored.
constexpr double largest(int scale) { return 127.0 / scale; }
inline constexpr double largest_other = 15;

}  // namespace kibitz::players::model_shape
