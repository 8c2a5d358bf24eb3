#include "lab_net/speed_meter.hpp"

#include <atomic>
#include <cmath>
#include <stop_token>
#include <thread>
#include <vector>

#include "platform/bench.hpp"
#include "platform/networks.hpp"
#include "secrets/sodium_secrets.hpp"

namespace kibitz::lab_net {

namespace {

constexpr Depth depth = 12;  // of a position; far less than the time that there is
constexpr std::size_t digits = 16;

}  // namespace

std::int64_t measure_speed(int cores, std::chrono::milliseconds time,
                           const std::function<bool()>& is_given_up) {
    using Clock = std::chrono::steady_clock;
    std::atomic<std::uint64_t> nodes = 0;
    std::stop_source time_is_up;
    const auto begun = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int core = 0; core < cores; ++core)
            threads.emplace_back([&] {
                Engine engine;
                const auto positions = default_bench_positions();
                while (!time_is_up.stop_requested())
                    nodes +=
                        run_bench(engine, positions, {.depth = depth}, {}, time_is_up.get_token())
                            .nodes;
            });
        for (const auto until = begun + time; Clock::now() < until && !is_given_up();)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        time_is_up.request_stop();
    }
    const std::chrono::duration<double> took = Clock::now() - begun;
    return std::llround(static_cast<double>(nodes.load()) / took.count() / cores);
}

std::string speed_yardstick() {
    const auto& file = builtin_network().file;
    return secrets::SodiumSecrets("")
        .sha256_hex({reinterpret_cast<const char*>(file.data()), file.size()})
        .substr(0, digits);
}

}  // namespace kibitz::lab_net
