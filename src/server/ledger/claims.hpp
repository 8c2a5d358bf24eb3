// Claims: agreements about later, with what both sides may owe in escrow from the beginning. The
// holder's side is a token of its own, which can be passed on.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "ledger/context.hpp"

namespace kibitz::ledger {

struct OptionTerms {
    OptionKind kind = OptionKind::call;
    Stake<World::backed> asset{}, price{};
    std::optional<Stake<World::backed>> premium{};
    Time expires{};
    bool operator==(const OptionTerms&) const = default;

    template <class S>
    void serialise(S& s) {
        s(kind, asset, price, premium, expires);
    }
};

struct ResultTerms {
    Id subject{};
    Player winner{};
    Amount writer_stake = 0, holder_stake = 0;
    bool operator==(const ResultTerms&) const = default;

    template <class S>
    void serialise(S& s) {
        s(subject, winner, writer_stake, holder_stake);
    }
};

struct OpenClaim {
    Player writer{};
    std::optional<Player> to{};
    bool is_accepted = false;
    std::variant<OptionTerms, ResultTerms> terms{};
    bool operator==(const OpenClaim&) const = default;

    template <class S>
    void serialise(S& s) {
        s(writer, to, is_accepted, terms);
    }
};

// What claims are about: a contest or a game.
struct Subject {
    std::string name{};
    std::set<Player> involved{};
    bool has_result = false;
    std::optional<Player> winner{};
    int claims = 0;  // open ones
    bool operator==(const Subject&) const = default;

    template <class S>
    void serialise(S& s) {
        s(name, involved, has_result, winner, claims);
    }
};

class Claims {
   public:
    static constexpr Milliseconds longest = std::chrono::days(366);
    static constexpr std::size_t longest_subject = 128;  // bytes
    static constexpr std::size_t most_involved = 1'000;

    Done apply(const Context& context, const OfferOption& fact);
    Done apply(const Context& context, const OfferResultClaim& fact);
    Done apply(const Context& context, const OpenSubject& fact);
    Done apply(const Context& context, const RecordResult& fact);
    Done apply(const Context& context, const Act<Step::withdraw_claim>& fact);
    Done apply(const Context& context, const Act<Step::accept_claim>& fact);
    // Both do what is due: a `must` and a claim on a result are settled the same way by either.
    Done apply(const Context& context, const Act<Step::exercise>& fact);
    Done apply(const Context& context, const Act<Step::expire>& fact);

    // Why the player cannot hold it.
    [[nodiscard]] Done may_hold(const Claim<World::play>& claim, Player player) const;
    [[nodiscard]] Done may_hold(const Claim<World::backed>& claim, Player player) const;

    [[nodiscard]] const std::map<Id, OpenClaim>& open() const { return open_; }
    [[nodiscard]] const std::map<Id, Subject>& subjects() const { return subjects_; }
    [[nodiscard]] std::optional<Id> subject_of(std::string_view name) const;
    void add_owed(Owed& owed) const;
    bool operator==(const Claims&) const = default;

    template <class S>
    void serialise(S& s) {
        s(open_, subjects_);
    }

   private:
    using Open = std::map<Id, OpenClaim>::iterator;
    // Both sides change owners, or return; or all goes to one of the two.
    enum class Outcome : std::uint8_t { exchanged, returned, to_writer, to_holder };
    Done offer(const Context& context, OpenClaim claim);
    Done settle(const Context& context, Open claim, Outcome outcome);
    Done settle_by_result(const Context& context, Open claim);
    Done take_back(const Context& context, Open claim);
    void close(const Context& context, Open claim);
    void drop_if_done(Id subject);

    std::map<Id, OpenClaim> open_;
    std::map<Id, Subject> subjects_;
};

}  // namespace kibitz::ledger
