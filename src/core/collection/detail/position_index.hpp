// The index of positions: which games of a segment may have a position. Of a key it keeps so few
// bits that a few games too many are found; playing them tells.
//
// Of the positions of a game, those with White to move are there, and the last one. A game that has
// any other goes on to one of those to which a move leads from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "chess/zobrist.hpp"
#include "collection/detail/game_code.hpp"

namespace kibitz::collection::detail {

std::string position_index(const MainLines& lines);

// The keys of which a game that has the position has one in the index.
std::vector<Key> indexed_keys(const Position& position);

// Marks the games that may have one of the keys. False if the bytes make no sense. There is a mark
// for each game.
bool mark_games_with(std::span<const Key> keys, std::string_view index, std::vector<bool>& games);

}  // namespace kibitz::collection::detail
