// Accounts: who may play, under which name, and how that is proved.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/renames.hpp"
#include "arena/replay_error.hpp"
#include "arena/time.hpp"

namespace kibitz::arena {

class Serialiser;

struct Account {
    std::string name;  // unique over everything
    std::string owner;
    Time registered{};
    bool is_bot = false;
    // A bot of the battlebot protocol has these: the one game it plays, and its pass hash, sealed.
    // Its login needs that back; so the key to it is kept elsewhere.
    std::string classic_game{};
    std::string sealed_pass_hash{};
    // All others have the hash of the token that proves who they are. The token is random, so that
    // a plain hash is as good as a slow one.
    std::string token_hash{};
    bool is_banned = false;
    bool is_muted = false;  // may play, but not chat
    // Their personal data is gone; the name is one that was given to what is left.
    bool is_forgotten = false;
    // The players with whom this one wants nothing to do.
    std::set<std::string, std::less<>> blocked{};
    // The public key by which letters to this player are sealed, and its owner's signature that
    // they go by this name (letter_name_text()). Both are empty if the player has not said any.
    std::string letter_key{}, letter_signature{};

    void serialise(Serialiser& s);
    bool operator==(const Account&) const = default;
};

class Accounts {
   public:
    static constexpr std::size_t longest_name = 64;    // bytes
    static constexpr std::size_t longest_owner = 128;  // bytes
    static constexpr std::size_t most_blocked = 500;   // by one player
    static constexpr const char* stream = "accounts";

    // Nothing if the name can be taken. Names that differ in small and capital letters only are too
    // much alike.
    [[nodiscard]] std::optional<Refusal> why_not_name(std::string_view name) const;
    // The same for a name that somebody registers over the network: one that looks like another, or
    // like the server's, is refused, too.
    [[nodiscard]] std::optional<Refusal> why_not_name_of_stranger(std::string_view name) const;
    // The entries that these return are for the log. The name can be taken.
    LogEntry add(const Account& account);
    // The account must be there.
    LogEntry ban(const std::string& name, bool is_banned);
    LogEntry mute(const std::string& name, bool is_muted);
    // Both are there.
    LogEntry block(const std::string& name, const std::string& player, bool is_blocked);
    // Empty texts: there is no key any more.
    LogEntry change_letter_key(const std::string& name, const std::string& key,
                               const std::string& signature);
    // The owner of the key signs this.
    static std::string letter_name_text(std::string_view name);
    // The hash of its new token; empty: it has none any more, and nobody can log in by it.
    LogEntry change_token(const std::string& name, const std::string& token_hash);
    // The name can be taken; the old one stays taken.
    LogEntry rename(const std::string& name, const std::string& to);
    [[nodiscard]] const Renames& renames() const { return renamed_; }
    // Replaces the name by one that says nothing, for good, and drops everything else that is known
    // of the person. Their games and results stay, under the new name.
    LogEntry forget(const std::string& name);
    // What is shown in place of each name that such a person ever had. Does not change: after the
    // next one there is another.
    [[nodiscard]] const std::shared_ptr<const Renames>& forgotten() const { return forgotten_; }
    Replayed replay(const LogEntry& entry);
    void serialise(Serialiser& s);

    [[nodiscard]] const Account* find(std::string_view name) const;
    // Whether the first has blocked the second.
    [[nodiscard]] bool has_blocked(std::string_view name, std::string_view player) const;
    // Finds an account by the hash of its token.
    [[nodiscard]] const Account* find_by_token_hash(std::string_view hash) const;
    // Who has said that letters to them are sealed by this public key, in the order of their names:
    // somebody may have a name of their own and one for a bot.
    [[nodiscard]] std::vector<const Account*> find_by_letter_key(std::string_view key) const;
    // They are in the order of their names.
    [[nodiscard]] const std::map<std::string, Account, std::less<>>& all() const { return all_; }

   private:
    LogEntry record(const nlohmann::json& fact);
    bool apply(const nlohmann::json& fact);
    // The account must be there.
    bool change(Account& account, std::string_view type, const nlohmann::json& fact);
    bool rename(const Account& account, const nlohmann::json& fact);
    bool forget(const Account& account, const nlohmann::json& fact);
    void note_forgotten();
    bool add(const nlohmann::json& fact);
    void keep(const Account& account);
    void set_letter_key(Account& account, std::string_view key, std::string_view signature);

    std::map<std::string, Account, std::less<>> all_;
    std::map<std::string, std::string, std::less<>> names_by_token_hash_;
    std::set<std::pair<std::string, std::string>> names_by_letter_key_;  // with their names
    Renames renamed_;
    std::shared_ptr<const Renames> forgotten_ = std::make_shared<const Renames>();
    // Also by those who have another name now.
    std::set<std::u32string> taken_;  // without case
    std::set<std::string> skeletons_;
    int entries_ = 0;
};

}  // namespace kibitz::arena
