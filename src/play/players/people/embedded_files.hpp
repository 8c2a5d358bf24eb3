// What is known of people's play, as files built into the program (cmake/EmbeddedNetwork.cmake).
#pragma once

#include <cstddef>
#include <span>

namespace kibitz::players {

std::span<const std::byte> embedded_move_model();     // nets/people-5.moves; empty in a page
std::span<const std::byte> embedded_opening_table();  // characters/openings.txt

}  // namespace kibitz::players
