// Which opening each game of a segment is, by its moves: the number of the last mark that it
// reached. The numbers mean something to a program with the same table of openings alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.hpp"

namespace kibitz::collection::detail {

// From 1 on; 0 is none.
std::uint16_t opening_number(const OpeningMark& mark);

std::string opening_numbers(std::span<const std::uint16_t> numbers);
// That of each game. Nothing if they are of another table of openings, or not so many.
std::optional<std::vector<std::uint16_t>> read_opening_numbers(std::string_view bytes,
                                                               std::size_t games);

}  // namespace kibitz::collection::detail
