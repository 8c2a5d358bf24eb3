#include "ledger/balances.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace kibitz::ledger {

namespace {

bool is_issuer_of(const Account& account, const AnyToken& token) {
    return account.kind() == Account::Kind::issuer && account.name() == token.name();
}

Done check(const Move& move) {
    if (move.amount <= 0) return std::unexpected(LedgerError::bad_amount);
    if (move.from == move.to) return std::unexpected(LedgerError::same_account);
    for (const Account* account : {&move.from, &move.to})
        if (account->kind() == Account::Kind::issuer && !is_issuer_of(*account, move.token))
            return std::unexpected(LedgerError::wrong_issuer);
    return {};
}

// Nothing where the sum does not fit.
bool add(Amount& sum, Amount amount) { return !__builtin_add_overflow(sum, amount, &sum); }

}  // namespace

bool is_token_name(std::string_view name) {
    constexpr char first_printable = ' ', erase = 0x7f;
    return !name.empty() && name.size() <= longest_token && std::ranges::none_of(name, [](char c) {
        return (c >= 0 && c < first_printable) || c == erase || c == ':';
    });
}

std::string Account::text() const {
    static constexpr std::array kind_names{"player", "escrow", "issuer"};
    return std::string(kind_names[static_cast<std::size_t>(kind_)]) + ":" + name_;
}

Done Balances::post(std::span<const Move> moves) {
    if (moves.empty()) return std::unexpected(LedgerError::no_moves);
    // What the transaction changes, all moves together: an amount may pass through an account.
    std::map<Key, Amount> after;
    for (const Move& move : moves) {
        if (const auto checked = check(move); !checked) return checked;
        for (const auto& [account, amount] :
             {std::pair{&move.from, -move.amount}, std::pair{&move.to, move.amount}}) {
            const auto [place, is_new] = after.try_emplace(Key{move.token, *account}, 0);
            if (is_new) place->second = of(move.token, *account);
            if (!add(place->second, amount)) return std::unexpected(LedgerError::bad_amount);
        }
    }
    for (const auto& [key, amount] : after) {
        // An issuer's balance can be turned into a supply.
        if (amount == std::numeric_limits<Amount>::min())
            return std::unexpected(LedgerError::bad_amount);
        if (amount < 0 && key.second.kind() != Account::Kind::issuer)
            return std::unexpected(LedgerError::not_enough);
    }
    for (const auto& [key, amount] : after) {
        if (amount == 0)
            amounts_.erase(key);
        else
            amounts_[key] = amount;
    }
    return {};
}

Amount Balances::of(const AnyToken& token, const Account& account) const {
    const auto found = amounts_.find({token, account});
    return found == amounts_.end() ? 0 : found->second;
}

Amount Balances::supply(const AnyToken& token) const { return -of(token, Account::issuer(token)); }

std::optional<Account> Balances::holder(const AnyToken& token) const {
    for (auto entry = amounts_.lower_bound({token, Account()});
         entry != amounts_.end() && entry->first.first == token; ++entry)
        if (entry->second > 0) return entry->first.second;
    return std::nullopt;
}

bool Balances::is_sound() const {
    std::map<AnyToken, Amount> sums;
    for (const auto& [key, amount] : amounts_) {
        if (amount < 0 && key.second.kind() != Account::Kind::issuer) return false;
        if (!add(sums[key.first], amount)) return false;
    }
    return std::ranges::all_of(sums, [](const auto& sum) { return sum.second == 0; });
}

}  // namespace kibitz::ledger
