// How hard a puzzle is: the rating of people of whom half would play all of the solver's moves.
//
// The move model (players/people/move_model.hpp) gives the probability that a person of some rating
// plays a move. The rating of a puzzle is where the product over the solver's moves is one half.
// People who know that there is something to find do better than in a game, so the rating orders
// puzzles rather than predicting results.
#pragma once

#include <span>

#include "chess/position.hpp"
#include "players/human/scene.hpp"
#include "players/people/move_model.hpp"

namespace kibitz::puzzles {

inline constexpr int lowest_rating = 400;
inline constexpr int highest_rating = 3000;

// `scene` is the position of the puzzle with what the solver knows of the game before it.
int rating_of(const players::Scene& scene, std::span<const Move> moves,
              const players::MoveModel& model, const CorePath& path);

// Where a logistic curve through the probabilities at these ratings, two or more and rising,
// reaches one half, within the bounds above.
int rating_at_one_half(std::span<const int> ratings, std::span<const double> probabilities);

}  // namespace kibitz::puzzles
