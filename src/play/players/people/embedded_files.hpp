// What is known of people's play, as files built into the program (cmake/EmbeddedNetwork.cmake).
#pragma once

#include <cstddef>
#include <span>

namespace kibitz::players {

std::span<const std::byte> embedded_move_model();  // nets/people-1.moves; empty in a page
// The policy network for people; empty unless the build names one (KIBITZ_PEOPLE_NETWORK).
std::span<const std::byte> embedded_people_net();
std::span<const std::byte> embedded_opening_table();  // characters/openings.txt

}  // namespace kibitz::players
