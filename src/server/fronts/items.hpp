// What goes over the link between a front, which has the sockets of clients, and the server that
// decides about their games. It is the arena's own interface: connections, messages and requests
// go up; what is to be sent, and which connections are to be closed, comes down.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arena/arena.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::fronts {

using arena::Milliseconds;
using arena::Serialiser;
using arena::Time;

// A client's connection, by a number of its front that is never used again.
using SessionId = std::uint64_t;
// An HTTP request that a front has passed on: from the same numbers, since an answer that goes on
// is the session of its request's number from then on.
using RequestId = SessionId;

// Which server decides. The store counts its servers; `instance`, a text that no other process has,
// tells two apart whose stores have nothing to do with each other.
struct Epoch {
    std::int64_t number = 0;
    std::string instance{};

    auto operator<=>(const Epoch&) const = default;
    void serialise(Serialiser& s) { s(number, instance); }
};

// --- Up, from the front ---

struct Opened {
    SessionId session = 0;
    arena::Protocol protocol = arena::Protocol::kibitz;
    std::string address{};
    std::string note{};                     // see arena::protocol::Resumption
    std::vector<std::string> unanswered{};  // likewise
    bool is_slow = false;

    void serialise(Serialiser& s) { s(session, protocol, address, note, unanswered, is_slow); }
};
struct Said {
    SessionId session = 0;
    Time arrived{};  // by the front's clock
    std::string text{};

    void serialise(Serialiser& s) { s(session, arrived, text); }
};
struct Gone {
    SessionId session = 0;

    void serialise(Serialiser& s) { s(session); }
};
struct BacklogChanged {
    SessionId session = 0;
    bool is_slow = false;

    void serialise(Serialiser& s) { s(session, is_slow); }
};
// The times are those to the client and back, and over the link and back.
struct RoundTrip {
    SessionId session = 0;
    Milliseconds time{};

    void serialise(Serialiser& s) { s(session, time); }
};
struct Asked {
    RequestId request = 0;
    std::string method{}, path{}, query{}, body{}, address{};
    std::string authorization{}, host{};  // the headers of these names
    bool is_encrypted = false;

    void serialise(Serialiser& s) {
        s(request, method, path, query, body, address, authorization, host, is_encrypted);
    }
};
using Upward = std::variant<Opened, Said, Gone, BacklogChanged, RoundTrip, Asked>;

// --- Down, from the server that decides ---

// One text for as many of the front's clients as receive it.
struct Told {
    std::vector<SessionId> sessions{};
    std::shared_ptr<const std::string> text{};

    void serialise(Serialiser& s) {
        std::string copy = text ? *text : "";
        s(sessions, copy);
        if (s.is_reading()) text = std::make_shared<const std::string>(std::move(copy));
    }
};
struct Closed {
    SessionId session = 0;
    int code = arena::close_normal;
    std::string reason{};

    void serialise(Serialiser& s) { s(session, code, reason); }
};
// So many of the session's messages were handled, and what came of them is in the log and was sent
// before this.
struct Handled {
    SessionId session = 0;
    std::uint32_t messages = 0;

    void serialise(Serialiser& s) { s(session, messages); }
};
// What the next server needs to go on with the session.
struct Remembered {
    SessionId session = 0;
    std::string note{};

    void serialise(Serialiser& s) { s(session, note); }
};
struct Answered {
    RequestId request = 0;
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
    // In place of a body, what the session of the request's number is told until it is closed.
    bool goes_on = false;

    void serialise(Serialiser& s) { s(request, status, headers, body, goes_on); }
};
using Downward = std::variant<Told, Closed, Handled, Remembered, Answered>;

}  // namespace kibitz::fronts
