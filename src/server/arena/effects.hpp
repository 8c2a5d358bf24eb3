// What the arena wants done. Entries of the log are to be in the store before anything that stands
// after them is sent; effects for one connection are done in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace kibitz::arena {

// Given by whoever holds the connections; never used twice.
using ConnectionId = std::uint64_t;

// The log is what the arena is rebuilt from. Entries of one stream are numbered from 1.
struct LogEntry {
    std::string stream;  // "accounts", or the id of a game
    int number = 0;
    nlohmann::json fact;
    // The fact as text, where that was needed before it is stored; else empty.
    std::string text{};

    bool operator==(const LogEntry& other) const;
};
// The fact as it stands in the store.
std::string text_of(const LogEntry& entry);

// The entries of a stream from a number on, at most so many.
struct StreamPart {
    std::string stream;
    int first = 1;
    int most = std::numeric_limits<int>::max();
};
// Them, in order, out of the store; none where there is no such stream.
using ReadStream = std::function<std::vector<LogEntry>(const StreamPart& part)>;

struct Send {
    ConnectionId connection = 0;
    std::shared_ptr<const std::string> text;  // the same for all that are sent the same
};
// Codes of RFC 6455.
constexpr int close_normal = 1000, close_policy = 1008;
struct Close {
    ConnectionId connection = 0;
    int code = close_normal;
    std::string reason{};
};

using Effect = std::variant<LogEntry, Send, Close>;
using Effects = std::vector<Effect>;

std::shared_ptr<const std::string> shared_text(const nlohmann::json& message);
void send(Effects& effects, ConnectionId connection, const nlohmann::json& message);

// Sends the same to each of a range of connections.
void send_all(Effects& effects, const auto& connections, const nlohmann::json& message) {
    if (connections.empty()) return;
    const auto text = shared_text(message);
    for (const ConnectionId connection : connections) effects.emplace_back(Send{connection, text});
}

}  // namespace kibitz::arena
