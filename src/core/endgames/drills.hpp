// Endgames to practise: what stands on the board, who is to win or to hold what, and positions of
// that kind.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "chess/random.hpp"
#include "endgames/tables.hpp"

namespace kibitz::endgames {

// What ends a drill well, besides mate where the learner is to win.
enum class Goal : std::uint8_t {
    mate,
    promotion,  // of the learner's pawn, and the win is still there
    capture,    // of the other side's man, and the win is still there
    hold,       // the draw, for moves_to_hold of the learner's moves or until the game is drawn
};
const char* to_string(Goal goal);

constexpr int moves_to_hold = 12;

struct Drill {
    std::string_view id;
    std::string_view white, black;  // the men besides the kings, as letters: "BN"
    Color learner;                  // who is to move at the start
    Goal goal;
    int least_plies = 0;          // a win takes so many at the start
    int most_keeping = 0;         // so few of the first moves keep the result; 0 for any number
    std::string_view files = {};  // where the pawn may stand; empty for all
    Rank lowest = Rank::r2;       // of the pawn, as its side sees the board
    Rank highest = Rank::r7;      // likewise
    int far = 0;                  // so many steps lie between the pawn and either king
};

// From easy to hard.
std::span<const Drill> drills();
const Drill* find_drill(std::string_view id);

// What its tables are needed for: all that can arise in it.
Material material_of(const Drill& drill);

// A position of the kind whose true result is the wanted one, another for each state of `random`.
// Nothing if none was found, as where its tables are missing.
std::optional<Position> start_of(const Drill& drill, const Tables& tables, SplitMix& random);

}  // namespace kibitz::endgames
