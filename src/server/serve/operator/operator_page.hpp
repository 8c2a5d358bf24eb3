// OperatorPage: the page /admin, with which a browser does what `kibitz admin` does. It has an
// address of its own on this machine alone (--admin-port), and wants a token (operator_access.hpp).
//
//     GET  /admin            the page; its files are those of the page for players
//     POST /admin/session    {"code": ...}: a token
//     POST /admin/command    a command, with the token as bearer
//     POST /admin/leave      the token is void from now on
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "net/server.hpp"
#include "platform/task_queue.hpp"
#include "serve/operator/operator_access.hpp"
#include "serve/operator/operator_commands.hpp"

namespace kibitz::serve {

class OperatorPage {
   public:
    // It is one of the page's files; other addresses of the server do not have it.
    static constexpr const char* file = "/admin.html";

    explicit OperatorPage(OperatorCommands& commands) : commands_(commands) {}

    // Once the port is known: "http://127.0.0.1:9465/".
    void set_address(std::string address);
    // Lets one browser in, within a few minutes. Nothing before the port is known.
    std::optional<std::string> new_address();
    // Nobody is in any more.
    void close() { access_.end_all(); }

    void answer(const net::Request& request, const net::Reply& reply);

   private:
    void begin_session(const net::Request& request, const net::Reply& reply);
    void run_command(const net::Request& request, const net::Reply& reply);

    OperatorCommands& commands_;
    OperatorAccess access_;
    std::mutex address_mutex_;
    std::string address_;
    // Two, so that a backup does not stop the figures. The last: its tasks use the rest.
    platform::TaskQueue tasks_{2, 64};
};

}  // namespace kibitz::serve
