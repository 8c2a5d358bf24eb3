// A gate with a server of its own on a free port, for tests that talk to it.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "lab_net/gate.hpp"
#include "lab_net/gate_client.hpp"
#include "support/json_checks.hpp"
#include "support/net_client.hpp"
#include "support/temporary_folder.hpp"

namespace kibitz::test {

inline net::Response some_page(const net::Request& request) {
    return net::text_response(net::status_ok, "page " + request.path);
}

class RunningGate {
   public:
    explicit RunningGate(lab_net::Gate::Page page = some_page, std::string seal = "seal")
        : page_(std::move(page)), seal_(std::move(seal)) {
        start();
        operator_token_ = {
            address(), "operator",
            gate_->add_key("operator", lab::Role::operator_of_lab, lab::Trust::own).value()};
    }
    ~RunningGate() { stop(); }
    RunningGate(const RunningGate&) = delete;
    RunningGate& operator=(const RunningGate&) = delete;

    // From its journal, on another port.
    void restart() {
        stop();
        start();
        operator_token_.address = address();
    }

    [[nodiscard]] lab_net::Gate& gate() { return *gate_; }
    [[nodiscard]] std::uint16_t port() const { return server_->port(); }
    [[nodiscard]] std::string address() const { return "ws://127.0.0.1:" + std::to_string(port()); }
    [[nodiscard]] const lab_net::JoinToken& operator_token() const { return operator_token_; }
    lab_net::JoinToken worker(const std::string& name, lab::Trust trust = lab::Trust::volunteer) {
        return {address(), name, gate_->add_key(name, lab::Role::worker, trust).value()};
    }

   private:
    void start() {
        auto journal = lab_net::open_journal_file(folder_ / "lab.jsonl");
        REQUIRE(journal);
        auto gate = lab_net::Gate::open(*std::move(journal), seal_, {});
        REQUIRE(gate);
        gate_ = *std::move(gate);
        auto server = net::Server::listen({.most_message_bytes = lab_net::most_hello_bytes,
                                           .most_queued_bytes = lab_net::most_message_bytes},
                                          gate_->handlers(page_));
        REQUIRE(server);
        server_ = *std::move(server);
        thread_ = std::thread([this] { server_->run(); });
    }
    void stop() {
        server_->stop();
        thread_.join();
        server_.reset();
        gate_.reset();
    }

    TemporaryFolder folder_;
    lab_net::Gate::Page page_;
    std::string seal_;
    std::unique_ptr<lab_net::Gate> gate_;
    lab_net::JoinToken operator_token_;
    std::unique_ptr<net::Server> server_;
    std::thread thread_;
};

inline std::string code_of(const lab_net::GateClient::Answer& answer) {
    return answer ? "" : answer.error().code;
}

}  // namespace kibitz::test
