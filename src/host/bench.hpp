// The benchmark: a fixed set of positions searched to a fixed depth. On one thread its node count
// is the signature of the search: the same on every machine, CPU path and in the browser.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/bench_positions.hpp"
#include "host/engine.hpp"

namespace kibitz {

struct BenchProgress {
    int number = 0;  // of the position just searched, from 1
    int count = 0;
    const char* fen = nullptr;
    std::uint64_t nodes = 0;
    Move best;
};

struct BenchReport {
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
};

// Each position is searched with an empty table and without memory of the others.
BenchReport run_bench(Engine& engine, Depth depth,
                      const std::function<void(const BenchProgress&)>& progress = {});

}  // namespace kibitz
