#include "lab/leave_out.hpp"

#include <algorithm>
#include <utility>

namespace kibitz::lab {

using statistics::Tally;

namespace {

constexpr std::int64_t strangers_for_one_liar = 20;

Tally without(Tally all, const Tally& share) {
    all.games.wins -= share.games.wins;
    all.games.draws -= share.games.draws;
    all.games.losses -= share.games.losses;
    for (std::size_t i = 0; i < all.pairs.of.size(); ++i) all.pairs.of[i] -= share.pairs.of[i];
    return all;
}

}  // namespace

std::int64_t most_liars(std::int64_t strangers) {
    return (strangers + strangers_for_one_liar - 1) / strangers_for_one_liar;
}

LeftOut leave_out(const statistics::SprtSettings& sprt, statistics::SprtState hypothesis,
                  const Tally& all, const Shares& of_strangers) {
    // Each by what remains without it alone: those first that remain least for the hypothesis.
    std::vector<std::pair<double, const Shares::value_type*>> strangers;
    const double sign = hypothesis == statistics::SprtState::accepted_h1 ? 1 : -1;
    for (const auto& stranger : of_strangers)
        strangers.emplace_back(
            sign * statistics::log_likelihood_ratio(sprt, without(all, stranger.second)),
            &stranger);
    std::ranges::sort(strangers);
    strangers.resize(
        static_cast<std::size_t>(most_liars(static_cast<std::int64_t>(strangers.size()))));
    LeftOut left_out;
    Tally rest = all;
    for (const auto& [remains, stranger] : strangers) {
        left_out.machines.push_back(stranger->first);
        rest = without(rest, stranger->second);
    }
    left_out.log_likelihood_ratio = statistics::log_likelihood_ratio(sprt, rest);
    return left_out;
}

}  // namespace kibitz::lab
