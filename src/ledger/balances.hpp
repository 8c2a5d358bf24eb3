// The balances of all accounts. They change by transactions alone: lists of moves that happen all
// together or not at all, each with an id that counts once.
//
// For each token the balances of all accounts are 0 together: what an issuer has given out is its
// negative balance, and no supply is stored beside that.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/account.hpp"
#include "ledger/token.hpp"

namespace kibitz::ledger {

using Amount = std::int64_t;

struct Move {
    AnyToken token;
    Account from, to;
    Amount amount = 0;  // more than 0

    bool operator==(const Move&) const = default;
};

struct Transaction {
    std::string id;
    std::vector<Move> moves;

    bool operator==(const Transaction&) const = default;
};

enum class LedgerError : std::uint8_t {
    bad_amount,    // 0, negative, or beyond 64 bits together
    not_enough,    // an account would be below zero
    same_account,  // from an account to itself
    wrong_issuer,  // the issuer of another token
    no_moves,
    id_reused,  // for another transaction
};
// As programs read it: "notEnough".
const char* code(LedgerError error);

class Balances {
   public:
    enum class Posted : std::uint8_t { now, before };

    // All of it or, on an error, nothing. The same transaction again changes nothing.
    std::expected<Posted, LedgerError> post(const Transaction& transaction);

    [[nodiscard]] Amount of(const AnyToken& token, const Account& account) const;
    // What is held by all but the issuer.
    [[nodiscard]] Amount supply(const AnyToken& token) const;
    [[nodiscard]] const std::map<std::string, Transaction, std::less<>>& posted() const {
        return posted_;
    }

    // That each token's balances are 0 together and only issuers are below zero. For tests and for
    // who verifies a ledger of somebody else.
    [[nodiscard]] bool is_sound() const;

    bool operator==(const Balances&) const = default;

   private:
    using Key = std::pair<AnyToken, Account>;

    std::map<Key, Amount> amounts_;  // those that are not 0
    std::map<std::string, Transaction, std::less<>> posted_;
};

}  // namespace kibitz::ledger
