#include "serve/fronts/front_broker.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "arena/secrets.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

constexpr std::size_t longest_name = 40, name_bytes = 8;
constexpr std::chrono::milliseconds tick_interval{100};
static_assert(tick_interval < fronts::heartbeat_interval);

bool is_arena_name(const std::string& name) {
    return !name.empty() && name.size() <= longest_name &&
           std::ranges::all_of(
               name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
}

}  // namespace

std::expected<std::unique_ptr<nats_client::Bus>, std::string> connect_to_front_broker(
    const FrontBrokerSettings& settings) {
    if (!is_arena_name(settings.arena))
        return std::unexpected(
            "the name of an arena at a broker has at most 40 letters, digits, '-' and '_'");
    return nats_client::Bus::connect(settings.broker);
}

void BrokerWatch::look(const nats_client::Bus& bus) {
    const bool is_connected = bus.is_connected();
    if (std::exchange(is_connected_, is_connected) == is_connected) return;
    if (is_connected)
        log_event(LogLevel::warning, "brokerReached", {{"brokers", servers_}});
    else
        log_event(LogLevel::warning, "brokerUnreachable",
                  {{"brokers", servers_}, {"why", "trying again until one answers"}});
}

std::string new_process_name() { return arena::to_hex(secrets::random_bytes(name_bytes)); }

Ticker::Ticker(std::function<void()> tick)
    : thread_([tick = std::move(tick)](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any stopped;
          std::unique_lock lock(mutex);
          while (!stop.stop_requested()) {
              tick();
              stopped.wait_for(lock, stop, tick_interval, [] { return false; });
          }
      }) {}

}  // namespace kibitz::serve
