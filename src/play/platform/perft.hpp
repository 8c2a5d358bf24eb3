// Perft on several threads: counts the leaves below each root move.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "chess/position.hpp"
#include "engine/core_path.hpp"

namespace kibitz {

struct PerftMove {
    Move move;
    std::uint64_t leaves = 0;
};

struct PerftReport {
    std::vector<PerftMove> moves;  // in the order of generation
    std::uint64_t leaves = 0;
    std::int64_t time_ms = 0;
};

// `depth` at least 1; depth 1 counts the legal moves. Without `divide` a run on one thread does
// nothing but count, and `moves` stays empty. Asked to stop, it soon returns with too few leaves.
PerftReport run_perft(const CorePath& path, const Position& position, int depth, int threads,
                      bool divide, const std::stop_token& stop = {});

}  // namespace kibitz
