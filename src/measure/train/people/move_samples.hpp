// Makes of games of people what the move model learns from and is judged by.
#pragma once

#include <functional>
#include <vector>

#include "players/human/scene.hpp"
#include "players/people/move_features.hpp"
#include "players/people/quick_look.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::train {

// A position and the move that was made, by its number among the legal ones.
struct MoveSample {
    players::PositionFeatures features;
    int played = 0;
};

// A position of a game in which there was a choice.
struct HumanMove {
    const HumanGame& game;
    players::Scene scene;
    Move played;
};

void for_each_choice(const HumanGame& game, const std::function<void(const HumanMove&)>& take);

MoveSample sample_of(const HumanMove& move, players::StaticEvaluation evaluation);

}  // namespace kibitz::train
