// What every part of the ledger works with while a fact is applied.
#pragma once

#include <map>
#include <span>

#include "ledger/balances.hpp"
#include "ledger/facts.hpp"

namespace kibitz::ledger {

// How many agreements each player has under way.
class OpenCounts {
   public:
    static constexpr int most_of_player = 100;

    [[nodiscard]] bool has_too_many(Player player) const {
        const auto found = counts_.find(player);
        return found != counts_.end() && found->second >= most_of_player;
    }
    void opened(Player player) { ++counts_[player]; }
    void closed(Player player) {
        if (const auto found = counts_.find(player); found != counts_.end() && --found->second == 0)
            counts_.erase(found);
    }
    bool operator==(const OpenCounts&) const = default;

    template <class S>
    void serialise(S& s) {
        s(counts_);
    }

   private:
    std::map<Player, int> counts_;
};

struct Context {
    Balances& balances;
    OpenCounts& open;
    Time now;
    Id id;  // of the fact, and so of what it begins

    [[nodiscard]] Account escrow() const { return Account::escrow(id); }
    Done post(std::span<const Move> moves) const { return balances.post(moves); }
};

inline std::unexpected<LedgerError> refused(LedgerError error) { return std::unexpected(error); }

// What the escrow accounts have to hold, by what is under way.
using Owed = std::map<Balances::Key, Amount>;

inline void owe(Owed& owed, Id id, const AnyToken& token, Amount amount) {
    if (amount != 0) owed[{token, Account::escrow(id)}] += amount;
}

template <World world>
Move move_of(const Stake<world>& stake, const Account& from, const Account& to) {
    return {AnyToken(stake.token), from, to, stake.amount};
}

template <World world>
Move move_of(const Item<world>& item, const Account& from, const Account& to) {
    if (const auto* claim = std::get_if<Claim<world>>(&item))
        return {AnyToken(*claim), from, to, 1};
    return move_of(std::get<Stake<world>>(item), from, to);
}

}  // namespace kibitz::ledger
