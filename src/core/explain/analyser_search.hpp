// Searches for the explainer by an Analyser, on the thread that asks.
#pragma once

#include <cstdint>

#include "engine/analyser.hpp"
#include "explain/explanation.hpp"

namespace kibitz::explain {

// Enough to see what people see.
inline constexpr std::uint64_t steady_nodes = 40'000;
inline constexpr int steady_table_mb = 8;
// For what the lines leave open: an explanation needs about five such searches, which begin a few
// moves later and know what the first ones have found.
inline constexpr std::uint64_t proof_nodes = steady_nodes / 2;
// What searches of fewer nodes find is no reason to doubt the steady one, nor worth an umpire.
inline constexpr std::uint64_t brief_nodes = 2 * steady_nodes;
// For the one move in ten that the question's own searches judge otherwise.
inline constexpr std::uint64_t umpire_nodes = 4 * steady_nodes;

// The analyser must live as long.
Search search_with(Analyser& analyser, std::uint64_t nodes);

// Sets the question's steady searches and its umpire: analysers that begin when they are asked for
// the first time, have learned nothing and find the same every time, whatever processor's code it
// is that searches; null for the one this library is compiled for.
void add_steady_searches(Question& question, const CorePath* path = nullptr);

}  // namespace kibitz::explain
