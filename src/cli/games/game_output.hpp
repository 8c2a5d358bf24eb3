// The forms in which found games are written.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collection/finder.hpp"

namespace kibitz::cli {

enum class GameForm : std::uint8_t { pgn, json, csv };

// The game with its line end, and an empty line behind it in PGN. `file` is where it was found.
std::string game_text(GameForm form, const collection::FoundGame& game, std::string_view file,
                      std::uint64_t number);
// What stands before the first game; empty but for CSV.
std::string_view game_heading(GameForm form);

// By what games are sorted: "date", "white", "black", "event", "eco", "result", "elo" (the mean
// rating) and "length".
enum class GameOrder : std::uint8_t { date, white, black, event, eco, result, elo, length };
std::optional<GameOrder> parse_game_order(std::string_view word);

struct SortKey {
    std::int64_t number = 0;
    std::string text;  // in lower case
    auto operator<=>(const SortKey&) const = default;
};
SortKey sort_key(GameOrder order, const collection::FoundGame& game);

}  // namespace kibitz::cli
