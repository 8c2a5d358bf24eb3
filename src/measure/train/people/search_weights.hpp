// What people of each rating make of what a search shows of their moves: the last table of the move
// model (players/people/search_rows.hpp), fitted to the moves that they chose.
//
// The rest of the model stays as it is. What is left is a logistic regression over the legal moves,
// which has one best answer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "players/human/analyst.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::train {

// A position in which a person chose.
struct SearchedPosition {
    int rating = 0;  // on lichess's scale
    std::size_t played = 0;
    std::vector<float> log_probabilities{};  // of the moves, without a search
    std::vector<std::uint16_t> rows{};
};

struct SearchedSample {
    int positions_in_band = 12'000;  // at most
    double share = 0.08;      // of the positions of a game, so that they come from many games
    bool kept_apart = false;  // of the games kept apart, or of the others
    std::uint64_t nodes = players::usual_search_nodes;
    std::uint64_t seed = 1;
};

// Moves 6 to 40 of games at lichess. `is_stopped` is asked now and then, with how many positions
// there are so far; what was made until then is returned.
std::vector<SearchedPosition> search_positions(
    const std::vector<HumanGame>& games, players::Analyst& analyst, const SearchedSample& sample,
    const std::function<bool(std::size_t positions)>& is_stopped);

// [row][fact], as players::with_search_weights() takes them.
std::vector<double> fit_search_weights(std::span<const SearchedPosition> positions);

struct SearchedAgreement {
    std::size_t positions = 0;
    double before = 0, after = 0;  // mean logarithm of the probability of the person's move
};

// By the lowest rating of the band.
std::map<int, SearchedAgreement> agreement_with(std::span<const double> weights,
                                                std::span<const SearchedPosition> positions);

}  // namespace kibitz::train
