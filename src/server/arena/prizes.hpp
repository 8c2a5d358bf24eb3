// Prizes of contests: what contests and purses have to do with each other. A fund is filled before
// the first round, and paid out by the contest's own result.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arena/contests/contests.hpp"
#include "arena/purses.hpp"

namespace kibitz::arena {

struct Prize {
    std::string token = "points";
    std::int64_t amount = 0;
    std::int64_t entry = 0;  // points that everybody pays who joins
    ledger::Split split{100};

    bool operator==(const Prize&) const = default;
};

// As a client writes it; an error for people if it is none.
std::expected<Prize, std::string> prize_of(const Json& json);

class Prizes {
   public:
    Prizes(Contests& contests, Purses& purses) : contests_(contests), purses_(purses) {}

    using Done = std::expected<void, Refusal>;
    // It is made with its fund, or neither is. What the operator offers is out of nobody's purse.
    Done create(const ContestSettings& settings, const std::optional<Prize>& prize, Time now,
                Effects& effects);
    // Pays the entry fee. Once a contest with a prize has begun, nobody joins it any more.
    Done join(const std::string& contest, const std::string& player, Time now, Effects& effects);
    // After anything has happened in contests: gives entry fees back, closes funds of contests that
    // begin, pays out those that are over.
    void follow(Time now, Effects& effects);

   private:
    [[nodiscard]] std::expected<ledger::Fact, Refusal> fund_of(const ContestSettings& settings,
                                                               const Prize& prize,
                                                               Effects& effects);
    void follow(ledger::Id id, const ledger::Fund& fund, Time now, Effects& effects);
    void pay(ledger::Id id, const ledger::Fund& fund, const Contest* contest, Time now,
             Effects& effects);

    Contests& contests_;
    Purses& purses_;
};

}  // namespace kibitz::arena
