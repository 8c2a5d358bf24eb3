#include "arena/accounts.hpp"

#include <utility>

#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::arena {

namespace {

// The two public keys in the text of one, without the proof after them, which may be another each
// time it is made (docs/letters.md#keys). Less than the last byte is left out.
std::string public_keys_in(std::string_view letter_key) {
    constexpr std::size_t whole_digits = 85;  // of six bits, in 64 bytes
    return std::string(letter_key.substr(0, whole_digits));
}

}  // namespace

std::optional<Refusal> Accounts::why_not_name(std::string_view name) const {
    if (name.empty()) return Refusal{ErrorCode::bad_name, "a name is needed"};
    if (name.size() > longest_name)
        return Refusal{ErrorCode::bad_name,
                       "names have at most " + std::to_string(longest_name) + " bytes"};
    if (auto refusal = why_unreadable(name)) return refusal;
    if (taken_.contains(without_case(name)))
        return Refusal{ErrorCode::name_taken, "that name is taken"};
    return std::nullopt;
}

std::optional<Refusal> Accounts::why_not_name_of_stranger(std::string_view name) const {
    if (auto refusal = why_not_name(name)) return refusal;
    if (auto refusal = why_deceptive(name)) return refusal;
    if (is_reserved(name))
        return Refusal{ErrorCode::name_reserved, "that name belongs to the server's operator"};
    for (const std::string& skeleton : skeletons(name))
        if (skeletons_.contains(skeleton))
            return Refusal{ErrorCode::name_taken, "a name that looks like this one is taken"};
    return std::nullopt;
}

LogEntry Accounts::add(const Account& account) {
    return record({{"type", "account"},
                   {"name", account.name},
                   {"owner", account.owner},
                   {"registered", to_epoch(account.registered)},
                   {"bot", account.is_bot},
                   {"classicGame", account.classic_game},
                   {"sealedPassHash", account.sealed_pass_hash},
                   {"tokenHash", account.token_hash}});
}

LogEntry Accounts::ban(const std::string& name, bool is_banned) {
    return record({{"type", "banned"}, {"name", name}, {"banned", is_banned}});
}

LogEntry Accounts::mute(const std::string& name, bool is_muted) {
    return record({{"type", "muted"}, {"name", name}, {"muted", is_muted}});
}

LogEntry Accounts::block(const std::string& name, const std::string& player, bool is_blocked) {
    return record(
        {{"type", "blocked"}, {"name", name}, {"player", player}, {"blocked", is_blocked}});
}

LogEntry Accounts::change_token(const std::string& name, const std::string& token_hash) {
    return record({{"type", "token"}, {"name", name}, {"tokenHash", token_hash}});
}

LogEntry Accounts::change_letter_key(const std::string& name, const std::string& key,
                                     const std::string& signature) {
    return record({{"type", "letterKey"}, {"name", name}, {"key", key}, {"signature", signature}});
}

std::string Accounts::letter_name_text(std::string_view name) {
    return "kibitz letter name 1\n" + std::string(name);
}

LogEntry Accounts::rename(const std::string& name, const std::string& to) {
    return record({{"type", "renamed"}, {"name", name}, {"to", to}});
}

// The numbers of entries make the names unique, unless somebody has taken one on purpose.
LogEntry Accounts::forget(const std::string& name) {
    std::string to;
    for (int number = entries_ + 1; to.empty() || why_not_name(to); ++number)
        to = "Deleted player " + std::to_string(number);
    return record({{"type", "forgotten"}, {"name", name}, {"to", to}});
}

// Live or out of the log, a fact does the same.
LogEntry Accounts::record(const Json& fact) {
    apply(fact);
    return {stream, ++entries_, fact};
}

Replayed Accounts::replay(const LogEntry& entry) {
    if (auto ordered = check_order(entry, entries_ + 1); !ordered) return ordered;
    if (!apply(entry.fact)) return damaged(entry, "it is no possible change of the accounts");
    ++entries_;
    return {};
}

bool Accounts::apply(const Json& fact) {
    const auto type = text_field(fact, "type");
    if (type == "account") return add(fact);
    const auto known = all_.find(text_field(fact, "name").value_or(""));
    if (!type || known == all_.end()) return false;
    if (type == "renamed") return rename(known->second, fact);
    if (type == "forgotten") return forget(known->second, fact);
    return change(known->second, *type, fact);
}

bool Accounts::change(Account& account, std::string_view type, const Json& fact) {
    const auto is_banned = truth_field(fact, "banned"), is_muted = truth_field(fact, "muted");
    const auto is_blocked = truth_field(fact, "blocked");
    const auto token_hash = text_field(fact, "tokenHash"), player = text_field(fact, "player");
    const auto letter_key = text_field(fact, "key"), signature = text_field(fact, "signature");
    if (type == "banned" && is_banned) {
        account.is_banned = *is_banned;
    } else if (type == "muted" && is_muted) {
        account.is_muted = *is_muted;
    } else if (type == "blocked" && is_blocked && player && all_.contains(*player)) {
        if (*is_blocked)
            account.blocked.insert(*player);
        else
            account.blocked.erase(*player);
    } else if (type == "token" && token_hash) {
        names_by_token_hash_.erase(account.token_hash);
        account.token_hash = *token_hash;
        if (!token_hash->empty()) names_by_token_hash_.emplace(*token_hash, account.name);
    } else if (type == "letterKey" && letter_key && signature) {
        set_letter_key(account, *letter_key, *signature);
    } else {
        return false;
    }
    return true;
}

bool Accounts::rename(const Account& account, const Json& fact) {
    const auto to = text_field(fact, "to");
    if (!to || to->empty() || all_.contains(*to) || renamed_.contains(*to)) return false;
    Account renamed = account;
    names_by_letter_key_.erase({public_keys_in(account.letter_key), account.name});
    renamed.name = *to;
    // It was signed with the old name.
    renamed.letter_key.clear();
    renamed.letter_signature.clear();
    renamed_.emplace(account.name, *to);
    names_by_token_hash_.erase(renamed.token_hash);
    for (auto& [other, blocker] : all_)
        if (blocker.blocked.erase(account.name) > 0) blocker.blocked.insert(*to);
    all_.erase(account.name);
    keep(renamed);
    return true;
}

bool Accounts::forget(const Account& account, const Json& fact) {
    if (account.is_forgotten || !rename(account, fact)) return false;
    for (auto& [other, blocker] : all_) blocker.blocked.erase(*text_field(fact, "to"));
    Account& left = all_.find(*text_field(fact, "to"))->second;
    names_by_token_hash_.erase(left.token_hash);
    left = {.name = left.name,
            .owner = "",
            .registered = left.registered,
            .is_bot = left.is_bot,
            .classic_game = left.classic_game,
            .is_forgotten = true};
    note_forgotten();
    return true;
}

void Accounts::note_forgotten() {
    Renames forgotten;
    for (const auto& [old, next] : renamed_)
        if (const std::string& now = name_now(renamed_, next); all_.find(now)->second.is_forgotten)
            forgotten.emplace(old, now);
    forgotten_ = std::make_shared<const Renames>(std::move(forgotten));
}

bool Accounts::add(const Json& fact) {
    const auto name = text_field(fact, "name"), owner = text_field(fact, "owner"),
               game = text_field(fact, "classicGame"),
               pass_hash = text_field(fact, "sealedPassHash"),
               token_hash = text_field(fact, "tokenHash");
    const auto registered = integer_field(fact, "registered");
    const auto bot = truth_field(fact, "bot");
    if (!name || !owner || !game || !pass_hash || !token_hash || !registered || !bot ||
        all_.contains(*name))
        return false;
    keep({*name, *owner, from_epoch(*registered), *bot, *game, *pass_hash, *token_hash});
    return true;
}

void Accounts::keep(const Account& account) {
    all_.emplace(account.name, account);
    taken_.insert(without_case(account.name));
    for (std::string& skeleton : skeletons(account.name)) skeletons_.insert(std::move(skeleton));
    if (!account.token_hash.empty()) names_by_token_hash_.emplace(account.token_hash, account.name);
}

void Accounts::set_letter_key(Account& account, std::string_view key, std::string_view signature) {
    names_by_letter_key_.erase({public_keys_in(account.letter_key), account.name});
    account.letter_key = key;
    account.letter_signature = signature;
    if (!key.empty()) names_by_letter_key_.emplace(public_keys_in(key), account.name);
}

void Account::serialise(Serialiser& s) {
    auto& [its_name, its_owner, time, bot, game, pass_hash, token, banned, muted, is_gone, blocks,
           key, signature] = *this;
    s(its_name, its_owner, time, bot, game, pass_hash, token, banned, muted, is_gone, blocks, key,
      signature);
}

void Accounts::serialise(Serialiser& s) {
    auto& [all, names_by_token_hash, names_by_letter_key, renamed, forgotten, taken, skeletons,
           entries] = *this;
    s(all, names_by_token_hash, renamed, taken, skeletons, entries);
    if (!s.is_reading()) return;
    for (const auto& [old, next] : renamed)
        if (!all.contains(name_now(renamed, next))) return s.fail();
    for (const auto& [name, account] : all)
        if (!account.letter_key.empty())
            names_by_letter_key.emplace(public_keys_in(account.letter_key), name);
    note_forgotten();
}

const Account* Accounts::find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? nullptr : &found->second;
}

bool Accounts::has_blocked(std::string_view name, std::string_view player) const {
    const Account* account = find(name);
    return account && account->blocked.contains(player);
}

const Account* Accounts::find_by_token_hash(std::string_view hash) const {
    // The time that this takes may reveal something of the hash, which reveals nothing of the
    // token.
    const auto found = names_by_token_hash_.find(hash);
    return found == names_by_token_hash_.end() ? nullptr : find(found->second);
}

std::vector<const Account*> Accounts::find_by_letter_key(std::string_view key) const {
    std::vector<const Account*> found;
    const std::string public_keys = public_keys_in(key);
    for (auto at = names_by_letter_key_.lower_bound({public_keys, ""});
         at != names_by_letter_key_.end() && at->first == public_keys; ++at)
        found.push_back(find(at->second));
    return found;
}

}  // namespace kibitz::arena
