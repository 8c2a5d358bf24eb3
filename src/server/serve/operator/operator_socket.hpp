// OperatorSocket: the way in for the operator, a socket in the data folder that its owner alone may
// use, and root. A command is a line of JSON (arena/operator/commands.hpp), and so is the answer.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <thread>

#include <sys/types.h>

#include <nlohmann/json.hpp>

#include "serve/operator/operator_commands.hpp"
#include "serve/operator/operator_page.hpp"

namespace kibitz::serve {

class OperatorSocket {
   public:
    // The socket is made in that folder. The error says what is wrong, also where another server
    // has it. There may be no page.
    static std::expected<std::unique_ptr<OperatorSocket>, std::string> open(
        const std::string& folder, OperatorCommands& commands, OperatorPage* page = nullptr);
    ~OperatorSocket();
    OperatorSocket(const OperatorSocket&) = delete;
    OperatorSocket& operator=(const OperatorSocket&) = delete;

   private:
    OperatorSocket(std::string folder, int listener, int stop, OperatorCommands& commands,
                   OperatorPage* page);
    void run();
    void serve(int client);
    nlohmann::json answer(const std::string& line);

    const std::string folder_;
    const int listener_, stop_;
    OperatorCommands& commands_;
    OperatorPage* const page_;
    std::thread thread_;  // the last: it uses the others
};

// The user who runs the server, and root. The permissions of the socket say the same, but somebody
// may have changed them.
constexpr bool may_command(uid_t peer, uid_t server) { return peer == server || peer == 0; }

// Why a command was not carried out: the code is the server's, or noServer, notAllowed or
// connectionLost.
struct CommandError {
    std::string code;
    std::string text;
};

// Returns what the server that has the folder answers, or why nobody does.
std::expected<nlohmann::json, CommandError> command_server(const std::string& folder,
                                                           const nlohmann::json& command);

}  // namespace kibitz::serve
