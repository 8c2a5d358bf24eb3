// Where the games of self-play start: an array or a given position, perhaps with some pieces taken
// away, and a few random moves.
#pragma once

#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "train/random.hpp"

namespace kibitz::train {

// Each number from `least` to `most` is as likely.
struct PlyRange {
    int least = 0, most = 0;
    bool operator==(const PlyRange&) const = default;
};

struct StartSettings {
    double dfrc_share = 0.25;  // of the games from an array: a double Chess960 one
    // In so many of the games one to three random pieces or pawns are missing, each from a random
    // side. Strong play seldom leaves one side a piece up, and a network has to see that to learn
    // piece values.
    double imbalance_share = 0.1;
    PlyRange random_plies{8, 9};
    std::vector<Position> openings;  // to start from instead of the arrays
    double openings_share = 1;       // of the games, where there are any
    PlyRange openings_plies{2, 4};   // random moves after one of them
};

struct GameStart {
    Position position = Position::initial();
    bool chess960 = false;
    bool imbalanced = false;
};

// Nothing if the moves led to the end of the game.
std::optional<GameStart> draw_start(const StartSettings& settings, Random& random);

}  // namespace kibitz::train
