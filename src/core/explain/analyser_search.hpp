// Searches for the explainer by an Analyser, on the thread that asks.
#pragma once

#include <cstdint>

#include "engine/analyser.hpp"
#include "explain/explanation.hpp"

namespace kibitz::explain {

// Enough to see what people see; an explanation needs about ten such searches.
inline constexpr std::uint64_t steady_nodes = 40'000;
inline constexpr int steady_table_mb = 8;

// The analyser must live as long.
Search search_with(Analyser& analyser, std::uint64_t nodes);

// For Question::steady: a new analyser, which has learned nothing and finds the same every time.
Search steady_search();

}  // namespace kibitz::explain
