// Results of games in arrays: 1 White wins, 0 a draw, -1 Black wins, 2 unknown.
#pragma once

#include <cstdint>

#include "chess/pgn.hpp"

namespace kibitz::python {

constexpr std::int8_t unknown_result = 2;

constexpr std::int8_t number_of(PgnResult result) {
    switch (result) {
        case PgnResult::white_wins: return 1;
        case PgnResult::black_wins: return -1;
        case PgnResult::draw: return 0;
        case PgnResult::unknown: break;
    }
    return unknown_result;
}

}  // namespace kibitz::python
