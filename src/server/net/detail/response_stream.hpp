// An answer that goes on until its handler or the client ends it (Response::stream).
#pragma once

#include <memory>
#include <string>

#include "net/detail/shared_state.hpp"
#include "net/detail/stream.hpp"

namespace kibitz::net::detail {

struct ResponseStart {
    Stream stream;
    std::unique_ptr<Admission> admission;
    std::shared_ptr<SocketHandler> handler;
    std::string head;  // of the response, with the empty line after it
    bool is_chunked = true;
    std::string address;  // of the client
};

// Sends the head and then what the handler sends.
void serve_stream(ResponseStart start, SharedState& shared);

}  // namespace kibitz::net::detail
