// What was played in the positions that many games of a segment have, added up once, so that nobody
// has to look at these games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/zobrist.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/move_tree.hpp"
#include "collection/tally.hpp"

namespace kibitz::collection::detail {

// Positions of fewer games have no tree: looking at the games takes a millisecond.
inline constexpr std::size_t tree_least_games = 100;

// The bytes of the trees of all games.
std::string position_trees(const MainLines& lines, std::span<const GameFacts> games);

// Nothing if the bytes have no tree of the position, or make no sense.
std::optional<std::vector<CountedReply>> tree_of(std::string_view bytes, Key key);

}  // namespace kibitz::collection::detail
