// GateClient: asks a gate, one request after the other.
#pragma once

#include <expected>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab_net/join_token.hpp"

namespace kibitz::lab_net {

class GateClient {
   public:
    struct Error {
        std::string text;
        // A gate that refuses gives this (lab_net/protocol.hpp); it is empty if no gate could be
        // reached.
        std::string code{};

        [[nodiscard]] bool is_refusal() const { return !code.empty(); }
    };
    using Answer = std::expected<nlohmann::json, Error>;

    explicit GateClient(JoinToken token);
    ~GateClient();
    GateClient(const GateClient&) = delete;
    GateClient& operator=(const GateClient&) = delete;

    // Connects and says who it is, if it is not connected; then waits for the answer. Of several
    // addresses it tries the one that answered last, then the others.
    Answer ask(nlohmann::json request);
    // What the gate said when the connection was made: "lease", in milliseconds.
    [[nodiscard]] const nlohmann::json& welcome() const { return welcome_; }

   private:
    class Connection;

    Answer connect();

    JoinToken token_;
    std::vector<std::string> addresses_;
    std::size_t at_ = 0;  // the address that answered last
    nlohmann::json welcome_;
    std::unique_ptr<Connection> connection_;
};

}  // namespace kibitz::lab_net
