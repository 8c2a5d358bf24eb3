// What a position is worth in centipawns, for the side to move.
#pragma once

#include <algorithm>

#include "board.hpp"

namespace tiny {

inline int value_of(char kind) {
    switch (kind) {
        case 'p': return 100;
        case 'n': return 300;
        case 'b': return 320;
        case 'r': return 500;
        case 'q': return 900;
        default: return 0;
    }
}

inline int evaluate(const Board& board) {
    constexpr int centre_bonus = 0;  // for a piece for each step that it is nearer to the centre
    int sum = 0;
    for (int square = 0; square < 64; ++square) {
        const char piece = board.at(square);
        if (piece == '.') continue;
        const auto kind = static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
        const int from_edge = std::min(std::min(file_of(square), 7 - file_of(square)),
                                       std::min(rank_of(square), 7 - rank_of(square)));
        const int value = value_of(kind) + (kind == 'k' ? 0 : centre_bonus * from_edge);
        sum += board.is_own(piece) ? value : -value;
    }
    return sum;
}

}  // namespace tiny
