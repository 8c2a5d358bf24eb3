// The benchmark: a fixed set of positions searched to a fixed depth. On one thread its node count
// is the signature of the search: the same on every machine, CPU path and in the browser.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/bench_positions.hpp"
#include "platform/engine.hpp"

namespace kibitz {

struct BenchProgress {
    int number = 0;  // of the position just searched, from 1
    int count = 0;
    std::string fen;
    std::uint64_t nodes = 0;
    Move best;
};

struct BenchReport {
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
};

// Each position is searched with an empty table and without memory of the others. Asked to stop, it
// soon returns with what there is.
BenchReport run_bench(Engine& engine, std::span<const Position> positions, const Limits& limits,
                      const std::function<void(const BenchProgress&)>& progress = {},
                      const std::stop_token& stop = {});
// The positions of the signature.
BenchReport run_bench(Engine& engine, Depth depth,
                      const std::function<void(const BenchProgress&)>& progress = {});
std::vector<Position> default_bench_positions();
// Those of a file, a FEN or an EPD a line; blank lines and those that begin with # are left out.
std::expected<std::vector<Position>, std::string> read_bench_positions(const std::string& path);

}  // namespace kibitz
