// How well something predicts the moves of people, in 200-point bands of their ratings.
#pragma once

#include <map>
#include <string>

#include "train/people/human_games.hpp"

namespace kibitz::train {

// Moves of a game that are judged: the opening is known by heart, and long games are few.
inline constexpr int first_judged_move = 6, last_judged_move = 40;

struct Agreement {
    std::uint64_t moves = 0;
    std::uint64_t first_choices = 0;  // the likeliest move was played
    double log_likelihood = 0;        // natural logarithms, added up

    void add(bool is_first_choice, double log_probability) {
        ++moves;
        first_choices += is_first_choice ? 1 : 0;
        log_likelihood += log_probability;
    }
    [[nodiscard]] double share() const {
        return static_cast<double>(first_choices) / static_cast<double>(moves);
    }
    [[nodiscard]] double mean_log_likelihood() const {
        return log_likelihood / static_cast<double>(moves);
    }
};

constexpr int band_width = 200;
constexpr int band_of(int rating) { return rating / band_width * band_width; }

// The key is the band's lowest rating, as the sites give it.
using AgreementByBand = std::map<int, Agreement>;

}  // namespace kibitz::train
