// Fits the move model to games of people: from a PGN file to a file with the model.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <string>

#include "players/people/move_model.hpp"
#include "train/people/agreement.hpp"
#include "train/people/move_learner.hpp"
#include "train/reporter.hpp"

namespace kibitz::train {

struct PeopleTrainingOptions {
    std::string games;         // a PGN file, compressed or not; is_kept_apart() leaves out a tenth
    std::string model_path;    // the result, also written after every part of a pass
    std::string start_path{};  // a model to go on from; empty: from the beginning
    double passes = 1;
    // This share of the positions is drawn anew in each pass. Those of one game are alike: with all
    // of them at once the learning goes apart.
    double share = 0.12;
    int batch = 1024;               // positions to a step
    double learning_rate = 0.0006;  // falls to a hundredth, as a cosine
    double decay = 0.1;             // of the weights in a step, times the learning rate
    std::uint64_t seed = 1;
    int games_at_once = 4000;   // whose positions are shuffled together
    double judged_share = 0.2;  // of the moves kept apart that are judged at the end
};

struct PeopleTrainingResult {
    bool is_finished = false;            // or asked to stop
    AgreementByBand lichess, chess_com;  // of the integer model, on the games kept apart
};

std::expected<PeopleTrainingResult, std::string> train_people(const PeopleTrainingOptions& options,
                                                              const Reporter& report,
                                                              const std::atomic<bool>& stop);

// The model rounded to integers, as the program uses it.
players::MoveModel quantised(const MoveLearner& learner);
void restore(MoveLearner& learner, const players::MoveModelWeights& weights);

}  // namespace kibitz::train
