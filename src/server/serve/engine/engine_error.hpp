// Why the engine behind a WebSocket does not do what a client asks. The codes are stable: programs
// may rely on them (docs/own-pages.md, "The engine on a server").
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace kibitz::serve {

enum class EngineErrorCode : std::uint8_t {
    invalid_message,  // not a JSON object, or a member is wrong
    message_too_large,
    unknown_verb,
    invalid_position,  // the start or a move cannot be read, or is not legal
    game_over,         // there is no legal move
    game_too_long,
    invalid_limits,
    invalid_player,    // the settings of a human-like player
    busy,              // too many searches wait
    out_of_resources,  // the system refuses threads or memory
};

inline constexpr std::array<const char*, 10> engine_error_codes{
    "invalidMessage", "messageTooLarge", "unknownVerb",   "invalidPosition",
    "gameOver",       "gameTooLong",     "invalidLimits", "invalidPlayer",
    "busy",           "outOfResources"};

struct EngineError {
    EngineErrorCode code;
    std::string text;  // for people
};

inline const char* code_text(EngineErrorCode code) {
    return engine_error_codes[static_cast<std::size_t>(code)];
}

}  // namespace kibitz::serve
