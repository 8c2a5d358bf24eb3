// CorePath: the entry points of the hot core (rules and search), compiled once for each kind of
// CPU.
//
// Everything fast is called through the path chosen at program start; see docs/architecture.md,
// "CPU paths".
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/eval/nnue/inner_products.hpp"
#include "engine/search.hpp"

namespace kibitz {

struct CorePath {
    const char* name;  // "avx512", "avx2", "v2", ...
    // The number of leaves of the tree of legal moves.
    std::uint64_t (*perft)(const Position& position, int depth);
    // A searcher with the number `id` (0 leads and reports).
    std::unique_ptr<Searcher> (*make_searcher)(SearchContext& context, int id);
    void (*prepare)(SearchContext& context);
    const Searcher& (*best_searcher)(std::span<Searcher* const> searchers);
    // Static evaluation from the side to move's view, by the network if there is one.
    Score (*evaluate)(const Position& position, const nnue::Network* network);
    // For other networks than the engine's: nnue::inner_products.
    void (*inner_products)(const nnue::Rows& a, const nnue::Rows& b, std::span<std::int32_t> sums);
};

}  // namespace kibitz
