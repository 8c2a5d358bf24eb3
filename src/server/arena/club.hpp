// Club: who may come in. Whether anybody may register a name or only those with an invitation, who
// the moderators are, which networks are kept out, and links by which somebody who lost their
// browser signs in again. All of it is facts of a stream of its own.
//
// Codes are random and only their hashes are kept. What has an expiry is forgotten at the first
// change after it; until then it does not count any more.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/fields.hpp"
#include "arena/network.hpp"
#include "arena/replay_error.hpp"
#include "arena/secrets.hpp"
#include "arena/time.hpp"

namespace kibitz::arena {

class Serialiser;

enum class Registration : std::uint8_t { open, invited, closed };
const char* to_string(Registration registration);
std::optional<Registration> registration_named(std::string_view name);

struct Invitation {
    std::string code_hash{};
    std::int64_t uses = 1;  // that are left
    Time expires{};
    std::string by{};  // the moderator; empty: the operator
    std::string note{};

    void serialise(Serialiser& s);
    bool operator==(const Invitation&) const = default;
};

// A network that is kept out, or whose people may register no names.
struct Barrier {
    bool is_for_names_only = false;
    Time expires{};
    std::string by{};  // the moderator; empty: the operator

    void serialise(Serialiser& s);
    bool operator==(const Barrier&) const = default;
};

struct SignInLink {
    std::string player{};
    Time expires{};

    void serialise(Serialiser& s);
    bool operator==(const SignInLink&) const = default;
};

class Club {
   public:
    static constexpr const char* stream = "club";
    static constexpr std::size_t longest_note = 200;   // bytes
    static constexpr std::size_t most_of_each = 1000;  // invitations, networks, links
    static constexpr std::int64_t most_uses = 10'000;
    static constexpr std::int64_t most_hours = 24L * 366;
    static constexpr std::chrono::hours link_lasts{24};
    // A moderator keeps out no wider network than this many bits: by mistake it would be a country.
    static constexpr int most_free_bits_v4 = 8, most_free_bits_v6 = 80;

    template <class Value>
    using Expected = std::expected<Value, Refusal>;
    using Done = Expected<void>;
    // Who changes something at what time. An empty name is the operator.
    struct Change {
        std::string by;
        Time now;
        Effects& effects;
    };

    // --- Registration ---

    [[nodiscard]] Registration registration() const { return registration_; }
    void set_registration(Registration registration, const Change& change);
    struct NewInvitation {
        std::int64_t uses = 1, hours = 24L * 7;
        std::string note{};
    };
    // The code, which is shown this once.
    Expected<std::string> invite(const NewInvitation& wanted, Secrets& secrets,
                                 const Change& change);
    Done revoke_invitation(std::int64_t number, const Change& change);
    // Why somebody there cannot register a name with that code, which may be empty. A place within
    // this program is empty, and nothing is asked of it.
    [[nodiscard]] std::optional<Refusal> why_not_register(std::string_view origin,
                                                          std::string_view code,
                                                          const Secrets& secrets, Time now) const;
    // They have: an invitation has one use less.
    void registered(const std::string& name, std::string_view code, const Secrets& secrets,
                    const Change& change);
    [[nodiscard]] const std::map<std::int64_t, Invitation>& invitations() const {
        return invitations_;
    }

    // --- Moderators ---

    void set_moderator(const std::string& name, bool is_moderator, const Change& change);
    [[nodiscard]] bool is_moderator(std::string_view name) const {
        return moderators_.contains(name);
    }
    [[nodiscard]] const std::set<std::string, std::less<>>& moderators() const {
        return moderators_;
    }

    // --- Networks ---

    // The network as it is listed.
    Expected<Network> bar(std::string_view network, bool is_for_names_only, std::int64_t hours,
                          const Change& change);
    Done free(std::string_view network, const Change& change);
    [[nodiscard]] bool is_kept_out(std::string_view origin, Time now) const;
    [[nodiscard]] const std::map<std::string, Barrier, std::less<>>& barriers() const {
        return barriers_;
    }

    // --- Signing in again ---

    // The code of a link for that player, who is there and has a token. An earlier link is void.
    Expected<std::string> make_link(const std::string& player, Secrets& secrets,
                                    const Change& change);
    // Whom it signs in; this uses it up.
    std::optional<std::string> use_link(std::string_view code, const Secrets& secrets,
                                        const Change& change);

    // Somebody has another name, also one that says nothing.
    void rename(const std::string& name, const std::string& to, bool is_forgotten);
    Replayed replay(const LogEntry& entry);
    void serialise(Serialiser& s);
    // For moderators and the operator; without hashes.
    [[nodiscard]] Json shown(Time now) const;

   private:
    void record(Json fact, const Change& change);
    // False if it is no possible fact.
    bool apply(const Json& fact);
    bool apply_invitation(std::string_view type, const Json& fact);
    bool apply_network(std::string_view type, const Json& fact);
    bool apply_link(std::string_view type, const Json& fact);
    void forget_outdated(Time now);
    [[nodiscard]] std::optional<std::int64_t> invitation_of(std::string_view code,
                                                            const Secrets& secrets, Time now) const;
    [[nodiscard]] const Barrier* barrier_for(std::string_view origin, bool is_for_names_only,
                                             Time now) const;

    Registration registration_ = Registration::open;
    std::map<std::int64_t, Invitation> invitations_;  // by number
    std::int64_t last_invitation_ = 0;
    std::set<std::string, std::less<>> moderators_;
    std::map<std::string, Barrier, std::less<>> barriers_;  // by network
    std::map<std::string, SignInLink, std::less<>> links_;  // by the code's hash
    int entries_ = 0;
};

}  // namespace kibitz::arena
