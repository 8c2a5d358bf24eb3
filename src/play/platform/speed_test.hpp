// The speed test: how many nodes a second this machine searches in play-like conditions, warm
// table and all, unlike the benchmark, which starts anew at each position.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <stop_token>
#include <string>

#include "platform/engine.hpp"

namespace kibitz {

// 0 stands for the usual: all hardware threads, 64 MB for each of them, 20 seconds.
struct SpeedTestSettings {
    int threads = 0;
    int hash_mb = 0;
    int seconds = 0;
};

struct SpeedTestReport {
    int threads = 0;
    std::int64_t hash_mb = 0;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    double mean_depth = 0;
    const char* core_path = "";
};

// Asked to stop, it soon returns with what there is.
std::expected<SpeedTestReport, std::string> run_speed_test(
    const SpeedTestSettings& settings,
    const std::function<void(const std::string& progress)>& progress = {},
    const std::stop_token& stop = {});

std::string to_text(const SpeedTestReport& report);

}  // namespace kibitz
