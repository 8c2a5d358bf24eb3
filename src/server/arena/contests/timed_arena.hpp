// The timed arena: neighbours in the table play each other.
#pragma once

#include "arena/contests/timed_contest.hpp"

namespace kibitz::arena {

class TimedArena final : public TimedContest {
   public:
    using TimedContest::TimedContest;

   private:
    [[nodiscard]] std::vector<int> order() const override {
        std::vector<int> players;
        for (const auto& row : table()) players.push_back(row.player);
        return players;
    }
};

}  // namespace kibitz::arena
