#include "arena/club.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arena/iso_time.hpp"
#include "arena/names.hpp"
#include "arena/serialiser.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena {

namespace {

constexpr std::array registration_names{"open", "invited", "closed"};
constexpr std::size_t code_bytes = 16;

std::unexpected<Refusal> too_many(const char* what) {
    return refuse(ErrorCode::too_many_in_club,
                  std::string("there are too many ") + what + ": take back some of them first");
}

// What is outdated goes at the next change.
bool is_full(const auto& entries, Time now) {
    return entries.size() >= Club::most_of_each &&
           std::ranges::count_if(entries, [now](const auto& entry) {
               return now < entry.second.expires;
           }) >= static_cast<std::ptrdiff_t>(Club::most_of_each);
}

std::optional<Refusal> why_not_hours(std::int64_t hours) {
    if (hours >= 1 && hours <= Club::most_hours) return std::nullopt;
    return Refusal{ErrorCode::bad_field,
                   "it lasts from 1 to " + std::to_string(Club::most_hours) + " hours"};
}

}  // namespace

const char* to_string(Registration registration) {
    return registration_names[static_cast<std::size_t>(registration)];
}

std::optional<Registration> registration_named(std::string_view name) {
    const auto found = std::ranges::find(registration_names, name);
    if (found == registration_names.end()) return std::nullopt;
    return static_cast<Registration>(found - registration_names.begin());
}

// --- Registration ---

void Club::set_registration(Registration registration, const Change& change) {
    if (registration == registration_) return;
    record({{"type", "registration"}, {"registration", to_string(registration)}}, change);
}

Club::Expected<std::string> Club::invite(const NewInvitation& wanted, Secrets& secrets,
                                         const Change& change) {
    if (wanted.uses < 1 || wanted.uses > most_uses)
        return refuse(ErrorCode::bad_field,
                      "an invitation is for 1 to " + std::to_string(most_uses) + " names");
    if (const auto refusal = why_not_hours(wanted.hours)) return std::unexpected(*refusal);
    constexpr text::Rule notes{"notes", longest_note};
    if (const auto refusal = why_not_text(wanted.note, notes)) return std::unexpected(*refusal);
    if (is_full(invitations_, change.now)) return too_many("invitations");
    std::string code = to_hex(secrets.random(code_bytes));
    record({{"type", "invited"},
            {"invitation", last_invitation_ + 1},
            {"codeHash", secrets.sha256_hex(code)},
            {"uses", wanted.uses},
            {"expires", to_epoch(change.now + std::chrono::hours(wanted.hours))},
            {"note", wanted.note}},
           change);
    return code;
}

Club::Done Club::revoke_invitation(std::int64_t number, const Change& change) {
    if (!invitations_.contains(number))
        return refuse(ErrorCode::bad_invitation, "there is no invitation of that number");
    record({{"type", "invitationRevoked"}, {"invitation", number}}, change);
    return {};
}

std::optional<std::int64_t> Club::invitation_of(std::string_view code, const Secrets& secrets,
                                                Time now) const {
    if (code.empty()) return std::nullopt;
    const std::string hash = secrets.sha256_hex(code);
    const auto found = std::ranges::find_if(invitations_, [&](const auto& entry) {
        return entry.second.code_hash == hash && now < entry.second.expires;
    });
    if (found == invitations_.end()) return std::nullopt;
    return found->first;
}

std::optional<Refusal> Club::why_not_register(std::string_view origin, std::string_view code,
                                              const Secrets& secrets, Time now) const {
    if (origin.empty()) return std::nullopt;
    if (barrier_for(origin, true, now) != nullptr)
        return Refusal{ErrorCode::network_banned,
                       "nobody can register from your network at present"};
    switch (registration_) {
        case Registration::open: return std::nullopt;
        case Registration::closed:
            return Refusal{ErrorCode::registration_closed, "this server takes no new names"};
        case Registration::invited: break;
    }
    if (code.empty())
        return Refusal{ErrorCode::invitation_needed,
                       "this server takes new names by invitation only"};
    if (!invitation_of(code, secrets, now))
        return Refusal{ErrorCode::bad_invitation,
                       "that invitation does not exist, was used up or has expired"};
    return std::nullopt;
}

void Club::registered(const std::string& name, std::string_view code, const Secrets& secrets,
                      const Change& change) {
    if (registration_ != Registration::invited) return;
    if (const auto number = invitation_of(code, secrets, change.now))
        record({{"type", "invitationUsed"}, {"invitation", *number}, {"name", name}}, change);
}

// --- Moderators ---

void Club::set_moderator(const std::string& name, bool is_moderator, const Change& change) {
    if (moderators_.contains(name) == is_moderator) return;
    record({{"type", "moderator"}, {"name", name}, {"moderator", is_moderator}}, change);
}

// --- Networks ---

Club::Expected<Network> Club::bar(std::string_view text, bool is_for_names_only, std::int64_t hours,
                                  const Change& change) {
    const auto network = Network::parse(text);
    if (!network)
        return refuse(ErrorCode::bad_network,
                      "a network looks like 192.0.2.7, 192.0.2.0/24 or 2001:db8:1:2::/64");
    if (!change.by.empty() &&
        network->free_bits() > (network->is_v4() ? most_free_bits_v4 : most_free_bits_v6))
        return refuse(ErrorCode::bad_network, "that network is too wide for a moderator");
    if (const auto refusal = why_not_hours(hours)) return std::unexpected(*refusal);
    if (is_full(barriers_, change.now) && !barriers_.contains(network->text()))
        return too_many("networks");
    record({{"type", "networkBarred"},
            {"network", network->text()},
            {"namesOnly", is_for_names_only},
            {"until", to_epoch(change.now + std::chrono::hours(hours))}},
           change);
    return *network;
}

Club::Done Club::free(std::string_view text, const Change& change) {
    const auto network = Network::parse(text);
    if (!network || !barriers_.contains(network->text()))
        return refuse(ErrorCode::bad_network, "that network is not kept out");
    record({{"type", "networkFreed"}, {"network", network->text()}}, change);
    return {};
}

const Barrier* Club::barrier_for(std::string_view origin, bool is_for_names_only, Time now) const {
    if (barriers_.empty()) return nullptr;
    const auto place = Network::parse(origin);
    if (!place) return nullptr;
    for (const auto& [text, barrier] : barriers_)
        if ((is_for_names_only || !barrier.is_for_names_only) && now < barrier.expires &&
            Network::parse(text)->contains(*place))
            return &barrier;
    return nullptr;
}

bool Club::is_kept_out(std::string_view origin, Time now) const {
    return barrier_for(origin, false, now) != nullptr;
}

// --- Signing in again ---

Club::Expected<std::string> Club::make_link(const std::string& player, Secrets& secrets,
                                            const Change& change) {
    if (is_full(links_, change.now)) return too_many("sign-in links");
    std::string code = to_hex(secrets.random(code_bytes));
    record({{"type", "signInLink"},
            {"player", player},
            {"codeHash", secrets.sha256_hex(code)},
            {"expires", to_epoch(change.now + link_lasts)}},
           change);
    return code;
}

std::optional<std::string> Club::use_link(std::string_view code, const Secrets& secrets,
                                          const Change& change) {
    const auto found = links_.find(secrets.sha256_hex(code));
    if (found == links_.end() || found->second.expires <= change.now) return std::nullopt;
    std::string player = found->second.player;
    record({{"type", "signedIn"}, {"codeHash", found->first}}, change);
    return player;
}

// --- Facts ---

// Live or out of the log, a fact does the same.
void Club::record(Json fact, const Change& change) {
    fact["time"] = to_epoch(change.now);
    if (!change.by.empty()) fact["by"] = change.by;
    LogEntry entry{stream, entries_ + 1, std::move(fact)};
    if (replay(entry)) change.effects.emplace_back(std::move(entry));
}

Replayed Club::replay(const LogEntry& entry) {
    if (auto ordered = check_order(entry, entries_ + 1); !ordered) return ordered;
    if (!apply(entry.fact)) return damaged(entry, "it is no possible change of the club");
    ++entries_;
    return {};
}

bool Club::apply(const Json& fact) {
    const auto type = text_field(fact, "type");
    const auto time = integer_field(fact, "time");
    if (!type || !time) return false;
    forget_outdated(from_epoch(*time));
    if (*type == "registration") {
        const auto wanted = registration_named(text_field(fact, "registration").value_or(""));
        if (wanted) registration_ = *wanted;
        return wanted.has_value();
    }
    if (*type == "moderator") {
        const auto name = text_field(fact, "name");
        const auto is_moderator = truth_field(fact, "moderator");
        if (!name || !is_moderator) return false;
        if (*is_moderator)
            moderators_.insert(*name);
        else
            moderators_.erase(*name);
        return true;
    }
    if (type->starts_with("invit")) return apply_invitation(*type, fact);
    if (type->starts_with("network")) return apply_network(*type, fact);
    return apply_link(*type, fact);
}

bool Club::apply_invitation(std::string_view type, const Json& fact) {
    const auto number = integer_field(fact, "invitation");
    if (!number) return false;
    if (type == "invited") {
        const auto hash = text_field(fact, "codeHash"), note = text_field(fact, "note");
        const auto uses = integer_field(fact, "uses"), expires = integer_field(fact, "expires");
        if (*number <= last_invitation_ || !hash || !note || !uses || *uses < 1 || !expires)
            return false;
        last_invitation_ = *number;
        invitations_.emplace(*number, Invitation{*hash, *uses, from_epoch(*expires),
                                                 text_field(fact, "by").value_or(""), *note});
        return true;
    }
    const auto found = invitations_.find(*number);
    if (found == invitations_.end()) return false;
    const bool is_over =
        type == "invitationRevoked" || (type == "invitationUsed" && --found->second.uses == 0);
    if (is_over) invitations_.erase(found);
    return is_over || type == "invitationUsed";
}

bool Club::apply_network(std::string_view type, const Json& fact) {
    const auto text = text_field(fact, "network");
    const auto network = Network::parse(text.value_or(""));
    if (!network || network->text() != *text) return false;
    if (type == "networkFreed") return barriers_.erase(*text) > 0;
    const auto is_for_names_only = truth_field(fact, "namesOnly");
    const auto until = integer_field(fact, "until");
    if (type != "networkBarred" || !is_for_names_only || !until) return false;
    barriers_[*text] = {*is_for_names_only, from_epoch(*until),
                        text_field(fact, "by").value_or("")};
    return true;
}

bool Club::apply_link(std::string_view type, const Json& fact) {
    const auto hash = text_field(fact, "codeHash");
    if (!hash) return false;
    if (type == "signedIn") return links_.erase(*hash) > 0;
    const auto player = text_field(fact, "player");
    const auto expires = integer_field(fact, "expires");
    if (type != "signInLink" || !player || !expires) return false;
    std::erase_if(links_, [&](const auto& entry) { return entry.second.player == *player; });
    links_.emplace(*hash, SignInLink{*player, from_epoch(*expires)});
    return true;
}

void Club::forget_outdated(Time now) {
    std::erase_if(invitations_, [now](const auto& entry) { return entry.second.expires <= now; });
    std::erase_if(barriers_, [now](const auto& entry) { return entry.second.expires <= now; });
    std::erase_if(links_, [now](const auto& entry) { return entry.second.expires <= now; });
}

void Club::rename(const std::string& name, const std::string& to, bool is_forgotten) {
    const bool was_moderator = moderators_.erase(name) > 0;
    if (was_moderator && !is_forgotten) moderators_.insert(to);
    if (is_forgotten)
        std::erase_if(links_, [&](const auto& entry) { return entry.second.player == name; });
    for (auto& [hash, link] : links_)
        if (link.player == name) link.player = to;
    for (auto& [number, invitation] : invitations_)
        if (invitation.by == name) invitation.by = to;
    for (auto& [network, barrier] : barriers_)
        if (barrier.by == name) barrier.by = to;
}

// --- Shown and saved ---

Json Club::shown(Time now) const {
    Json invitations = Json::array(), networks = Json::array();
    for (const auto& [number, invitation] : invitations_)
        if (now < invitation.expires)
            invitations.push_back({{"invitation", number},
                                   {"uses", invitation.uses},
                                   {"expires", iso_time(invitation.expires)},
                                   {"by", invitation.by},
                                   {"note", invitation.note}});
    for (const auto& [network, barrier] : barriers_)
        if (now < barrier.expires)
            networks.push_back({{"network", network},
                                {"namesOnly", barrier.is_for_names_only},
                                {"until", iso_time(barrier.expires)},
                                {"by", barrier.by}});
    return {{"registration", to_string(registration_)},
            {"invitations", std::move(invitations)},
            {"networks", std::move(networks)},
            {"moderators", moderators_}};
}

void Invitation::serialise(Serialiser& s) {
    auto& [hash, its_uses, its_end, its_maker, its_note] = *this;
    s(hash, its_uses, its_end, its_maker, its_note);
}

void Barrier::serialise(Serialiser& s) {
    auto& [names_only, its_end, its_maker] = *this;
    s(names_only, its_end, its_maker);
}

void SignInLink::serialise(Serialiser& s) {
    auto& [whose, its_end] = *this;
    s(whose, its_end);
}

void Club::serialise(Serialiser& s) {
    auto& [registration, invitations, last_invitation, moderators, barriers, links, entries] =
        *this;
    s(registration, invitations, last_invitation, moderators, barriers, links, entries);
    if (registration > Registration::closed) s.fail();
    for (const auto& [network, barrier] : barriers)
        if (!Network::parse(network)) return s.fail();
}

}  // namespace kibitz::arena
