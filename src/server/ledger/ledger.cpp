#include "ledger/ledger.hpp"

#include <algorithm>
#include <type_traits>

#include "ledger/line.hpp"

namespace kibitz::ledger {

namespace {

// Who does it, of facts that have somebody.
std::optional<Player> actor_of(const Fact& fact) {
    return std::visit(
        [](const auto& what) -> std::optional<Player> {
            if constexpr (requires { what.by; }) return what.by;
            return std::nullopt;
        },
        fact);
}

// FNV-1a: to tell whether a request is the same again, not to hide anything.
std::uint64_t digest_of(const Fact& fact) {
    constexpr std::uint64_t prime = 0x100000001B3, basis = 0xCBF29CE484222325;
    std::uint64_t digest = basis;
    for (const char c : to_text(fact)) digest = (digest ^ static_cast<unsigned char>(c)) * prime;
    return digest;
}

bool is_reference(std::string_view text) {
    constexpr char first_printable = ' ';
    return text.size() <= Ledger::longest_reference &&
           std::ranges::none_of(text, [](char c) { return c >= 0 && c < first_printable; });
}

}  // namespace

std::optional<Player> asked_by(const Fact& fact) {
    if (std::holds_alternative<EnterFund>(fact) || std::holds_alternative<LeaveFund>(fact))
        return std::nullopt;
    return actor_of(fact);
}

Done Ledger::apply(const Entry& entry) {
    if (entry.number.number != last_.number + 1 || entry.time < time_)
        return refused(LedgerError::bad_number);
    if (!is_reference(entry.reference)) return refused(LedgerError::bad_token);
    // One that is too old to be remembered may come again.
    const auto known = references_.find(entry.reference);
    if (known != references_.end() && !entry.reference.empty()) {
        const auto at = std::ranges::find(references_by_time_, entry.reference,
                                          &std::pair<Time, std::string>::second);
        if (entry.time < at->first + references_kept) return refused(LedgerError::id_reused);
    }
    if (const auto actor = actor_of(entry.fact); actor && is_frozen(*actor))
        return refused(LedgerError::frozen);
    const Context context{balances_, open_, entry.time, entry.number};
    if (const auto done = dispatch(context, entry.fact); !done) return done;
    keep(entry);
    return {};
}

void Ledger::keep(const Entry& entry) {
    last_ = entry.number;
    time_ = entry.time;
    while (!references_by_time_.empty() &&
           entry.time >= references_by_time_.front().first + references_kept) {
        references_.erase(references_by_time_.front().second);
        references_by_time_.pop_front();
    }
    if (entry.reference.empty()) return;
    references_.emplace(entry.reference, Reference{entry.number, digest_of(entry.fact)});
    references_by_time_.emplace_back(entry.time, entry.reference);
}

std::expected<std::optional<Id>, LedgerError> Ledger::find(std::string_view reference,
                                                           const Fact& fact) const {
    const auto found = references_.find(reference);
    if (found == references_.end()) return std::nullopt;
    if (found->second.digest != digest_of(fact)) return refused(LedgerError::id_reused);
    return found->second.id;
}

Done Ledger::apply(const Context& context, const Grant& fact) const {
    const AnyToken token(points());
    const Move move{token, Account::issuer(token), Account::player(fact.to), fact.amount};
    return context.post({&move, 1});
}

Done Ledger::apply(const Context&, const Freeze& fact) {
    if (is_frozen(fact.player) == fact.is_frozen) return refused(LedgerError::not_possible);
    if (fact.is_frozen)
        frozen_.insert(fact.player);
    else
        frozen_.erase(fact.player);
    return {};
}

// What these mean is for the signers to know (signers.hpp); nothing moves.
Done Ledger::apply(const Context&, const BindKey&) { return {}; }
Done Ledger::apply(const Context&, const ReleaseKey&) { return {}; }

template <World world>
Done Ledger::apply(const Context& context, const Transfer<world>& fact) const {
    if (const auto* claim = std::get_if<Claim<world>>(&fact.what))
        if (const auto may = claims_.may_hold(*claim, fact.to); !may) return may;
    const Move move = move_of(fact.what, Account::player(fact.by), Account::player(fact.to));
    return context.post({&move, 1});
}

// Each fact goes to the part of the ledger that knows it.
Done Ledger::dispatch(const Context& context, const Fact& fact) {
    return std::visit(
        [&](const auto& what) -> Done {
            if constexpr (requires { funds_.apply(context, what); })
                return funds_.apply(context, what);
            else if constexpr (requires { vouchers_.apply(context, what); })
                return vouchers_.apply(context, what);
            else if constexpr (requires { claims_.apply(context, what); })
                return claims_.apply(context, what);
            else if constexpr (requires { exchange_.apply(context, what); })
                return exchange_.apply(context, what);
            else if constexpr (requires { exchange_.apply(context, what, claims_); })
                return exchange_.apply(context, what, claims_);
            else
                return apply(context, what);
        },
        fact);
}

bool Ledger::is_sound() const {
    Owed owed;
    funds_.add_owed(owed);
    vouchers_.add_owed(owed);
    claims_.add_owed(owed);
    exchange_.add_owed(owed);
    std::size_t held = 0;
    for (const auto& [token, holders] : balances_.all())
        for (const auto& [account, amount] : holders) {
            if (account.kind() != Account::Kind::escrow) continue;
            ++held;
            const auto found = owed.find({token, account});
            if (found == owed.end() || found->second != amount) return false;
        }
    return held == owed.size() && balances_.is_sound() && vouchers_.is_sound(balances_) &&
           exchange_.is_sound();
}

}  // namespace kibitz::ledger
