#include "cli/play/levels.hpp"

#include <array>

namespace kibitz::cli {
namespace {

struct Level {
    Depth depth;           // half-moves; 0: no limit
    std::uint64_t nodes;   // positions; 0: no limit
    std::int64_t time_ms;  // the most for one move; 0: no limit
    const char* words;
};

constexpr std::array<Level, highest_level> levels{{
    {1, 0, 0, "looks at its own next move only, but sees what can be taken"},
    {2, 0, 0, "looks at its move and your answer"},
    {3, 0, 0, "looks 3 half-moves ahead"},
    {4, 0, 0, "looks 4 half-moves ahead"},
    {6, 0, 0, "looks 6 half-moves ahead"},
    {8, 0, 0, "looks 8 half-moves ahead"},
    {0, 50'000, 0, "looks at 50 thousand positions a move"},
    {0, 0, 500, "thinks up to half a second a move"},
    {0, 0, 2'000, "thinks up to 2 seconds a move"},
    {0, 0, 10'000, "thinks up to 10 seconds a move, with all it has"},
}};

const Level& at(int level) { return levels[static_cast<std::size_t>(level - lowest_level)]; }

}  // namespace

Limits level_limits(int level) {
    Limits limits;
    limits.depth = at(level).depth;
    limits.nodes = at(level).nodes;
    limits.move_time = at(level).time_ms;
    return limits;
}

std::string level_in_words(int level) { return at(level).words; }

std::string level_table() {
    std::string table;
    for (int level = lowest_level; level <= highest_level; ++level) {
        const std::string number = std::to_string(level);
        table += std::string(4 - number.size(), ' ') + number + "  " + level_in_words(level) + "\n";
    }
    return table;
}

}  // namespace kibitz::cli
