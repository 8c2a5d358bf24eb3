// Knockout: the winner of a game advances to the next round. A drawn game is played again with the
// other sides; after most_draws of them the better seed advances.
#pragma once

#include "arena/contests/round_contest.hpp"

namespace kibitz::arena {

class Knockout final : public RoundContest {
   public:
    static constexpr int most_draws = 3;

    using RoundContest::RoundContest;

    [[nodiscard]] std::optional<Pairing> next_round() const override;
    // The order is by the round that each player reached, the champion first.
    [[nodiscard]] tournament::Table table() const override;
    void serialise(Serialiser& s) override;

   private:
    void on_join() override { reached_.push_back(0); }
    void on_start(Time) override;
    void on_finish() override;
    void on_round(const Pairing& pairing) override;
    void on_pair_done(Pair& pair, const GameSummary& game) override;
    void on_pair_dropped(const Pair& pair) override;
    // Those who play the next round, the best seed first.
    [[nodiscard]] std::vector<int> survivors() const;

    std::vector<int> winners_;  // of the round; before the first one, everybody
    std::vector<int> reached_;  // by player: the round they came to; 0: none
};

}  // namespace kibitz::arena
