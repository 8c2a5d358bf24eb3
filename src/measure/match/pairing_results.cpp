#include "match/pairing_results.hpp"

#include "statistics/strength.hpp"

namespace kibitz::match {

using statistics::PairingResult;
using statistics::Sample;

std::vector<PairingResult> pairing_results(const Standings& standings) {
    std::vector<PairingResult> results;
    for (int a = 0; a < standings.players(); ++a)
        for (int b = a + 1; b < standings.players(); ++b) {
            const Tally tally = standings.against(a, b);
            const double games = static_cast<double>(tally.games.games());
            if (games == 0) continue;
            const bool by_pairs = 2 * tally.pairs.pairs() == tally.games.games();
            const Sample sample = by_pairs ? sample_of(tally.pairs) : sample_of(tally.games);
            PairingResult result{.first = a,
                                 .second = b,
                                 .games = games,
                                 .score = static_cast<double>(tally.games.wins) +
                                          static_cast<double>(tally.games.draws) / 2};
            // Fewer units say too little about their scatter.
            constexpr double enough_units = 4;
            if (const double units = sample.units(); units >= enough_units) {
                const double per_unit = sample.games_per_unit;  // points a unit can bring
                result.observed_variance =
                    moments(sample).variance * per_unit * per_unit * units * units / (units - 1);
            }
            results.push_back(result);
        }
    return results;
}

}  // namespace kibitz::match
