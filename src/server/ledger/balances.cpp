#include "ledger/balances.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <ranges>

namespace kibitz::ledger {

namespace {

Done check(const Move& move) {
    if (move.amount <= 0) return std::unexpected(LedgerError::bad_amount);
    if (move.from == move.to) return std::unexpected(LedgerError::same_account);
    for (const Account* account : {&move.from, &move.to})
        if (account->kind() == Account::Kind::issuer && !account->is_issuer_of(move.token))
            return std::unexpected(LedgerError::wrong_issuer);
    return {};
}

// False where the sum does not fit; it is then what it was.
bool add(Amount& sum, Amount amount) {
    Amount added = 0;
    if (__builtin_add_overflow(sum, amount, &added)) return false;
    sum = added;
    return true;
}

}  // namespace

bool is_token_name(std::string_view name) {
    constexpr char first_printable = ' ', erase = 0x7f;
    return !name.empty() && name.size() <= longest_token && std::ranges::none_of(name, [](char c) {
        return (c >= 0 && c < first_printable) || c == erase || c == ':';
    });
}

std::string Account::text() const {
    static constexpr std::array kind_names{"player", "escrow", "issuer"};
    return std::string(kind_names[static_cast<std::size_t>(kind_)]) + ":" +
           (kind_ == Kind::issuer ? issued_ : std::to_string(number_));
}

// The moves are made first and looked at then, all together: an amount may pass through an account.
Done Balances::post(std::span<const Move> moves) {
    if (moves.empty()) return std::unexpected(LedgerError::no_moves);
    for (const Move& move : moves)
        if (const auto checked = check(move); !checked) return checked;
    std::size_t done = 0;
    Done result;
    if (!make(moves, done))
        result = std::unexpected(LedgerError::bad_amount);
    else
        result = check_after(moves);
    if (!result) take_back(moves.first(done));
    drop_empty(moves);
    return result;
}

bool Balances::make(std::span<const Move> moves, std::size_t& done) {
    for (const Move& move : moves) {
        Holders& holders = holders_[move.token];
        Amount& from = holders[move.from];
        if (!add(from, -move.amount)) return false;
        if (!add(holders[move.to], move.amount)) {
            from += move.amount;
            return false;
        }
        ++done;
    }
    return true;
}

void Balances::take_back(std::span<const Move> moves) {
    for (const Move& move : moves | std::views::reverse) {
        Holders& holders = holders_[move.token];
        holders[move.to] -= move.amount;
        holders[move.from] += move.amount;
    }
}

Done Balances::check_after(std::span<const Move> moves) const {
    Done result;
    for (const Move& move : moves) {
        const Holders& holders = holders_.at(move.token);
        for (const Account* account : {&move.from, &move.to}) {
            const Amount amount = holders.at(*account);
            // An issuer's balance can be turned into a supply.
            if (amount == std::numeric_limits<Amount>::min())
                return std::unexpected(LedgerError::bad_amount);
            if (amount < 0 && account->kind() != Account::Kind::issuer)
                result = std::unexpected(LedgerError::not_enough);
        }
    }
    return result;
}

void Balances::drop_empty(std::span<const Move> moves) {
    for (const Move& move : moves) {
        const auto found = holders_.find(move.token);
        if (found == holders_.end()) continue;
        Holders& holders = found->second;
        for (const Account* account : {&move.from, &move.to})
            if (const auto holder = holders.find(*account);
                holder != holders.end() && holder->second == 0)
                holders.erase(holder);
        if (holders.empty()) holders_.erase(found);
    }
}

Amount Balances::of(const AnyToken& token, const Account& account) const {
    const auto holders = holders_.find(token);
    if (holders == holders_.end()) return 0;
    const auto found = holders->second.find(account);
    return found == holders->second.end() ? 0 : found->second;
}

Amount Balances::supply(const AnyToken& token) const { return -of(token, Account::issuer(token)); }

std::optional<Account> Balances::holder(const AnyToken& token) const {
    const auto found = holders_.find(token);
    if (found == holders_.end()) return std::nullopt;
    for (const auto& [account, amount] : found->second)
        if (amount > 0) return account;
    return std::nullopt;
}

bool Balances::is_sound() const {
    return std::ranges::all_of(holders_, [](const auto& entry) {
        Amount sum = 0;
        for (const auto& [account, amount] : entry.second) {
            if (amount < 0 && account.kind() != Account::Kind::issuer) return false;
            if (!add(sum, amount)) return false;
        }
        return sum == 0 && !entry.second.empty();
    });
}

}  // namespace kibitz::ledger
