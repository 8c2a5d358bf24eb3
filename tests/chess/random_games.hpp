// Positions for property tests: random games from standard, Chess960 and double Chess960 starts.
#pragma once

#include <cstdint>

#include "chess/movegen.hpp"
#include "chess/position.hpp"

namespace kibitz::test {

// splitmix64: the same numbers everywhere, unlike the distributions of <random>.
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }

   private:
    std::uint64_t state_;
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
