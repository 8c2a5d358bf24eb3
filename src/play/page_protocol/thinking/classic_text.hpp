// The classic player as text: its settings, and what it decides as JSON.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "chess/outcome.hpp"
#include "classic/classic_move.hpp"
#include "classic/settings.hpp"

namespace kibitz::page_protocol {

// Whether these are the settings of a classic player: all of their names begin with "classic.".
bool is_classic_player(std::string_view settings);

// "classic.level 3 classic.final_rate 0.1": what differs from the defaults; `classic.search 1` is
// the alpha-beta. It is not to take more than `most_mb` megabytes, and works on one thread.
std::expected<players::ClassicSettings, std::string> parse_classic_settings(std::string_view text,
                                                                            std::uint64_t seed,
                                                                            int most_mb);

// {"move", "depth", "nodes", "candidates": [{"move", "rating", "adjusted", "drawn"}]}: all moves,
// the mover's best first, with ratings in pawns (+ is good for White), and whether the move was
// among those that one is drawn from.
std::string classic_text(const players::ClassicMove& found, const Line& line, players::Band band);

}  // namespace kibitz::page_protocol
