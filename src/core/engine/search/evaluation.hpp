// Evaluation: the static evaluation along a search path, by the network where there is one, by
// the hand-crafted evaluation where there is none and in endings that it knows better
// (endgame.hpp).
#pragma once

#include <cstdint>
#include <memory>

#include "engine/eval/nnue/evaluator.hpp"
#include "engine/eval/pawn_structure.hpp"

namespace kibitz::search {

class Evaluation {
   public:
    // Begins a search at `root`. The network (null for none) must outlive the search.
    void start(const nnue::Network* network, const Position& root);
    // `move` (none: a null move) is played in `before`, which is `ply` moves from the root.
    void push(int ply, const Position& before, Move move);
    // The result is in centipawns for the side to move; `position` is `ply` moves from the root.
    [[nodiscard]] int evaluate(int ply, const Position& position);

   private:
    const nnue::Network* network_ = nullptr;
    std::uint64_t network_hash_ = 0;
    std::unique_ptr<nnue::Evaluator> evaluator_;
    PawnTable pawns_;
};

}  // namespace kibitz::search
