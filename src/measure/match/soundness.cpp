#include "match/soundness.hpp"

namespace kibitz::match {

std::optional<std::string> find_unsoundness(const MatchSettings& settings,
                                            const Standings& standings) {
    if (settings.crashes_lose || goes_by_results(settings.kind)) return std::nullopt;
    for (int player = 0; player < standings.players(); ++player) {
        const PlayerAccount& account = standings.account(player);
        if (!is_out_of_line(account.breakdowns, account.finished)) continue;
        return settings.players[static_cast<std::size_t>(player)].name() + " broke down in " +
               std::to_string(account.breakdowns) + " of " + std::to_string(account.finished) +
               " games, which were left out (-recover losses counts them as losses)";
    }
    return std::nullopt;
}

}  // namespace kibitz::match
