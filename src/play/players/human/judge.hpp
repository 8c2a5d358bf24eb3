// Judge: what a human-like player thinks a position is worth: some knowledge, some errors that stay
// the same for the same position, and what it likes.
#pragma once

#include "chess/position.hpp"
#include "players/human/analyst.hpp"
#include "players/human/scene.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

class Judge {
   public:
    Judge(const Scene& scene, const HumanSettings& settings, const Analyst& analyst)
        : scene_(scene),
          settings_(settings),
          analyst_(analyst),
          player_(scene.position.side_to_move()) {}

    // In centipawns, from the side to move's view.
    [[nodiscard]] int value(const Position& position) const;
    // The parts of it: what the player likes, for itself; and its error.
    [[nodiscard]] double liking(const Position& position) const;
    [[nodiscard]] double error(const Position& position) const;

   private:
    const Scene& scene_;
    const HumanSettings& settings_;
    const Analyst& analyst_;
    Color player_;
};

// The pieces' worth for the side minus the other's, in centipawns (exchange_value).
int material_balance(const Position& position, Color side);

}  // namespace kibitz::players
