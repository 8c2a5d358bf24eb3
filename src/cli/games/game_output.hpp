// The forms in which found games are written.
#pragma once

#include <cstdint>
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

}  // namespace kibitz::cli
