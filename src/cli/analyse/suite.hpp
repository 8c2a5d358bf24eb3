// Test suites: positions that ask for a move (EPD's bm, am and dm).
#pragma once

#include <expected>
#include <optional>

#include "chess/epd.hpp"
#include "cli/engine/engine_runner.hpp"

namespace kibitz::cli {

// Whether the search answers the position: its move is among bm, is none of am, and mates as
// soon as dm asks. Nothing if the position asks for no move; an error if a move of bm or am
// cannot be played.
std::expected<std::optional<bool>, MoveTextError> solves(const Epd& epd,
                                                         const SearchReport& search);

}  // namespace kibitz::cli
