// What connections, requests and the operator bring to the thread of the arena.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "arena/arena.hpp"
#include "net/server.hpp"
#include "serve/arena/arena_watcher.hpp"

namespace kibitz::serve {

struct Connected {
    arena::Protocol protocol;
    std::string address;
    // A client at a front has one.
    std::optional<arena::protocol::Resumption> resumption{};
};
struct MessageReceived {
    std::string text;
    // The messages of this client before the arena; null for a client at a front, which counts them
    // itself.
    std::shared_ptr<std::atomic<int>> unread{};
    std::chrono::milliseconds delay{0};  // see arena::Arena::receive()
};
struct Disconnected {};
// Much waits to be sent to the client, or no more.
struct BacklogChanged {
    bool is_slow;
};
struct RoundTripMeasured {
    std::chrono::milliseconds time;
};
struct RequestReceived {
    net::Request request;
    net::Reply reply;
};
// Another part of this program asks the arena something.
struct Asked {
    // It runs on the arena's thread. What it returns is called once all that it led to is stored.
    std::function<std::function<void()>(arena::Arena&, arena::Time, arena::Effects&)> question;
};
struct DrainRequested {};
struct WatchRequested {
    ArenaWatcher* watcher;
};

struct ArenaEvent {
    arena::ConnectionId connection = 0;  // 0 where there is none
    std::variant<Connected, MessageReceived, Disconnected, BacklogChanged, RoundTripMeasured,
                 RequestReceived, Asked, DrainRequested, WatchRequested>
        content;
};

}  // namespace kibitz::serve
