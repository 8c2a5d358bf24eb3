// Ledger: purses, prize funds, vouchers, claims and an exchange, as one state machine that facts
// are applied to. It reads no clock; the same facts give the same ledger.
//
//     Ledger ledger;
//     if (const auto done = ledger.apply(ledger.next(fact, now)); !done) return code(done.error());
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "ledger/claims.hpp"
#include "ledger/exchange.hpp"
#include "ledger/funds.hpp"
#include "ledger/vouchers.hpp"

namespace kibitz::ledger {

class Ledger {
   public:
    // So long a player's reference is remembered.
    static constexpr Milliseconds references_kept = std::chrono::days(1);
    static constexpr std::size_t longest_reference = 64;  // bytes

    // The fact as the next one of this ledger.
    [[nodiscard]] Entry next(Fact fact, Time now, std::string reference = {},
                             std::string signature = {}) const {
        return {
            std::move(fact), {last_.number + 1}, std::move(reference), now, std::move(signature)};
    }
    // All that the fact leads to or, on an error, nothing.
    Done apply(const Entry& entry);

    // The number of the fact that has the reference; nothing if there is none. An error if it is
    // another fact.
    [[nodiscard]] std::expected<std::optional<Id>, LedgerError> find(std::string_view reference,
                                                                     const Fact& fact) const;

    [[nodiscard]] Id last() const { return last_; }
    [[nodiscard]] Time time() const { return time_; }
    [[nodiscard]] const Balances& balances() const { return balances_; }
    [[nodiscard]] const Funds& funds() const { return funds_; }
    [[nodiscard]] const Vouchers& vouchers() const { return vouchers_; }
    [[nodiscard]] const Claims& claims() const { return claims_; }
    [[nodiscard]] const Exchange& exchange() const { return exchange_; }
    [[nodiscard]] bool is_frozen(Player player) const { return frozen_.contains(player); }

    // That every token makes 0 together, that every escrow account holds what the open agreements
    // owe and nothing else, and that there are as many vouchers as were confirmed and not burned.
    // Takes time by all that there is.
    [[nodiscard]] bool is_sound() const;

    bool operator==(const Ledger&) const = default;

    template <class S>
    void serialise(S& s) {
        s(balances_, open_, funds_, vouchers_, claims_, exchange_, frozen_, references_,
          references_by_time_, last_, time_);
    }

   private:
    struct Reference {
        Id id{};
        std::uint64_t digest = 0;  // of the fact
        bool operator==(const Reference&) const = default;

        template <class S>
        void serialise(S& s) {
            s(id, digest);
        }
    };

    Done dispatch(const Context& context, const Fact& fact);
    Done apply(const Context& context, const Grant& fact) const;
    Done apply(const Context& context, const Freeze& fact);
    static Done apply(const Context& context, const BindKey& fact);
    static Done apply(const Context& context, const ReleaseKey& fact);
    template <World world>
    Done apply(const Context& context, const Transfer<world>& fact) const;
    void keep(const Entry& entry);

    Balances balances_;
    OpenCounts open_;
    Funds funds_;
    Vouchers vouchers_;
    Claims claims_;
    Exchange exchange_;
    std::set<Player> frozen_;
    std::map<std::string, Reference, std::less<>> references_;
    std::deque<std::pair<Time, std::string>> references_by_time_;
    Id last_;
    Time time_{};
};

}  // namespace kibitz::ledger
