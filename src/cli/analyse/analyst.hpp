// Analyst: an engine with the limits of the command line, a progress bar, and Ctrl-C: the first
// finishes the position being searched, the second ends that, too.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "chess/outcome.hpp"
#include "cli/analyse/progress_bar.hpp"
#include "cli/engine/engine_runner.hpp"
#include "cli/program/interrupts.hpp"
#include "explain/explanation.hpp"

namespace kibitz::cli {

struct AnalystLimits {
    Limits each;  // position
    // Again, and longer, beside moves of a game that seem to cost something
    // (explain/closer_looks.hpp).
    bool looks_closer = false;
};

class Analyst {
   public:
    Analyst(Engine& engine, const AnalystLimits& limits)
        : engine_(engine), runner_(engine), limits_(limits) {}

    // What the engine thinks of the position after the moves. Where the game is over there is no
    // line, and the score is that of the result. The watcher may be empty.
    SearchReport study(const Line& line, const ReportWatcher& watcher = {});
    // A closer look, with so many nodes.
    SearchReport study_closer(const Line& line, std::uint64_t nodes);
    [[nodiscard]] bool looks_closer() const { return limits_.looks_closer; }
    // Searches within the same limits, for proofs of explanations; the analyst must live as long.
    [[nodiscard]] explain::Search proof_search();
    // The next positions are of another game: forgets what was learned.
    void begin_game() { engine_.new_game(); }

    // True once the person wants to see the summary.
    [[nodiscard]] bool should_stop() const { return interrupts_.count() > 0; }

   private:
    SearchReport study_within(const Limits& limits, const Line& line, const ReportWatcher& watcher);

    Engine& engine_;
    EngineRunner runner_;
    AnalystLimits limits_;
    InterruptCounter interrupts_;
};

}  // namespace kibitz::cli
