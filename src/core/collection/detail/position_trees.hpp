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

#include "chess/color.hpp"
#include "chess/zobrist.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/detail/place_order.hpp"
#include "collection/move_tree.hpp"
#include "collection/tally.hpp"

namespace kibitz::collection::detail {

// Positions of fewer games have no tree: looking at the games takes a millisecond.
inline constexpr std::size_t tree_least_games = 100;

struct TreeGame {
    GameFacts facts;
    Color moves_first = Color::white;
};

// The bytes of the trees. `ends` says where each game ends in the lines; the places are those of
// all games.
std::string position_trees(const MainLines& lines, std::span<const std::uint32_t> ends,
                           std::span<const TreeGame> games, std::span<const Place> places);

// Nothing if the bytes have no tree of the position, or make no sense.
std::optional<std::vector<CountedReply>> tree_of(std::string_view bytes, Key key);

}  // namespace kibitz::collection::detail
