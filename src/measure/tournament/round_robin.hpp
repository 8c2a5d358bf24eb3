// Round robin: everybody meets everybody, by Berger's tables: everyone's colours alternate as far
// as they can.
#pragma once

#include <utility>
#include <vector>

namespace kibitz::tournament {

// The rounds of a single round robin; in each pair the first has the first colour. With an odd
// number of players one sits out in each round.
std::vector<std::vector<std::pair<int, int>>> berger_rounds(int players);

}  // namespace kibitz::tournament
