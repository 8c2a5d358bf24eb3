// EngineService: the engine for everyone who connects, within what this machine bears.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "net/server.hpp"
#include "platform/task_queue.hpp"
#include "serve/engine/engine_session.hpp"

namespace kibitz::serve {

struct EngineServiceSettings {
    EngineAllowance allowance{};
    int searches_at_once = 1;
    std::size_t most_waiting = 64;
    // Each may have a table, so this bounds the memory; none at all with 0.
    int most_clients = 16;
    int most_clients_per_address = 4;
};

// Must outlive the server whose connections it has.
class EngineService {
   public:
    explicit EngineService(const EngineServiceSettings& settings);

    // The handler of a new client, or why it cannot be served now.
    std::expected<std::unique_ptr<net::SocketHandler>, net::Response> open(
        const net::Request& request);
    // What a client may have, as JSON: {"clients", "threads", "hashMb", "milliseconds"}.
    [[nodiscard]] net::Response describe() const;

   private:
    class Client;
    void remove(const std::string& address);

    const EngineServiceSettings settings_;
    std::mutex mutex_;                    // guards the next two
    std::map<std::string, int> clients_;  // by address
    int client_count_ = 0;
    platform::TaskQueue searches_;
};

}  // namespace kibitz::serve
