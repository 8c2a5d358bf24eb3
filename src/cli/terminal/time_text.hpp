// Dates and spans of time as people type and read them.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace kibitz::cli {

// "500ms", "2s", "1.5" (seconds), "2m": in milliseconds, at least one.
std::expected<std::int64_t, std::string> parse_duration(std::string_view text);

struct TypedClock {
    std::int64_t base_ms;
    std::int64_t increment_ms;
};
// "10" or "10+5": minutes for the game, and seconds added a move. Both may have decimals.
std::expected<TypedClock, std::string> parse_clock(std::string_view text);

// Today as PGN writes it: "2026.03.09".
std::string date_text();

// "0.8 s", "12 s", "3 min 20 s", "1 h 05 min".
std::string duration_text(std::int64_t ms);

}  // namespace kibitz::cli
