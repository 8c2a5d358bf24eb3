// The messages at the broker. A link between a front and the server that decides is two streams of
// bytes, one in each direction, cut into numbered frames. The broker may lose frames: a number that
// is missing ends the link, and the front begins another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fronts/items.hpp"

namespace kibitz::fronts {

// A front's links are numbered from 1.
struct LinkName {
    std::string front{};  // a text that no other process has
    std::uint64_t number = 0;

    bool operator==(const LinkName&) const = default;
    void serialise(Serialiser& s) { s(front, number); }
};

struct Frame {
    Epoch epoch{};
    LinkName link{};
    std::uint64_t number = 0;  // on the link in this direction, from 1
    Time sent{};               // by the sender's clock
    // The newest `sent` from the other end, and how long ago it came; only downward.
    Time echo{};
    Milliseconds echo_age{};
    std::string bytes{};  // of items; empty ones keep the link alive

    void serialise(Serialiser& s) { s(epoch, link, number, sent, echo, echo_age, bytes); }
};
// A front is told that the server knows nothing of this link, or has given it up.
struct LinkRefused {
    Epoch epoch{};
    LinkName link{};

    void serialise(Serialiser& s) { s(epoch, link); }
};
// Everybody is told again and again which server decides.
struct Announced {
    Epoch epoch{};

    void serialise(Serialiser& s) { s(epoch); }
};
using Message = std::variant<Frame, LinkRefused, Announced>;

std::string to_bytes(const Message& message);
// Returns nothing for bytes that nobody wrote.
std::optional<Message> message_of(std::string_view bytes);

// Heartbeats on links and announcements come so often.
constexpr Milliseconds heartbeat_interval{500};
// A link on which nothing comes for so long is lost.
constexpr Milliseconds silence_limit{2'000};

}  // namespace kibitz::fronts
