// GameDate: the date of a game as PGN writes it, "2024.05.17" or "2024.??.??", to be compared.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace kibitz::collection {

// Parts that are not known are 0. A date with less known sorts before those it could be.
struct GameDate {
    std::uint16_t year = 0;
    std::uint8_t month = 0;
    std::uint8_t day = 0;

    [[nodiscard]] bool is_known() const { return year != 0; }
    auto operator<=>(const GameDate&) const = default;
};

// Years with months and days that the text does not say or that cannot be are not known. Dots,
// dashes and slashes separate the parts.
GameDate parse_date(std::string_view text);
// "2024.05.??"
std::string to_string(GameDate date);
// As a number whose digits are the date, 20240517, in the order of dates; parts that are not known
// are 0.
constexpr std::int32_t date_number(GameDate date) {
    constexpr int months = 100, years = 10'000;
    return date.year * years + date.month * months + date.day;
}

// Whether both can be dates of one game: what both know is equal.
bool can_be_equal(GameDate a, GameDate b);

// The days from the first to the last of these; a game whose year is not known is in none.
struct DateRange {
    GameDate first;
    GameDate last;

    [[nodiscard]] bool contains(GameDate date) const {
        return date.is_known() && first <= date && date <= last;
    }
    bool operator==(const DateRange&) const = default;
};

// "2020", "2020.05", "2020-05-17": the first day meant, or the last one. The error says what is
// expected.
std::expected<GameDate, std::string> first_day(std::string_view text);
std::expected<GameDate, std::string> last_day(std::string_view text);

}  // namespace kibitz::collection
