#include "match/settings.hpp"

#include <set>

namespace kibitz::match {

const char* to_string(TournamentKind kind) {
    switch (kind) {
        case TournamentKind::round_robin: return "roundrobin";
        case TournamentKind::neighbours: return "neighbours";
        case TournamentKind::gauntlet: return "gauntlet";
        case TournamentKind::knockout: return "knockout";
        case TournamentKind::swiss: return "swiss";
    }
    return "unknown";
}

std::optional<std::string> find_error(const MatchSettings& settings) {
    if (settings.players.size() < 2) return "a match needs two engines (-engine cmd=...)";
    std::set<std::string> names;
    for (const Participant& player : settings.players) {
        const std::string who = "engine \"" + player.name() + "\": ";
        if (player.program() != nullptr && player.program()->command.empty())
            return who + "no command (cmd=...) and no player (player=...)";
        if (!names.insert(player.name()).second) return who + "the name is given twice";
        const PlayerLimits& limits = player.limits;
        const bool limited = limits.clock || limits.move_time || limits.nodes || limits.depth;
        // Our own players have a measure in themselves.
        if (!limited && player.program() != nullptr)
            return who + "nothing limits its thinking (tc=, st=, nodes= or depth=)";
        if (player.ponder && !limits.clock) return who + "pondering needs a clock (tc=)";
    }
    if (settings.rounds < 1) return "-rounds has to be at least 1";
    if (settings.games < 1) return "-games has to be at least 1";
    if (settings.concurrency < 1) return "-concurrency has to be at least 1";
    const int players = static_cast<int>(settings.players.size());
    if (settings.kind == TournamentKind::gauntlet && settings.seeds >= players)
        return "-seeds has to be less than the number of engines";
    if (settings.sprt) {
        if (settings.players.size() != 2) return "-sprt is for two engines";
        if (const auto error = settings.sprt->error()) return "-sprt: " + *error;
    }
    return std::nullopt;
}

}  // namespace kibitz::match
