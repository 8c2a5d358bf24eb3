// The moves that people chose, with what they knew of the game.
#pragma once

#include <functional>

#include "players/human/scene.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::train {

// A position of a game in which there was a choice.
struct HumanMove {
    const HumanGame& game;
    players::Scene scene;
    Move played;

    [[nodiscard]] players::Mover mover() const { return game.mover(scene.position.side_to_move()); }
};

void for_each_choice(const HumanGame& game, const std::function<void(const HumanMove&)>& take);

}  // namespace kibitz::train
