// Vouchers: each stands for something that a trustee has promised. They are made when the trustee
// confirms that it has been deposited with them, and burned when it has been handed over.
#pragma once

#include <map>
#include <string>

#include "ledger/context.hpp"

namespace kibitz::ledger {

// A kind of voucher.
struct Promise {
    Player trustee{};
    std::string asset{}, terms{};
    Amount confirmed = 0, burned = 0;
    // Redemptions that the trustee has let pass. Everybody sees it.
    std::int64_t late = 0;
    bool operator==(const Promise&) const = default;

    template <class S>
    void serialise(S& s) {
        s(trustee, asset, terms, confirmed, burned, late);
    }
};

struct PendingDeposit {
    Voucher token{};
    Player depositor{};
    Amount amount = 0;
    Time due{};  // from then on anybody may void it
    bool operator==(const PendingDeposit&) const = default;

    template <class S>
    void serialise(S& s) {
        s(token, depositor, amount, due);
    }
};

struct Redemption {
    enum class Stage : std::uint8_t {
        asked,        // the trustee has to hand it over
        handed_over,  // the holder has to say that they have received it, or dispute it
        disputed,     // the operator decides, unless one of the two gives in
    };
    Voucher token{};
    Player holder{};
    Amount amount = 0;
    Stage stage = Stage::asked;
    Time due{};  // from then on anybody may settle it
    bool operator==(const Redemption&) const = default;

    template <class S>
    void serialise(S& s) {
        s(token, holder, amount, stage, due);
    }
};

class Vouchers {
   public:
    static constexpr Milliseconds patience = std::chrono::days(7);
    static constexpr std::size_t longest_text = 500;  // bytes, of an asset or of terms
    static constexpr std::size_t most_promises = 1'000;

    Done apply(const Context& context, const CreateVoucher& fact);
    Done apply(const Context& context, const Deposit& fact);
    Done apply(const Context& context, const Act<Step::confirm_deposit>& fact);
    Done apply(const Context& context, const Act<Step::void_deposit>& fact);
    Done apply(const Context& context, const Redeem& fact);
    Done apply(const Context& context, const Act<Step::hand_over>& fact);
    Done apply(const Context& context, const Act<Step::receive>& fact);
    Done apply(const Context& context, const Act<Step::dispute>& fact);
    Done apply(const Context& context, const Act<Step::give_back>& fact);
    Done apply(const Context& context, const Act<Step::settle_redemption>& fact);
    Done apply(const Context& context, const DecideDispute& fact);

    [[nodiscard]] const std::map<Voucher, Promise>& promises() const { return promises_; }
    [[nodiscard]] const std::map<Id, PendingDeposit>& deposits() const { return deposits_; }
    [[nodiscard]] const std::map<Id, Redemption>& redemptions() const { return redemptions_; }
    void add_owed(Owed& owed) const;
    // That there are as many of each kind as were confirmed and not burned.
    [[nodiscard]] bool is_sound(const Balances& balances) const;
    bool operator==(const Vouchers&) const = default;

    template <class S>
    void serialise(S& s) {
        s(promises_, deposits_, redemptions_);
    }

   private:
    using Open = std::map<Id, Redemption>::iterator;
    enum class Role : std::uint8_t { holder, trustee };
    // The redemption, if the player has that role in it.
    std::expected<Open, LedgerError> redemption(Id id, Player by, Role role);
    Done burn(const Context& context, Open redemption);
    Done give_back(const Context& context, Open redemption);

    std::map<Voucher, Promise> promises_;
    std::map<Id, PendingDeposit> deposits_;
    std::map<Id, Redemption> redemptions_;
};

}  // namespace kibitz::ledger
