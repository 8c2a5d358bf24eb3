#include "uci/handicap.hpp"

#include <algorithm>

#include "engine/time_manager.hpp"

namespace kibitz::uci {

namespace {

// A search of this many nodes takes almost no time.
constexpr std::int64_t least_nodes = 100;

// The most nodes for one move: what a slow and busy machine searches in the available time.
std::int64_t affordable_nodes(const Limits& limits, const Position& position,
                              MoveOverhead overhead) {
    constexpr std::int64_t nodes_per_ms = 25, most = 1'000'000;
    std::int64_t nodes = most;
    if (limits.nodes > 0)
        nodes = static_cast<std::int64_t>(std::min<std::uint64_t>(limits.nodes, most));
    const TimeManager time(limits, position.side_to_move(), position.game_ply(), overhead);
    if (time.is_timed())
        nodes = std::min(nodes, std::min(most, time.soft_limit({})) * nodes_per_ms);
    return std::max(nodes, least_nodes);
}

players::HumanSettings limited_to(players::HumanSettings settings, std::int64_t most) {
    for (int* const nodes :
         {&settings.vision.nodes, &settings.calculation.nodes, &settings.technique.endgame_nodes})
        *nodes = static_cast<int>(std::min<std::int64_t>(*nodes, most));
    return settings;
}

}  // namespace

std::optional<int> Strength::rating() const {
    if (limited) return elo;
    if (skill == full_skill) return std::nullopt;
    constexpr int range = players::highest_rating - players::lowest_rating;
    return players::lowest_rating + range * skill / (full_skill - 1);
}

Handicap::Handicap(const CorePath& path, int rating, const Line& game, const Limits& limits,
                   MoveOverhead move_overhead, std::uint64_t seed)
    : analyst_(path),
      settings_(limited_to(players::human_of_rating(rating),
                           affordable_nodes(limits, game.position(), move_overhead))),
      scene_(players::scene_of(game, seed)),
      limits_(limits) {}

std::optional<players::Decision> Handicap::decide() {
    auto decision = players::decide(scene_, settings_, limits_, analyst_);
    if (decision || !hurried_) return decision;
    analyst_.allow();
    return players::decide(scene_, limited_to(settings_, least_nodes), limits_, analyst_);
}

}  // namespace kibitz::uci
