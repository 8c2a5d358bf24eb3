// The tuner: Spsa with games to play, a journal, and a picture of how the values went.
//
// The journal is a text file, a JSON object a line: first the parameters and settings, then the
// result of each iteration as soon as it is there. A run that was stopped or killed continues from
// it as if it had not stopped (journal/line_journal.hpp).
#pragma once

#include <atomic>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "train/duel.hpp"
#include "train/reporter.hpp"
#include "train/spsa.hpp"

namespace kibitz::train {

struct TunerOptions {
    std::vector<SpsaParameter> parameters;
    SpsaSettings spsa;
    std::string games;    // how they are played, in words: a journal continues only with the same
    std::string journal;  // the file
};

// Plays `plus` against `minus`; the result is that of `plus`. Nothing if it was stopped.
using TrialPlayer = std::function<std::optional<DuelTally>(
    std::uint64_t iteration, const std::vector<int>& plus, const std::vector<int>& minus)>;

struct TunerState {
    const Spsa& spsa;
    DuelTally tally;                 // of all iterations
    std::uint64_t resumed_from = 0;  // the iteration this run began with
};

// How much stronger the side with the larger value was, in Elo.
struct TunerEffect {
    double elo = 0, margin = 0;  // 95 %
};

struct TunerOutcome {
    std::vector<SpsaParameter> parameters;
    std::vector<TunerEffect> effects;  // by parameter
    std::uint64_t iterations = 0;
    bool is_finished = false;
    // It has, for each parameter, the values after evenly spaced iterations, the first being the
    // start.
    std::vector<std::vector<double>> course;
};

// The error is that the journal cannot be written, or belongs to another tuning. `progress` is
// called after every iteration.
std::expected<TunerOutcome, std::string> run_tuner(
    const TunerOptions& options, const TrialPlayer& play,
    const std::function<void(const TunerState&)>& progress, const std::atomic<bool>& stop);

// A small picture of its own for each parameter.
std::string course_svg(const TunerOutcome& outcome, const std::vector<SpsaParameter>& start);

}  // namespace kibitz::train
