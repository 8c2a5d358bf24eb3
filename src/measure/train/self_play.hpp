// SelfPlayer: games of the engine against itself, with the score of every move, to learn from.
//
// The recipe is the common one of today's engines: random openings that a search finds playable,
// a node limit that lets an iteration end, early ends where both sides agree on the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>

#include "train/chain.hpp"
#include "train/game_start.hpp"
#include "train/referee.hpp"
#include "train/small_search.hpp"

namespace kibitz::train {

// Scores are in the engine's centipawns.
struct SelfPlaySettings : AdjudicationSettings {
    StartSettings start;
    std::uint64_t soft_nodes = 5'000;   // a move: no iteration begins after them
    std::uint64_t hard_nodes = 40'000;  // and none continues after them

    // Moves played at random instead of the engine's. They bring about what strong play never
    // shows, and make the positions of one game differ; but its result means little then.
    double random_move_share = 0;

    // A start is played from if a search of so many (soft) nodes finds it this level.
    std::uint64_t verification_nodes = 10'000;
    int start_limit = 600;
    int imbalance_limit = 1'500;
};

enum class NoGame : std::uint8_t {
    no_opening,      // the random moves ended the game, or the pieces made no legal position
    uneven_opening,  // one side is too far ahead
    stopped,
};

class SelfPlayer {
   public:
    // The search must outlive the player.
    SelfPlayer(const SelfPlaySettings& settings, SmallSearch& search)
        : settings_(settings), search_(search) {}

    // The game depends on `random` alone, and not on games before it. Once `stop` is set it is
    // given up.
    std::expected<Chain, NoGame> play(Random& random, const std::atomic<bool>& stop);

   private:
    const SelfPlaySettings& settings_;
    SmallSearch& search_;
};

}  // namespace kibitz::train
