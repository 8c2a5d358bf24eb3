// How the deciding server and the fronts (src/server/fronts) reach each other: the broker, the
// subjects of their messages there, and the time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "fronts/frame.hpp"
#include "nats_client/bus.hpp"

namespace kibitz::serve {

struct FrontBrokerSettings {
    nats_client::Settings broker{};
    std::string arena = "arena";  // its name at the broker: letters, digits, '-' and '_'

    // Announcements of the server that decides, to everybody.
    [[nodiscard]] std::string to_all() const { return "kibitz.arena." + arena + ".all"; }
    // These subjects lead to the server of that instance, or to the front of that name.
    [[nodiscard]] std::string in(const std::string& instance) const {
        return "kibitz.arena." + arena + ".in." + instance;
    }
    [[nodiscard]] std::string out(const std::string& front) const {
        return "kibitz.arena." + arena + ".out." + front;
    }
};

// Whether a broker can be reached or not. The error says what is wrong with the arena's name, with
// the brokers' addresses or with the credentials.
std::expected<std::unique_ptr<nats_client::Bus>, std::string> connect_to_front_broker(
    const FrontBrokerSettings& settings);

// A name for this process that no other one has.
std::string new_process_name();

// The time is by a clock that nobody sets; only the differences mean something.
inline fronts::Time link_time() {
    return fronts::Time(std::chrono::floor<fronts::Milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch()));
}

// Says in the server log when the brokers cannot be reached, and when they can be again.
class BrokerWatch {
   public:
    // `servers` is what the log calls them.
    explicit BrokerWatch(std::string servers) : servers_(std::move(servers)) {}
    // Now and then, from one thread.
    void look(const nats_client::Bus& bus);

   private:
    const std::string servers_;
    bool is_connected_ = true;  // nothing is said of a broker that is there from the beginning
};

// Calls something again and again on a thread of its own, until it is destroyed.
class Ticker {
   public:
    explicit Ticker(std::function<void()> tick);

   private:
    std::jthread thread_;
};

}  // namespace kibitz::serve
