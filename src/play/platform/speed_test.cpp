#include "platform/speed_test.hpp"

#include <cmath>
#include <thread>

#include "chess/fen.hpp"
#include "platform/bench.hpp"
#include "platform/clock.hpp"
#include "platform/stoppable_search.hpp"

namespace kibitz {

std::expected<SpeedTestReport, std::string> run_speed_test(
    const SpeedTestSettings& settings,
    const std::function<void(const std::string& progress)>& progress, const std::stop_token& stop) {
    constexpr int usual_seconds = 20;
    constexpr std::int64_t usual_hash_mb_per_thread = 64;
    const int hardware = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    SpeedTestReport report;
    report.threads = settings.threads > 0 ? settings.threads : hardware;
    report.hash_mb =
        settings.hash_mb > 0 ? settings.hash_mb : usual_hash_mb_per_thread * report.threads;

    Engine engine;
    if (auto set = engine.set_threads(report.threads); !set) return std::unexpected(set.error());
    if (auto set = engine.set_hash_mb(report.hash_mb); !set) return std::unexpected(set.error());
    report.core_path = engine.core_path().name;

    const auto positions = bench_positions();
    const std::int64_t total_ms =
        std::int64_t{1000} * (settings.seconds > 0 ? settings.seconds : usual_seconds);
    Limits limits;
    limits.move_time =
        std::max<std::int64_t>(1, total_ms / static_cast<std::int64_t>(positions.size()));
    engine.options().move_overhead = {};
    const std::int64_t start = now_ms();
    for (std::size_t i = 0; i < positions.size() && !stop.stop_requested(); ++i) {
        engine.set_position(*parse_fen(positions[i], SetupRules::lenient), {});
        think(engine, limits, stop);
        report.nodes += engine.nodes();
        report.mean_depth +=
            static_cast<double>(engine.result().depth) / static_cast<double>(positions.size());
        if (progress)
            progress(std::to_string(i + 1) + "/" + std::to_string(positions.size()) + " " +
                     std::to_string(per_second(report.nodes, now_ms() - start)) + " nodes/second");
    }
    report.time_ms = now_ms() - start;
    return report;
}

std::string to_text(const SpeedTestReport& report) {
    const int tenths = static_cast<int>(std::lround(report.mean_depth * 10));
    return "CPU path:     " + std::string(report.core_path) +
           "\nThreads:      " + std::to_string(report.threads) +
           "\nHash:         " + std::to_string(report.hash_mb) + " MB" +
           "\nTime:         " + std::to_string(report.time_ms) + " ms" +
           "\nNodes:        " + std::to_string(report.nodes) +
           "\nNodes/second: " + std::to_string(per_second(report.nodes, report.time_ms)) +
           "\nMean depth:   " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           "\n";
}

}  // namespace kibitz
