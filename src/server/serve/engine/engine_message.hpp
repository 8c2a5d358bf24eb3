// The messages of a client to the engine behind a WebSocket (docs/own-pages.md, "The engine on a
// server"): one JSON object for each message.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "serve/engine/engine_error.hpp"

namespace kibitz::serve {

inline constexpr std::size_t most_engine_message_bytes = 16 * 1024;

// What it leaves out stays as it is.
struct ConfigMessage {
    std::optional<int> threads;
    std::optional<int> hash_mb;
};

// As texts, which are read when it is asked to think.
struct PositionMessage {
    std::string start;
    std::string moves;  // separated by blanks
};

struct PlayedMessage {
    std::string move;
};

struct NewGameMessage {};

// A human-like player to choose the move (page_protocol/thinking/human_text.hpp reads the texts).
struct PlayerQuestion {
    std::string settings;
    std::string clock;
    std::int32_t seed = 0;
};

struct GoMessage {
    std::int64_t run = 0;
    std::string limits;  // as UCI's go (page_protocol/thinking/search_text.hpp)
    std::optional<PlayerQuestion> player;
};

struct StopMessage {
    std::int64_t run = 0;
};

using EngineMessage = std::variant<ConfigMessage, PositionMessage, PlayedMessage, NewGameMessage,
                                   GoMessage, StopMessage>;

// The error says what is wrong with the message and what it should be.
std::expected<EngineMessage, EngineError> parse_engine_message(std::string_view text);

}  // namespace kibitz::serve
