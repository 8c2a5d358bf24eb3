// Positions that a game did not reach: after a quiet move that was not played and loses nothing. A
// search meets such positions all the time, and games of good moves never show them.
#pragma once

#include <cstdint>
#include <vector>

#include "train/chain.hpp"

namespace kibitz::train {

// A record of one position, still to be scored, for that share (0 to 1) of the positions that
// training takes from the game. The same game and seed give the same ones.
std::vector<Chain> alternatives_of(const Chain& game, double share, std::uint64_t seed);

}  // namespace kibitz::train
