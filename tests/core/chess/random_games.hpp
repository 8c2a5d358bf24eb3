// Positions for property tests: random games from standard, Chess960 and double Chess960 starts.
#pragma once

#include <cstdint>

#include "chess/movegen.hpp"
#include "chess/position.hpp"
#include "chess/random.hpp"

namespace kibitz::test {

class Random : public SplitMix {
   public:
    using SplitMix::SplitMix;
    int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
};

inline Position random_start(Random& random) {
    switch (random.below(3)) {
        case 0: return Position::initial();
        case 1: return Position::chess960(random.below(960));
        default: return Position::chess960(random.below(960), random.below(960));
    }
}

constexpr int longest_random_game = 150;

// Calls visit(position, legal moves) for `count` positions, the first of each game included.
template <class Visit>
void for_random_positions(int count, std::uint64_t seed, Visit visit) {
    Random random(seed);
    while (count > 0) {
        Position position = random_start(random);
        for (int ply = 0; ply < longest_random_game && count > 0; ++ply, --count) {
            const MoveList moves = legal_moves(position);
            visit(position, moves);
            if (moves.empty()) break;
            position.play(moves[random.below(moves.size())]);
        }
    }
}

}  // namespace kibitz::test
