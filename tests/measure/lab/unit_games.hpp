// Games of a unit as a worker would deliver them, for tests of what a laboratory makes of them.
#pragma once

#include "lab/assigned_unit.hpp"
#include "match/game.hpp"

namespace kibitz::test {

// From the unit's opening, without a move so far and without an end.
inline match::PlayedGame begun_game(const lab::AssignedUnit& unit, int number) {
    return {.opening = unit.openings[static_cast<std::size_t>(number)],
            .moves = {},
            .end = {},
            .faults = {}};
}

}  // namespace kibitz::test
