#include "lab/audit.hpp"

#include <functional>

#include "chess/random.hpp"

namespace kibitz::lab {

bool is_audited(const AuditRules& rules, Trust trust, int results_before, const TestId& test,
                int unit) {
    if (trust == Trust::own) return false;
    const bool is_on_probation = trust == Trust::volunteer && results_before < rules.probation;
    const int share = is_on_probation ? rules.probation_share : rules.share;
    SplitMix lot(rules.seed ^ std::hash<std::string>()(test + "/" + std::to_string(unit)));
    return lot.next() % static_cast<std::uint64_t>(share) == 0;
}

GamesDigest digest_of(const std::vector<match::ReplayedGame>& games) {
    NumberHash digest;
    const auto add = [&](auto part) { digest.add(static_cast<std::uint64_t>(part)); };
    for (const auto& [task, game] : games) {
        add(game.moves.size());
        for (const match::PlayedMove& move : game.moves) {
            add(move.move.bits());
            add(!move.score ? 0 : move.score->is_mate ? 1 : 2);
            add(move.score ? move.score->value : 0);
            add(move.depth);
            add(move.selective_depth);
            add(move.nodes);
        }
        add(game.end.ending);
        add(game.end.winner ? index(*game.end.winner) : color_count);
    }
    return digest.value();
}

}  // namespace kibitz::lab
