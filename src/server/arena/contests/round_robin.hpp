// Round robin: everybody plays everybody, by Berger's tables.
#pragma once

#include "arena/contests/round_contest.hpp"

namespace kibitz::arena {

class RoundRobin final : public RoundContest {
   public:
    using RoundContest::RoundContest;

    [[nodiscard]] std::optional<Pairing> next_round() const override;

   private:
    [[nodiscard]] bool has_fixed_rounds() const override { return true; }
    [[nodiscard]] tournament::TieBreaks tie_breaks() const override {
        return tournament::TieBreaks::direct_first;
    }
};

}  // namespace kibitz::arena
