// The orders in which found games can be sorted.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "collection/finder.hpp"

namespace kibitz::collection {

// By what games are sorted: "date", "white", "black", "event", "eco", "result", "elo" (the mean
// rating) and "length".
enum class GameOrder : std::uint8_t { date, white, black, event, eco, result, elo, length };
std::optional<GameOrder> parse_game_order(std::string_view word);

struct SortKey {
    std::int64_t number = 0;
    std::string text;  // in lower case
    auto operator<=>(const SortKey&) const = default;
};
SortKey sort_key(GameOrder order, const FoundGame& game);

// The names of the tags that say where a game stands in this order. None where its moves say it, or
// may do so.
std::span<const std::string_view> tags_of(GameOrder order);

}  // namespace kibitz::collection
