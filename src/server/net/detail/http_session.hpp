// A connection that answers requests over HTTP, one after the other, and may become a WebSocket.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "net/detail/shared_state.hpp"

namespace kibitz::net::detail {

using AcceptedSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// Serves a connection, of that number among the settings' addresses, until it ends. The context is
// null for one without TLS; it may be gone when this returns.
void serve_connection(AcceptedSocket socket, boost::asio::ssl::context* tls, std::size_t listener,
                      SharedState& shared);

}  // namespace kibitz::net::detail
