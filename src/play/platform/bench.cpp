#include "platform/bench.hpp"

#include <algorithm>
#include <string_view>

#include "chess/epd.hpp"
#include "chess/fen.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/stoppable_search.hpp"
#include "text/split.hpp"

namespace kibitz {

BenchReport run_bench(Engine& engine, std::span<const Position> positions, const Limits& limits,
                      const std::function<void(const BenchProgress&)>& progress,
                      const std::stop_token& stop) {
    BenchReport report;
    const std::int64_t start = now_ms();
    for (std::size_t i = 0; i < positions.size() && !stop.stop_requested(); ++i) {
        engine.new_game();
        engine.set_position(positions[i], {});
        think(engine, limits, stop);
        report.nodes += engine.nodes();
        if (progress)
            progress({.number = static_cast<int>(i) + 1,
                      .count = static_cast<int>(positions.size()),
                      .fen = to_fen(positions[i]),
                      .nodes = engine.nodes(),
                      .best = engine.best_move().move});
    }
    report.time_ms = now_ms() - start;
    return report;
}

BenchReport run_bench(Engine& engine, Depth depth,
                      const std::function<void(const BenchProgress&)>& progress) {
    Limits limits;
    limits.depth = depth;
    return run_bench(engine, default_bench_positions(), limits, progress);
}

std::vector<Position> default_bench_positions() {
    std::vector<Position> positions;
    for (const char* fen : bench_positions())
        positions.push_back(*parse_fen(fen, SetupRules::lenient));
    return positions;
}

std::expected<std::vector<Position>, std::string> read_bench_positions(const std::string& path) {
    constexpr std::uint64_t most_bytes = 64 << 20;
    const auto bytes = read_file(path, most_bytes);
    if (!bytes) return std::unexpected(bytes.error());
    std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    std::vector<Position> positions;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = text::take_part(text, '\n');
        if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with('#'))
            continue;
        const auto epd = parse_epd(line);
        if (!epd)
            return std::unexpected(path + ", line " + std::to_string(number) + ": " +
                                   to_string(epd.error()));
        positions.push_back(epd->position);
    }
    if (positions.empty()) return std::unexpected(path + ": there is no position in it");
    return positions;
}

}  // namespace kibitz
