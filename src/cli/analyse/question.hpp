// Questions to the explainer, asked with the engine of a command.
#pragma once

#include <cstdint>

#include "cli/engine/engine_runner.hpp"
#include "explain/analyser_search.hpp"
#include "explain/explain.hpp"

namespace kibitz::cli {

// A search for the explainer's proofs; the runner must live as long.
explain::Search make_search(EngineRunner& runner, const Limits& limits);

// The best line that a search found, none if it found none.
explain::ScoredLine best_line(const SearchReport& search);
// The searches that find the same every time, by the code for this machine's processor.
void add_steady_searches(explain::Question& question);
// A move with what the engine thinks before and after it, and searches twice as long for proofs.
// With fewer nodes than the steady search has, that one is asked alone.
explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits);

}  // namespace kibitz::cli
