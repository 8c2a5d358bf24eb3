#include "collection/game_date.hpp"

#include <algorithm>

#include "text/numbers.hpp"

namespace kibitz::collection {

namespace {

constexpr int last_month = 12, longest_month = 31;
constexpr int last_year = 9999;

// The number, or 0 if it is none from 1 to `most`.
int part_of(std::string_view& rest, int most) {
    const std::string_view part = rest.substr(0, rest.find_first_of(".-/"));
    rest.remove_prefix(part.size() < rest.size() ? part.size() + 1 : part.size());
    const auto number = text::parse_number<int>(part);
    return number && *number >= 1 && *number <= most ? *number : 0;
}

std::expected<GameDate, std::string> day_of_range(std::string_view text) {
    const GameDate date = parse_date(text);
    if (date.is_known()) return date;
    return std::unexpected("\"" + std::string(text) +
                           "\" is no date; write it as 2024, 2024.05 or 2024.05.17");
}

void append_padded(std::string& out, int number, std::size_t digits) {
    const std::string text = std::to_string(number);
    out += number == 0 ? std::string(digits, '?')
                       : std::string(digits - std::min(digits, text.size()), '0') + text;
}

}  // namespace

GameDate parse_date(std::string_view text) {
    GameDate date;
    date.year = static_cast<std::uint16_t>(part_of(text, last_year));
    if (date.year != 0) date.month = static_cast<std::uint8_t>(part_of(text, last_month));
    if (date.month != 0) date.day = static_cast<std::uint8_t>(part_of(text, longest_month));
    return date;
}

std::string to_string(GameDate date) {
    constexpr std::size_t year_digits = 4, part_digits = 2;
    std::string text;
    append_padded(text, date.year, year_digits);
    text += '.';
    append_padded(text, date.month, part_digits);
    text += '.';
    append_padded(text, date.day, part_digits);
    return text;
}

bool can_be_equal(GameDate a, GameDate b) {
    const auto agree = [](int x, int y) { return x == 0 || y == 0 || x == y; };
    return agree(a.year, b.year) && agree(a.month, b.month) && agree(a.day, b.day);
}

std::expected<GameDate, std::string> first_day(std::string_view text) { return day_of_range(text); }

std::expected<GameDate, std::string> last_day(std::string_view text) {
    auto date = day_of_range(text);
    if (date && date->month == 0) date->month = last_month;
    if (date && date->day == 0) date->day = longest_month;
    return date;
}

}  // namespace kibitz::collection
