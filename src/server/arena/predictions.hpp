// Predictions: what contests and claims on results have to do with each other. Players stake points
// on who wins a contest, from its beginning to its end. Who takes part in it, or organises it, may
// not (docs/ledger.md).
#pragma once

#include "arena/contests/contests.hpp"
#include "arena/purses.hpp"

namespace kibitz::arena {

class Predictions {
   public:
    Predictions(const Contests& contests, Purses& purses) : contests_(contests), purses_(purses) {}

    // After anything has happened in contests: opens those that have begun for predictions, where
    // they are on, and records the results of those that are over, in any case.
    void follow(Time now, Effects& effects);

   private:
    void open(const Contest& contest, Time now, Effects& effects);
    void record_results(Time now, Effects& effects);

    const Contests& contests_;
    Purses& purses_;
};

}  // namespace kibitz::arena
