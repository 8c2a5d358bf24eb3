// What remains of a verdict without the machines that speak most for it.
#include "lab/leave_out.hpp"

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using statistics::SprtState;
using statistics::Tally;

namespace {

constexpr statistics::SprtSettings sprt{.elo0 = 0, .elo1 = 40};

// Pairs of which both games were lost, drawn and won.
Tally tally_of(std::int64_t lost, std::int64_t drawn, std::int64_t won) {
    return {.games = {2 * won, 2 * drawn, 2 * lost}, .pairs = {{lost, 0, drawn, 0, won}}};
}
Tally sum_of(const Shares& shares) {
    Tally sum;
    for (const auto& [name, share] : shares) {
        sum.games.wins += share.games.wins;
        sum.games.draws += share.games.draws;
        sum.games.losses += share.games.losses;
        for (std::size_t i = 0; i < sum.pairs.of.size(); ++i) sum.pairs.of[i] += share.pairs.of[i];
    }
    return sum;
}

}  // namespace

TEST_CASE("of so many machines so many may lie") {
    CHECK(most_liars(0) == 0);
    CHECK(most_liars(1) == 1);
    CHECK(most_liars(20) == 1);
    CHECK(most_liars(21) == 2);
    CHECK(most_liars(100) == 5);
}

TEST_CASE("those are left out that speak most for the hypothesis, not those with most results") {
    const Shares shares{{"ann", tally_of(20, 60, 22)},
                        {"bob", tally_of(1, 4, 15)},
                        {"cat", tally_of(9, 30, 2)},
                        {"dan", tally_of(20, 60, 21)}};
    const Tally all = sum_of(shares);
    const LeftOut of_h1 = leave_out(sprt, SprtState::accepted_h1, all, shares);
    CHECK(of_h1.machines == std::vector<WorkerName>{"bob"});
    CHECK(of_h1.log_likelihood_ratio ==
          statistics::log_likelihood_ratio(sprt, tally_of(49, 150, 45)));
    CHECK(leave_out(sprt, SprtState::accepted_h0, all, shares).machines ==
          std::vector<WorkerName>{"cat"});
}

TEST_CASE("machines that are not strangers' are never left out") {
    const Shares shares{{"ann", tally_of(1, 4, 15)}, {"bob", tally_of(20, 60, 25)}};
    const Tally all = sum_of(shares);
    const LeftOut none = leave_out(sprt, SprtState::accepted_h1, all, {});
    CHECK(none.machines.empty());
    CHECK(none.log_likelihood_ratio == statistics::log_likelihood_ratio(sprt, all));
    CHECK(leave_out(sprt, SprtState::accepted_h1, all, {{"bob", shares.at("bob")}}).machines ==
          std::vector<WorkerName>{"bob"});
}

TEST_CASE("one in twenty machines is left out, all of them together") {
    Shares shares;
    for (int i = 0; i < 38; ++i) shares["m" + std::to_string(i)] = tally_of(3, 10, 4);
    shares["x"] = tally_of(0, 0, 9);
    shares["y"] = tally_of(0, 0, 8);
    const LeftOut left_out = leave_out(sprt, SprtState::accepted_h1, sum_of(shares), shares);
    CHECK(left_out.machines == std::vector<WorkerName>{"x", "y"});
    CHECK(left_out.log_likelihood_ratio ==
          statistics::log_likelihood_ratio(sprt, tally_of(3 * 38, 10 * 38, 4 * 38)));
}
