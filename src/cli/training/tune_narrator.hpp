// TuneNarrator: the lines of progress of a tuning, on one machine or on many.
#pragma once

#include <chrono>
#include <string>

#include "cli/terminal/live_line.hpp"
#include "train/tuner.hpp"

namespace kibitz::cli {

class TuneNarrator {
   public:
    // `options` must live as long as this.
    explicit TuneNarrator(const train::TunerOptions& options) : options_(options) {}

    // To be called after every iteration.
    void show(const train::TunerState& state);

   private:
    using Clock = std::chrono::steady_clock;

    // The parameter that has gone the most steps.
    [[nodiscard]] std::string farthest_of(const train::Spsa& spsa) const;

    const train::TunerOptions& options_;
    LiveLine line_{std::chrono::seconds(1), std::chrono::seconds(30)};
    Clock::time_point begin_ = Clock::now();
};

}  // namespace kibitz::cli
