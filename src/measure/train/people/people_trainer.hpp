// Fits the move model to what people play and what teachers say that they play: from the store's
// samples and labels to a file with the model.
//
// The store is a folder with samples/NNNNN.samples (sample_file.hpp) and, for some of them or none,
// labels/NNNNN.labels (label_file.hpp). A run that was stopped or killed goes on from its
// checkpoint, OUT.checkpoint; what was reached when stands in OUT.journal, a line of JSON each.
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
    std::string store;
    std::string model_path;      // the result, also written at every report
    std::string answers_path{};  // what it says in the end of the games kept apart; empty: nowhere
    double samples = 3e6;        // to learn from in all, the same ones several times
    int batch = 1024;            // samples to a step
    double learning_rate = 0.0005;  // falls to nothing, as a cosine
    double decay = 1;               // of the weights in a step, times the learning rate
    std::uint64_t seed = 1;
    int files_at_once = 75;       // whose samples are shuffled together
    double report_every = 500e3;  // samples
    int judged_in_a_band = 1000;  // positions kept apart, at a report
};

struct PeopleTrainingResult {
    bool is_finished = false;            // or asked to stop
    AgreementByBand lichess, chess_com;  // of the integer model, on the games kept apart
};

std::expected<PeopleTrainingResult, std::string> train_people(const PeopleTrainingOptions& options,
                                                              const Reporter& report,
                                                              const std::atomic<bool>& stop);

// Parameters rounded to integers, as the program uses them.
players::MoveModel quantised(const MoveModelLayout& layout, std::span<const float> parameters);

}  // namespace kibitz::train
