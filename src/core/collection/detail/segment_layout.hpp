// Where things stand in the bytes of a segment; docs/game-database.md describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/zobrist.hpp"
#include "collection/game_date.hpp"

namespace kibitz::collection::detail {

inline constexpr std::string_view segment_magic = "KIBITZGS";
// Magic, version and number of games; then size and checksum of each part.
inline constexpr std::size_t segment_head_size = segment_magic.size() + 2 * sizeof(std::uint32_t);
inline constexpr std::size_t part_entry_size = 2 * sizeof(std::uint64_t);

inline constexpr std::size_t identity_size = sizeof(std::uint64_t) + sizeof(std::uint32_t);
inline constexpr std::size_t place_size = sizeof(std::uint32_t) + sizeof(std::uint16_t);

// FNV-1a over words of eight bytes and what is left.
std::uint64_t checksum_of(std::string_view bytes);

constexpr std::uint32_t upper_half(Key key) {
    constexpr unsigned half = 32;
    return static_cast<std::uint32_t>(key >> half);
}

std::uint32_t packed(GameDate date);
GameDate unpacked_date(std::uint32_t number);

}  // namespace kibitz::collection::detail
