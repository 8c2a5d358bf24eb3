// The positions of the benchmark, as FEN. Searched to a fixed depth by one thread they give a node
// count that is the same on every machine, CPU path and in the browser.
#pragma once

#include <span>

namespace kibitz {

std::span<const char* const> bench_positions();
// The usual depth of the benchmark.
constexpr int default_bench_depth = 12;

}  // namespace kibitz
