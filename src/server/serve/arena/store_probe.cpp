#include "serve/arena/store_probe.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

constexpr std::chrono::seconds between_probes{1};
constexpr std::chrono::seconds longest_wait{2};
constexpr std::chrono::steady_clock::time_point answered{};

}  // namespace

StoreProbe::StoreProbe(store::EventStore& store, std::function<bool()> goes_on,
                       std::function<void(std::string)> lose)
    : store_(store),
      goes_on_(std::move(goes_on)),
      lose_(std::move(lose)),
      asked_(answered),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

bool StoreProbe::is_reachable() const {
    const Clock::time_point asked = asked_;
    return is_reachable_ && (asked == answered || Clock::now() - asked < longest_wait);
}

void StoreProbe::run(const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any pause;
    while (!stop.stop_requested()) {
        asked_ = Clock::now();
        const auto checked = goes_on_() ? store_.renew() : store_.check();
        asked_ = answered;
        const bool was_reachable = is_reachable_.exchange(checked.has_value());
        if (was_reachable && !checked)
            log_event(LogLevel::warning, "storeUnreachable", {{"why", checked.error()}});
        if (!was_reachable && checked) log_event(LogLevel::warning, "storeReachable");
        if (!store_.is_ours())
            return lose_(checked ? "another server has the log" : checked.error());
        pause.wait_for(lock, stop, between_probes, [] { return false; });
    }
}

}  // namespace kibitz::serve
