// The options of commands that serve clients over the network, and what these commands do before
// they serve.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/server/network_limits.hpp"
#include "net/server.hpp"
#include "serve/fronts/front_broker.hpp"

namespace kibitz::cli {

struct ListenOptions {
    static constexpr std::uint16_t usual_port = 8080;
    static constexpr int most_cores = 16;  // that are worth using for connections

    net::Settings server{.handle_signals = true};
    net::ListenAt at{.port = usual_port};
    std::optional<std::uint16_t> tls_port{};
    net::Certificate certificate{};
    std::optional<std::uint16_t> metrics_port{};
    std::string metrics_bind = net::ListenAt{}.address;
    std::vector<std::string> allowed_origins{};
    std::string log{};  // empty: warnings on standard error
    std::optional<int> strict_days{};
    std::string networks{network_limits.front().name};
    int cores = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_cores);

    void define(CLI::App& app, const std::string& without_certificate);
    // Fills in the server's settings. Which of its addresses is that of the metrics.
    std::optional<std::size_t> complete();
    // For so long browsers are told to come only with TLS; with 0 nothing is said about it.
    [[nodiscard]] std::chrono::days strict_transport() const;
};

// These options are about the broker of NATS between a server and its fronts.
void define_front_broker(CLI::App& app, serve::FrontBrokerSettings& settings,
                         const std::string& what_for);

// As a person types it into a browser on this machine.
std::string address_for_people(const net::ListenAt& at, std::uint16_t port);
// Each connection is a file, and the usual limit is low; what the system allows is enough. A file
// that may not grow any further gives an error, as a full disk does, and a request to reload that
// comes while the server starts has nothing to reload yet.
void prepare_to_serve();

}  // namespace kibitz::cli
