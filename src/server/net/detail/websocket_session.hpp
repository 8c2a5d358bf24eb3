// A connection that has become a WebSocket.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <string>

#include "net/detail/shared_state.hpp"
#include "net/detail/stream.hpp"

namespace kibitz::net::detail {

struct Upgrade {
    Stream stream;
    std::unique_ptr<Admission> admission;
    std::unique_ptr<SocketHandler> handler;
    boost::beast::http::request<boost::beast::http::string_body> request;
    std::string address;  // of the client
};

// Accepts the WebSocket and serves it until it ends.
void serve_websocket(Upgrade upgrade, SharedState& shared);

}  // namespace kibitz::net::detail
