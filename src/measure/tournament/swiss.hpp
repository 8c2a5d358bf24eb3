// Swiss pairing: everybody plays in each round, against an opponent with as many points whom they
// have not met before.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tournament/colours.hpp"

namespace kibitz::tournament {

struct SwissPlayer {
    int number = 0;  // also the seed: less is better
    int points = 0;
    bool had_bye = false;
    Colours colours{};
};

struct SwissRound {
    std::vector<std::pair<int, int>> pairings;
    std::optional<int> bye;  // with an odd number of players
};

// Pairs from the top of the table down, each with the nearest one not met yet for which the rest
// still works out; the bye goes to the lowest who had none. Among those with the same points comes
// first who is due the other colour, and two who must both have the same one are kept apart while
// that works out. Where nothing works out any more (more rounds than opponents), people meet again.
SwissRound pair_swiss(std::span<const SwissPlayer> players,
                      const std::set<std::pair<int, int>>& met);  // lower number first

}  // namespace kibitz::tournament
