#include "players/levels.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

#include "players/built_in_players.hpp"
#include "players/player_file.hpp"
#include "players/setting_fields.hpp"

namespace kibitz::players {

namespace {

std::vector<PlayerSettings> read_levels() {
    std::vector<PlayerSettings> levels;
    // All of them can be read: a test sees to that.
    for (const BuiltInPlayer& player : built_in_players())
        if (player.name.starts_with("level-"))
            if (auto level = parse_player(player.toml)) levels.push_back(std::move(*level));
    return levels;
}

const HumanSettings& human(const PlayerSettings& level) {
    return std::get<HumanSettings>(level.kind);
}

// The engine's own search is there or it is not; half of it would be something else.
constexpr std::string_view never_mixed = "calculation";

// So is drawing from people's moves; but two that draw may be mixed.
bool is_never_mixed(std::string_view key, double a, double b) {
    return is_of_drawing(key) && (a == 0 || b == 0);
}

// All numbers of some settings, in the order of their fields.
struct Numbers {
    std::vector<double> values;

    template <class Number>
    void number(std::string_view, Number& value, double, double, std::string_view) {
        values.push_back(static_cast<double>(value));
    }
    void flag(std::string_view, bool&, std::string_view) {}
    template <class Section>
    void section(std::string_view key, Section& section, std::string_view) {
        if (key != never_mixed) visit_fields(section, *this);
    }
};

// Moves them towards others by a share of the way.
struct Mix {
    const Numbers& others;
    double share;
    std::size_t next = 0;

    template <class Number>
    void number(std::string_view key, Number& value, double, double, std::string_view) {
        const double other = others.values[next++];
        if (is_never_mixed(key, static_cast<double>(value), other)) return;
        const double mixed = std::lerp(static_cast<double>(value), other, share);
        if constexpr (std::is_integral_v<Number>)
            value = static_cast<Number>(std::lround(mixed));
        else
            value = mixed;
    }
    void flag(std::string_view, bool&, std::string_view) {}
    template <class Section>
    void section(std::string_view key, Section& section, std::string_view) {
        if (key != never_mixed) visit_fields(section, *this);
    }
};

HumanSettings mixed(const HumanSettings& a, const HumanSettings& b, double share) {
    constexpr double half = 0.5;
    // The nearer one has what cannot be mixed.
    HumanSettings mixture = share < half ? a : b;
    HumanSettings other = share < half ? b : a;
    Numbers others;
    visit_fields(other, others);
    Mix mix{.others = others, .share = share < half ? share : 1 - share};
    visit_fields(mixture, mix);
    return mixture;
}

}  // namespace

std::span<const PlayerSettings> levels() {
    static const std::vector<PlayerSettings> all = read_levels();
    return all;
}

int rating_of_level(std::size_t level) {
    const auto all = levels();
    if (all[level].rating) return *all[level].rating;
    return lowest_rating + static_cast<int>(level) * (highest_rating - lowest_rating) /
                               static_cast<int>(all.size() - 1);
}

HumanSettings human_of_rating(int rating) {
    const auto all = levels();
    std::size_t above = 0;
    while (above < all.size() && rating_of_level(above) <= rating) ++above;
    if (above == 0) return human(all.front());
    if (above == all.size()) return human(all.back());
    const int low = rating_of_level(above - 1), high = rating_of_level(above);
    return mixed(human(all[above - 1]), human(all[above]),
                 static_cast<double>(rating - low) / (high - low));
}

}  // namespace kibitz::players
