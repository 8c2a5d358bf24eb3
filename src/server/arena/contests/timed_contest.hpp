// A contest that pairs whoever is there and free, until its time is up.
#pragma once

#include <vector>

#include "arena/contests/contest.hpp"

namespace kibitz::arena {

class TimedContest : public Contest {
   public:
    using Contest::Contest;

    // Neighbours in order(), but not the same two again while there are others.
    [[nodiscard]] std::vector<Players> games_to_start(Time now,
                                                      const IsHere& is_here) const override;
    void serialise(Serialiser& s) override;

   protected:
    // All players, those first that are paired first.
    [[nodiscard]] virtual std::vector<int> order() const = 0;
    void on_join() override { last_opponent_.push_back(-1); }
    [[nodiscard]] std::optional<Time> end_time() const override { return ends_; }

   private:
    void on_start(Time now) override { ends_ = now + settings().length; }
    void on_game_started(int first, int second) override;

    std::optional<Time> ends_;
    std::vector<int> last_opponent_;  // by player; -1: none
};

}  // namespace kibitz::arena
