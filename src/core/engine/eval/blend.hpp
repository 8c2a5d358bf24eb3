// How the sums of the terms become one number. Templates over the number type, so that the
// evaluation (integers) and the tuner (floating point, with derivatives) share the formulas.
#pragma once

#include <algorithm>

namespace kibitz {

// The game's phase counts pieces: full_phase at the start, 0 with none left.
constexpr int full_phase = 24;

// Endgame values are multiplied by scale / full_scale where a win is hard to bring home.
constexpr int full_scale = 64;

template <class Number>
constexpr Number blend(Number middlegame, Number endgame, int phase, int scale) {
    return (middlegame * phase + endgame * scale * (full_phase - phase) / full_scale) / full_phase;
}

// A king's danger becomes a penalty that grows with its square in the middlegame and linearly
// in the endgame (https://www.chessprogramming.org/King_Safety).
constexpr int max_danger = 2'000;
constexpr int danger_square_divisor = 2'048;
constexpr int danger_endgame_divisor = 16;

template <class Number>
constexpr Number clamp_danger(Number danger) {
    return std::clamp(danger, Number{0}, Number{max_danger});
}
template <class Number>
constexpr Number danger_middlegame_penalty(Number danger) {
    return clamp_danger(danger) * clamp_danger(danger) / danger_square_divisor;
}
template <class Number>
constexpr Number danger_endgame_penalty(Number danger) {
    return clamp_danger(danger) / danger_endgame_divisor;
}

}  // namespace kibitz
