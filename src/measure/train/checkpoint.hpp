// Checkpoint: everything a training run needs to continue as if it had never stopped.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "train/learner.hpp"
#include "train/sample_stream.hpp"

namespace kibitz::train {

struct Checkpoint {
    std::string settings;  // what the run was started with; a run with others does not continue
    LearningState state;
    StreamPlace place;    // the next sample to learn from
    double loss_sum = 0;  // since the last log entry
    std::uint64_t loss_samples = 0;
    double seconds = 0;  // of training so far
};

// Replaces the file as a whole: a kill or a full disk leaves the old one.
std::expected<void, std::string> save_checkpoint(const std::string& path,
                                                 const Checkpoint& checkpoint);
// The error names the file and what is wrong with it.
std::expected<Checkpoint, std::string> load_checkpoint(const std::string& path,
                                                       const NetworkShape& shape);

}  // namespace kibitz::train
