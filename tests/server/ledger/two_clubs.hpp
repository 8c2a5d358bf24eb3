// A ledger with a few players, for tests: facts are applied at a time that the test moves on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ledger/ledger.hpp"
#include "support/test.hpp"

namespace kibitz::ledger::test {

inline constexpr Player ann{1}, bob{2}, eve{3}, club{4};
inline const Voucher hour = *Voucher::named("coaching-hour@Club"),
                     book = *Voucher::named("book@Club");

// What a club and the operator have given out.
class TwoClubs {
   public:
    // The code of the refusal, or nothing.
    std::string apply(Fact fact) {
        Entry entry = ledger.next(std::move(fact), now);
        const Ledger before = ledger;
        const Done done = ledger.apply(entry);
        CHECK(ledger.is_sound());
        if (done)
            entries.push_back(std::move(entry));
        else
            CHECK(ledger == before);
        return done ? "" : code(done.error());
    }
    // The number of what it begins.
    Id begin(Fact fact) {
        CHECK(apply(std::move(fact)).empty());
        return ledger.last();
    }
    void grant(Player player, Amount amount) { CHECK(apply(Grant{amount, player}).empty()); }
    // Makes vouchers of the club, of a kind that there is.
    void issue(const Voucher& token, Player to, Amount amount) {
        const Id deposit = begin(Deposit{to, {amount, token}});
        CHECK(apply(Act<Step::confirm_deposit>{deposit, club}).empty());
    }
    void create_vouchers() {
        CHECK(apply(CreateVoucher{"an hour with a coach", "on Mondays", hour, club}).empty());
        CHECK(apply(CreateVoucher{"a book", "from the shelf", book, club}).empty());
    }
    [[nodiscard]] Amount points_of(Player player) const {
        return ledger.balances().of(AnyToken(points()), Account::player(player));
    }
    [[nodiscard]] Amount has(Player player, const Voucher& token) const {
        return ledger.balances().of(AnyToken(token), Account::player(player));
    }

    Ledger ledger;
    std::vector<Entry> entries;
    Time now = Time(Milliseconds(1'498'910'400'000));
};

}  // namespace kibitz::ledger::test
