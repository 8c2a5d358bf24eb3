#include "players/classic/rating_text.hpp"

#include <cstdio>

namespace kibitz::players {

namespace {

std::string table_line(const char* name, const SideSums& sums, double coefficient) {
    char line[128];
    std::snprintf(line, sizeof line, "%-10s %10.2f %10.2f %11.2f %10.2f\n", name, sums.white,
                  sums.black, coefficient, sums.difference() * coefficient);
    return line;
}

}  // namespace

std::string explain(const Position& position, const RatingSettings& settings) {
    const Rating rating = rating_parts(position, settings);
    std::string text = "part            White      Black coefficient     rating\n";
    text += table_line("intrinsic", rating.intrinsic, settings.intrinsic.coefficient);
    text += table_line("attack", rating.attack, settings.attack.coefficient);
    text += table_line("defence", rating.defence, settings.defence.coefficient);
    text += table_line("check", rating.check, 1);
    text += table_line("checkmate", rating.checkmate, 1);
    char total[128];
    std::snprintf(total, sizeof total, "%-10s %44.2f  (positive: good for White)\n", "total",
                  rating.total);
    return text + total;
}

}  // namespace kibitz::players
