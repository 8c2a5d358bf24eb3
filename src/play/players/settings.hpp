// PlayerSettings: everything a player is made from, as a file in characters/ says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "classic/settings.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

// The engine at full strength, or as much of it as these limits leave.
struct EngineSettings {
    int threads = 1;
    int hash_mb = 16;
    std::int64_t nodes = 0;      // for each move; 0: no limit
    int depth = 0;               // plies; 0: no limit
    std::int64_t move_time = 0;  // ms; 0: what the clock allows

    bool operator==(const EngineSettings&) const = default;
};

// Any legal move.
struct RandomSettings {
    std::optional<std::uint64_t> seed{};  // unset: another one each time

    bool operator==(const RandomSettings&) const = default;
};

// How to talk to somebody else's engine.
enum class Protocol : std::uint8_t { uci, xboard };

// Somebody else's engine, a program of its own.
struct ExternalSettings {
    Protocol protocol = Protocol::uci;
    std::string command{};
    std::vector<std::string> arguments{};
    std::string directory{};  // to run it in; empty: where we are
    std::vector<std::pair<std::string, std::string>> options{};
    std::int64_t nodes = 0;
    int depth = 0;
    std::int64_t move_time = 0;  // ms
    // They come from somebody who may not touch this machine's files: an engine does not start if
    // one of them is more than a switch, a number or a choice.
    bool options_are_untrusted = false;

    bool operator==(const ExternalSettings&) const = default;
};

struct PlayerSettings {
    std::string name{};
    std::string description{};             // in a line or two, how it plays
    std::optional<int> rating{};           // measured, see docs/players.md
    std::optional<int> rating_interval{};  // of 95 %, one-sided: rating +- this
    std::optional<int> lichess_rating{};   // of people who move as well in level games
    bool anchor = false;                   // its rating is known, others are measured by it
    std::variant<EngineSettings, ClassicSettings, RandomSettings, ExternalSettings, HumanSettings>
        kind{};

    bool operator==(const PlayerSettings&) const = default;
};

}  // namespace kibitz::players
