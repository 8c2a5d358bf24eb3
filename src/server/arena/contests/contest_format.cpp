#include "arena/contests/contest_format.hpp"

#include <algorithm>
#include <array>

#include "arena/contests/knockout.hpp"
#include "arena/contests/ladder.hpp"
#include "arena/contests/round_robin.hpp"
#include "arena/contests/swiss.hpp"
#include "arena/contests/timed_arena.hpp"

namespace kibitz::arena {

namespace {

template <class Format>
std::unique_ptr<Contest> make(const ContestSettings& settings, Time created) {
    return std::make_unique<Format>(settings, created);
}

}  // namespace

constexpr ContestFormat round_robin_format{"roundRobin", false, make<RoundRobin>};
constexpr ContestFormat swiss_format{"swiss", false, make<Swiss>};
constexpr ContestFormat knockout_format{"knockout", false, make<Knockout>};
constexpr ContestFormat ladder_format{"ladder", true, make<Ladder>};
constexpr ContestFormat timed_arena_format{"arena", true, make<TimedArena>};

std::span<const ContestFormat* const> contest_formats() {
    static constexpr std::array formats{&round_robin_format, &swiss_format, &knockout_format,
                                        &ladder_format, &timed_arena_format};
    return formats;
}

const ContestFormat* find_contest_format(std::string_view name) {
    const auto formats = contest_formats();
    const auto found = std::ranges::find(formats, name, &ContestFormat::name);
    return found == formats.end() ? nullptr : *found;
}

}  // namespace kibitz::arena
