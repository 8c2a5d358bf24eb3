// Makes of games of people what the move model learns from and is judged by.
#pragma once

#include <functional>
#include <vector>

#include "players/human/scene.hpp"
#include "players/people/quick_look.hpp"
#include "train/people/human_games.hpp"
#include "train/people/move_learner.hpp"

namespace kibitz::train {

// A position of a game in which there was a choice.
struct HumanMove {
    const HumanGame& game;
    players::Scene scene;
    Move played;
};

void for_each_choice(const HumanGame& game, const std::function<void(const HumanMove&)>& take);

MoveSample sample_of(const HumanMove& move, players::StaticEvaluation evaluation);

}  // namespace kibitz::train
