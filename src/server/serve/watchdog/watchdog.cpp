#include "serve/watchdog/watchdog.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "text/numbers.hpp"

namespace kibitz::serve {

namespace {

// systemd advises half of its patience; one word may be late or lost.
constexpr int words_in_patience = 3;

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::optional<WatchdogOrders> WatchdogOrders::from_environment() {
    const std::string_view socket = variable("NOTIFY_SOCKET"), pid = variable("WATCHDOG_PID");
    const auto patience = text::parse_number<std::int64_t>(variable("WATCHDOG_USEC"));
    if (socket.empty() || !patience || *patience <= 0) return std::nullopt;
    // They may be meant for the process that has started this one.
    if (!pid.empty() && text::parse_number<pid_t>(pid) != ::getpid()) return std::nullopt;
    return WatchdogOrders{.socket = std::string(socket),
                          .patience = std::chrono::microseconds(*patience)};
}

bool notify(const std::string& socket, std::string_view words) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.empty() || socket.size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, socket.data(), socket.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.size());
    const int sender = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sender < 0) return false;
    const ssize_t sent = ::sendto(sender, words.data(), words.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                                  reinterpret_cast<const sockaddr*>(&address), size);
    ::close(sender);
    return sent == static_cast<ssize_t>(words.size());
}

Watchdog::Watchdog(const std::optional<WatchdogOrders>& orders) {
    if (orders)
        thread_ = std::jthread(
            [this, orders = *orders](const std::stop_token& stop) { run(stop, orders); });
}

void Watchdog::watch(GoesOn goes_on) {
    const std::lock_guard lock(mutex_);
    goes_on_ = std::move(goes_on);
}

void Watchdog::run(const std::stop_token& stop, const WatchdogOrders& orders) {
    std::condition_variable_any pause;
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (!goes_on_ || goes_on_()) notify(orders.socket, "WATCHDOG=1");
        pause.wait_for(lock, stop, orders.patience / words_in_patience, [] { return false; });
    }
}

}  // namespace kibitz::serve
