#include "lab/audit.hpp"

#include <functional>
#include <nlohmann/json.hpp>

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
    constexpr std::size_t time_of_move = 5;  // its place in the move's JSON
    std::string text;
    for (const match::ReplayedGame& game : games) {
        nlohmann::json value = match::to_json(game.task, game.game);
        for (nlohmann::json& move : value.at("moves")) move.erase(time_of_move);
        text += nlohmann::json{value.at("moves"), value.at("ending"), value.at("winner")}.dump();
    }
    return std::hash<std::string>()(text);
}

}  // namespace kibitz::lab
