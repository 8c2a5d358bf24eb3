// The balances of all accounts. They change by transactions alone: lists of moves that happen all
// together or not at all.
//
// For each token the balances of all accounts are 0 together: what an issuer has given out is its
// negative balance, and no supply is stored beside that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ledger/account.hpp"
#include "ledger/error.hpp"
#include "ledger/token.hpp"

namespace kibitz::ledger {

struct Move {
    AnyToken token;
    Account from, to;
    Amount amount = 0;  // more than 0

    bool operator==(const Move&) const = default;
};

class Balances {
   public:
    // It makes all of them or, on an error, none.
    Done post(std::span<const Move> moves);

    [[nodiscard]] Amount of(const AnyToken& token, const Account& account) const;
    // What is held by all but the issuer.
    [[nodiscard]] Amount supply(const AnyToken& token) const;
    // Who has the only one of its kind; nothing if there is none.
    [[nodiscard]] std::optional<Account> holder(const AnyToken& token) const;

    using Key = std::pair<AnyToken, Account>;
    // Those that are not 0. No token is without any.
    using Holders = std::map<Account, Amount>;
    [[nodiscard]] const std::map<AnyToken, Holders>& all() const { return holders_; }

    // That each token's balances are 0 together and only issuers are below zero. Tests use it, and
    // those who verify a ledger of somebody else.
    [[nodiscard]] bool is_sound() const;

    bool operator==(const Balances&) const = default;

    template <class S>
    void serialise(S& s) {
        s(holders_);
    }

   private:
    // Some of the moves, the first ones; back if they are not to happen after all. False if a
    // balance does not fit, which nothing is changed by; `done` counts the moves.
    bool make(std::span<const Move> moves, std::size_t& done);
    void take_back(std::span<const Move> moves);
    [[nodiscard]] Done check_after(std::span<const Move> moves) const;
    void drop_empty(std::span<const Move> moves);

    std::map<AnyToken, Holders> holders_;
};

}  // namespace kibitz::ledger
