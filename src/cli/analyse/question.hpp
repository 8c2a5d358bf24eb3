// Questions to the explainer, asked with the engine of a command.
#pragma once

#include <cstdint>
#include <functional>

#include "cli/engine/engine_runner.hpp"
#include "explain/analyser_search.hpp"
#include "explain/explain.hpp"

namespace kibitz::cli {

// A search for the explainer's proofs; the runner must live as long.
explain::Search make_search(EngineRunner& runner, const Limits& limits);

// The best line that a search found, none if it found none.
explain::ScoredLine best_line(const SearchReport& search);

// Called before each search that a question makes, for commands that show how far they are.
using SearchNote = std::function<void()>;
explain::Search noted(explain::Search search, const SearchNote& note);

// A move with what the engine thinks before and after it, and searches twice as long for proofs.
// With fewer nodes than the steady search has, that one is asked alone.
explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits, const SearchNote& note = {});

}  // namespace kibitz::cli
