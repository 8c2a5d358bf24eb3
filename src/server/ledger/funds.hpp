// Prize funds: what a contest's organiser has put in and what its players have paid for entering
// lies in escrow from before the first round until the contest's result pays it out.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "ledger/context.hpp"

namespace kibitz::ledger {

struct PointsPrize {
    Amount amount = 0, entry = 0;

    template <class S>
    void serialise(S& s) {
        s(amount, entry);
    }
    bool operator==(const PointsPrize&) const = default;
};
struct VoucherPrize {
    Stake<World::backed> prize{};

    template <class S>
    void serialise(S& s) {
        s(prize.amount, prize.token);
    }
    bool operator==(const VoucherPrize&) const = default;
};

struct Fund {
    std::string contest{};
    std::optional<Player> organiser{};  // none: the operator
    std::variant<PointsPrize, VoucherPrize> prize{};
    Split split{};
    bool is_locked = false;
    std::set<Player> entered{};

    // All that lies in it.
    [[nodiscard]] Amount pot() const;
    [[nodiscard]] Amount entry() const;
    [[nodiscard]] AnyToken token() const;
    bool operator==(const Fund&) const = default;

    template <class S>
    void serialise(S& s) {
        s(contest, organiser, prize, split, is_locked, entered);
    }
};

// How a pot is shared out, by place in the standings. It is shared out whole: what rounding leaves
// and what places without a player would get goes to the first place; players of the same rank
// share what their places get, and what that leaves goes to the first of them.
std::vector<Amount> shares(Amount pot, std::span<const Amount> split,
                           std::span<const Placed> standings);

class Funds {
   public:
    static constexpr std::size_t most_places = 20;
    static constexpr std::size_t longest_contest = 64;  // bytes

    Done apply(const Context& context, const OpenPointsFund& fact);
    Done apply(const Context& context, const OpenVoucherFund& fact);
    Done apply(const Context& context, const EnterFund& fact);
    Done apply(const Context& context, const LeaveFund& fact);
    Done apply(const Context& context, const LockFund& fact);
    Done apply(const Context& context, const PayFund& fact);
    Done apply(const Context& context, const RefundFund& fact);

    [[nodiscard]] const std::map<Id, Fund>& open() const { return open_; }
    // The fund of a contest; null if there is none.
    [[nodiscard]] const Fund* find(std::string_view contest) const;
    [[nodiscard]] std::optional<Id> id_of(std::string_view contest) const;
    void add_owed(Owed& owed) const;
    bool operator==(const Funds&) const = default;

    template <class S>
    void serialise(S& s) {
        s(open_);
    }

   private:
    Done open(const Context& context, Fund fund);
    void close(const Context& context, std::map<Id, Fund>::iterator fund);

    std::map<Id, Fund> open_;
};

}  // namespace kibitz::ledger
