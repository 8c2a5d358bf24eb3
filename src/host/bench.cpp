#include "host/bench.hpp"

#include "chess/fen.hpp"
#include "host/clock.hpp"

namespace kibitz {

BenchReport run_bench(Engine& engine, Depth depth,
                      const std::function<void(const BenchProgress&)>& progress) {
    BenchReport report;
    const std::int64_t start = now_ms();
    const auto positions = bench_positions();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        engine.new_game();
        engine.set_position(*parse_fen(positions[i], SetupRules::lenient), {});
        Limits limits;
        limits.depth = depth;
        engine.think(limits);
        report.nodes += engine.nodes();
        if (progress)
            progress({.number = static_cast<int>(i) + 1,
                      .count = static_cast<int>(positions.size()),
                      .fen = positions[i],
                      .nodes = engine.nodes(),
                      .best = engine.best_move().move});
    }
    report.time_ms = now_ms() - start;
    return report;
}

}  // namespace kibitz
