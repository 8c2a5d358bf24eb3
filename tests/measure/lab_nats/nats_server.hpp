// Brokers of NATS for a test alone, on ports of this machine that were free, with a folder for
// their streams that is gone afterwards.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/free_port.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"
#include "uci/client/child_process.hpp"

namespace kibitz::test {

class NatsServers {
   public:
    // Whether there is a program to run.
    static bool is_available() { return program().has_value(); }

    explicit NatsServers(int count = 1) {
        for (int i = 0; i < count; ++i) {
            ports_.push_back(free_port());
            cluster_ports_.push_back(free_port());
        }
        servers_.resize(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) start(i);
    }

    void start(int number) {
        const auto at = static_cast<std::size_t>(number);
        uci_client::Command command{
            .program = *program(),
            .arguments = {"-js", "-sd", folder_ / std::to_string(number), "-a", "127.0.0.1", "-p",
                          std::to_string(ports_[at]), "-n", "n" + std::to_string(number)}};
        if (ports_.size() > 1) {
            std::string routes;
            for (const std::uint16_t port : cluster_ports_)
                routes += (routes.empty() ? "" : ",") + route(port);
            for (const std::string& word :
                 {std::string("--cluster_name"), std::string("test"), std::string("--cluster"),
                  route(cluster_ports_[at]), std::string("--routes"), routes})
                command.arguments.push_back(word);
        }
        auto started = uci_client::ChildProcess::start(command);
        REQUIRE(started);
        servers_[at].emplace(*std::move(started));
        wait_until_it_listens(ports_[at]);
    }
    // As kill -9 does.
    void kill(int number) { servers_[static_cast<std::size_t>(number)].reset(); }

    [[nodiscard]] std::string addresses() const {
        std::string all;
        for (const std::uint16_t port : ports_) all += (all.empty() ? "" : ",") + route(port);
        return all;
    }

   private:
    static std::optional<std::string> program() {
        for (const char* path : {"/usr/sbin/nats-server", "/usr/bin/nats-server"})
            if (std::filesystem::exists(path)) return path;
        return std::nullopt;
    }
    static std::string route(std::uint16_t port) {
        return "nats://127.0.0.1:" + std::to_string(port);
    }
    static void wait_until_it_listens(std::uint16_t port) {
        constexpr int tries = 200;
        for (int i = 0; i < tries; ++i) {
            const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
            address.sin_port = ::htons(port);
            const bool is_there =
                ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
            ::close(socket);
            if (is_there) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        FAIL("the broker does not start");
    }

    TemporaryFolder folder_;
    std::vector<std::uint16_t> ports_, cluster_ports_;
    std::vector<std::optional<uci_client::ChildProcess>> servers_;
};

}  // namespace kibitz::test
