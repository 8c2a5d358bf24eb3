// Opponents for a bot that finds nobody else: they belong to the server and need no connection.
// They play any game whose rules there are.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "games/rules.hpp"

namespace kibitz::arena::battlebot {

enum class HostSkill : std::uint8_t {
    random,   // any move
    careful,  // wins if it can, and does not let the other win with the next move if it can help it
};

struct Host {
    std::string_view name;
    HostSkill skill;
};

// A bot meets them by turns.
inline constexpr std::array<Host, 2> hosts{{
    {"RandomBot", HostSkill::random},
    {"CarefulBot", HostSkill::careful},
}};

// A move of the side to move after `played`, which is not the end of the game; `draw` chooses among
// those that are as good.
games::Json choose_host_move(HostSkill skill, const games::Rules& rules, const games::Json& setup,
                             std::span<const games::Json> played, std::uint64_t draw);

}  // namespace kibitz::arena::battlebot
