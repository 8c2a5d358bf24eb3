// Watchdog: tells systemd that this program goes on, again and again, if its unit has WatchdogSec:
// systemd ends and restarts a program that it does not hear from. The words are those of
// sd_notify(3), a datagram to a socket.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace kibitz::serve {

// What systemd says to a program in its environment.
struct WatchdogOrders {
    std::string socket;  // a path, or "@" and the name of an abstract socket
    std::chrono::microseconds patience{0};

    // Nothing if nobody waits to hear from this process.
    static std::optional<WatchdogOrders> from_environment();
};

// False if nobody takes it.
bool notify(const std::string& socket, std::string_view words);

class Watchdog {
   public:
    using GoesOn = std::function<bool()>;

    // Without orders it does nothing.
    explicit Watchdog(const std::optional<WatchdogOrders>& orders);

    // While there is one, systemd hears something only while this returns true.
    class Watch {
       public:
        Watch(Watchdog& watchdog, GoesOn goes_on) : watchdog_(watchdog) {
            watchdog_.watch(std::move(goes_on));
        }
        ~Watch() { watchdog_.watch({}); }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

       private:
        Watchdog& watchdog_;
    };

   private:
    // The one before is not called any more once this returns.
    void watch(GoesOn goes_on);
    void run(const std::stop_token& stop, const WatchdogOrders& orders);

    std::mutex mutex_;  // guards the next
    GoesOn goes_on_;
    std::jthread thread_;  // the last: it uses the others
};

}  // namespace kibitz::serve
