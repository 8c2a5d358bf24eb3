// Swiss: in each round neighbours in the table play each other that have not met before.
#pragma once

#include "arena/contests/round_contest.hpp"

namespace kibitz::arena {

class Swiss final : public RoundContest {
   public:
    using RoundContest::RoundContest;

    [[nodiscard]] std::optional<Pairing> next_round() const override;
    void begin_round(const Pairing& pairing) override;
    void serialise(Serialiser& s) override;

   private:
    [[nodiscard]] std::vector<int> byes() const override;

    std::vector<int> earlier_byes_;
};

}  // namespace kibitz::arena
