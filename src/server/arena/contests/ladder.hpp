// The ladder: neighbours play each other, and a player who beats one above takes their place.
#pragma once

#include "arena/contests/timed_contest.hpp"

namespace kibitz::arena {

class Ladder final : public TimedContest {
   public:
    using TimedContest::TimedContest;

    // The top of the ladder.
    [[nodiscard]] std::optional<std::string> winner() const override;
    void serialise(Serialiser& s) override;

   private:
    [[nodiscard]] std::vector<int> order() const override { return ladder_; }
    void on_join() override;
    void on_game_ended(int first, int second, const GameSummary& game) override;
    void add_to_json(Json& json) const override;

    std::vector<int> ladder_;  // the top first
};

}  // namespace kibitz::arena
