// A finished game in short.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/live_game.hpp"

namespace kibitz::arena {

class Serialiser;

using GameId = std::string;  // 16 hexadecimal digits

// The number that an id is written out from, and back.
std::uint64_t number_of(std::string_view id);
GameId id_of(std::uint64_t number);

struct GameSummary {
    GameId id;
    std::string game{};
    std::array<std::string, 2> players{};
    std::array<std::string, 2> versions{};
    std::optional<Side> winner{};
    Ending ending{};
    std::string reason{};
    std::string contest{};
    bool rated = false;
    Time started{}, ended{};
    Json view{};  // the last

    void serialise(Serialiser& s);
    bool operator==(const GameSummary&) const = default;
};
// Both were away: a game that nobody came to, which is no draw.
constexpr bool was_left_by_both(Ending ending, std::optional<Side> winner) {
    return ending == Ending::disconnect && !winner;
}
// The game must be over.
GameSummary summary_of(const GameId& id, const LiveGame& game);

}  // namespace kibitz::arena
