// The trainer: from chain files to a network file, in a folder that holds everything of the run.
//
//   store/           the filtered and shuffled positions
//   checkpoint.bin   where to continue
//   log.jsonl        losses and speed; curves.svg draws them
//   network.nnue     the result, also written at every log entry
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <string>

#include "train/learner.hpp"
#include "train/sample_store.hpp"

namespace kibitz::train {

struct TrainingOptions {
    std::string folder;
    std::string store_folder;  // empty: `folder`/store; several runs may share one
    std::string description;   // goes into the network file
    // A network file, or the folder of a run, whose weights to begin with; empty: random ones.
    std::string start_from;
    StoreOptions data;
    NetworkShape shape;
    LearnerOptions learner;
    double passes = 8;  // over the training set
    std::size_t batch = 16'384;
    std::uint64_t seed = 1;
    double learning_rate = 0.001;  // reached after warm_up_steps, then falling as a cosine
    double final_learning_rate = 0.000002;
    std::uint64_t warm_up_steps = 200;
    double score_scale = 800;  // see Targets
    // They change linearly from the first to the last step.
    ScoreShares score_shares = {0.9, 1, 1};
    ScoreShares final_score_shares = {0.9, 1, 1};
    std::uint64_t log_steps = 256;           // batches between log entries and checkpoints
    std::size_t validation_limit = 500'000;  // samples of the validation set that are used
};

struct TrainingResult {
    bool is_finished = false;  // or asked to stop
    double validation_loss = 0;
    double quantised_validation_loss = 0;
    double mean_rounding_error = 0;  // of the output, in the engine's centipawns
    double largest_rounding_error = 0;
    std::string network_path;
};

// Where the shuffled positions are.
std::string store_folder(const TrainingOptions& options);

// Trains until done or until `stop` is set, then saves and returns. With a checkpoint of the
// same options in the folder it continues from there. Progress goes to `report`, a line at a time.
std::expected<TrainingResult, std::string> train(const TrainingOptions& options,
                                                 const Reporter& report,
                                                 const std::atomic<bool>& stop);

// The learning rate of a step, 0-based.
double learning_rate_at(const TrainingOptions& options, std::uint64_t step, std::uint64_t steps);

}  // namespace kibitz::train
