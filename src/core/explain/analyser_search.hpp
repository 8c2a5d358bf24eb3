// Searches for the explainer by an Analyser, on the thread that asks.
#pragma once

#include <cstdint>

#include "engine/analyser.hpp"
#include "explain/explanation.hpp"

namespace kibitz::explain {

// Enough to see what people see; an explanation needs about ten such searches.
inline constexpr std::uint64_t steady_nodes = 40'000;
inline constexpr int steady_table_mb = 8;
// What searches of fewer nodes find is no reason to doubt the steady one, nor worth an umpire.
inline constexpr std::uint64_t brief_nodes = 2 * steady_nodes;
// For the one move in ten that the question's own searches judge otherwise.
inline constexpr std::uint64_t umpire_nodes = 4 * steady_nodes;

// The analyser must live as long.
Search search_with(Analyser& analyser, std::uint64_t nodes);

// For Question::steady and Question::umpire: an analyser that begins when it is asked for the first
// time, has learned nothing and finds the same every time, whatever processor's code it is that
// searches; null for the one this library is compiled for.
Search steady_search(std::uint64_t nodes = steady_nodes, const CorePath* path = nullptr);

}  // namespace kibitz::explain
