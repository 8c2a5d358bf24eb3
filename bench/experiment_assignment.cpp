// How long it takes to decide what a visitor gets: the goal is 1 microsecond for an experiment.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "experiments/assignment.hpp"
#include "experiments/body_attribute.hpp"

namespace {

using namespace kibitz::experiments;

void assign(benchmark::State& state) {
    const Lottery lottery(std::string(32, 'k'), "big-button");
    const Slot half{0, 0.5};
    std::string visitor = "visit:0123456789abcdef0123456789abcdef";
    for (auto _ : state) {
        ++visitor.back();
        benchmark::DoNotOptimize(half.contains(lottery.draw(visitor)));
    }
}
BENCHMARK(assign);

void choose_one_of_folders(benchmark::State& state) {
    std::vector<std::string> folders;
    for (int i = 0; i < state.range(0); ++i) folders.push_back("site-" + std::to_string(i));
    std::string visitor = "address:192.0.2.1";
    for (auto _ : state) {
        ++visitor.back();
        benchmark::DoNotOptimize(choose_folder("key", folders, visitor));
    }
}
BENCHMARK(choose_one_of_folders)->Arg(2)->Arg(8)->Arg(64);

}  // namespace
