#include "games/games.hpp"

#include <array>

#include "games/detail/each.hpp"

namespace kibitz::games {

std::span<const Rules* const> all() {
    static const std::array<const Rules*, 4> games{&chess(), &chess960(), &connect_four(),
                                                   &noughts_and_crosses()};
    return games;
}

const Rules* find(std::string_view name) {
    for (const Rules* rules : all())
        if (rules->name() == name) return rules;
    return nullptr;
}

}  // namespace kibitz::games
