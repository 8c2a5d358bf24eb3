// The index of positions: which games have a position, found by the upper half of its key.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/zobrist.hpp"

namespace kibitz::collection::detail {

// That a game has a position: the upper half of its key above 16 bits with the game's number.
using Place = std::uint64_t;
inline constexpr unsigned place_game_bits = 16;
constexpr std::uint32_t key_of(Place place) {
    return static_cast<std::uint32_t>(place >> place_game_bits);
}
constexpr std::uint16_t game_of(Place place) { return static_cast<std::uint16_t>(place); }

// The places of all games in order, each once. The keys of one game stand behind those of the one
// before, up to its end.
std::vector<Place> ordered_places(std::span<const Key> keys, std::span<const std::uint32_t> ends);

}  // namespace kibitz::collection::detail
