// How long a review of a game looks at its positions: briefly at each, and again, longer, at those
// beside a move that seems to cost something. All closer looks together have a limit, so that a
// review takes about as long whatever happens in the game. The page shares its own limit out
// equally, since it looks closer once it has seen the whole game (web/src/game/review.ts).
#pragma once

#include <cstddef>
#include <cstdint>

namespace kibitz::explain {

// For each position at first sight.
inline constexpr std::uint64_t nodes_at_first = 25'000;
// For a closer look at most, and for the closer looks of a game on average of all its positions.
inline constexpr std::uint64_t most_nodes_closer = 70'000;
inline constexpr std::uint64_t nodes_closer_on_average = 25'000;

// Percentage points of the chances: of a move that costs as much, a closer look decides whether it
// is marked.
inline constexpr double worth_a_closer_look = 3;

// Hands out the nodes for closer looks while a review goes through the game, so that what it has
// passed can be shown at once. Mistakes and blunders take what they need as long as anything is
// left for the whole game; lesser errors take only from what the positions up to them have brought.
class CloserLooks {
   public:
    explicit CloserLooks(std::size_t positions) : positions_(positions) {}

    // The nodes for each of so many positions beside a move that seems to cost so much of the
    // chances, behind so many positions of the game; 0 for no look.
    std::uint64_t nodes_for(double win_loss, std::size_t looks, std::size_t passed);

   private:
    std::size_t positions_;
    std::uint64_t taken_ = 0;
};

}  // namespace kibitz::explain
