// What moderators ask for, and those whom they help.
#include <algorithm>
#include <array>
#include <utility>

#include "arena/fields.hpp"
#include "arena/iso_time.hpp"
#include "arena/protocol/front.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr std::int64_t usual_invitation_hours = 24L * 7, usual_network_hours = 24;

using Answer = std::expected<Json, Refusal>;

// A moderator's request under way.
struct Deed {
    const Moderate& request;
    const std::string& by;
    Time now;
    Effects& effects;
    Deeds& deeds;
    Club& club;
    Moderation& moderation;
    Secrets& secrets;
};

Answer done(const std::expected<void, Refusal>& result) {
    if (!result) return std::unexpected(result.error());
    return Json::object();
}

Answer ban_network(const Deed& deed) {
    const std::string& player = deed.request.player;
    const std::string& network = deed.request.network;
    if (player.empty() == network.empty())
        return refuse(ErrorCode::bad_field, "name a player or a network");
    const std::int64_t hours = deed.request.hours.value_or(usual_network_hours);
    const bool names_only = deed.request.names_only;
    return done(
        network.empty()
            ? deed.deeds.bar_player_as(deed.by, player, names_only, hours, deed.now, deed.effects)
            : deed.deeds.bar_as(deed.by, network, names_only, hours, deed.now, deed.effects));
}

Answer invite(const Deed& deed) {
    const auto code =
        deed.club.invite({.uses = deed.request.uses.value_or(1),
                          .hours = deed.request.hours.value_or(usual_invitation_hours),
                          .note = deed.request.note},
                         deed.secrets, {deed.by, deed.now, deed.effects});
    if (!code) return std::unexpected(code.error());
    return Json{{"type", "invited"}, {"code", *code}};
}

Answer sign_in_link(const Deed& deed) {
    const auto code = deed.deeds.make_link_as(deed.by, deed.request.player, deed.now, deed.effects);
    if (!code) return std::unexpected(code.error());
    return Json{{"type", "signInLink"}, {"player", deed.request.player}, {"code", *code}};
}

struct Action {
    std::string_view name;
    Answer (*run)(const Deed&);
};

constexpr std::array actions{
    Action{"mute",
           [](const Deed& d) {
               return done(d.deeds.mute_as(d.by, d.request.player, true, d.effects));
           }},
    Action{"unmute",
           [](const Deed& d) {
               return done(d.deeds.mute_as(d.by, d.request.player, false, d.effects));
           }},
    Action{"ban",
           [](const Deed& d) {
               return done(d.deeds.ban_as(d.by, d.request.player, true, d.now, d.effects));
           }},
    Action{"unban",
           [](const Deed& d) {
               return done(d.deeds.ban_as(d.by, d.request.player, false, d.now, d.effects));
           }},
    Action{"banNetwork", ban_network},
    Action{"freeNetwork",
           [](const Deed& d) {
               return done(d.club.free(d.request.network, {d.by, d.now, d.effects}));
           }},
    Action{"invite", invite},
    Action{"revokeInvitation",
           [](const Deed& d) {
               return done(d.club.revoke_invitation(d.request.invitation.value_or(0),
                                                    {d.by, d.now, d.effects}));
           }},
    Action{"signInLink", sign_in_link},
    Action{"closeReport",
           [](const Deed& d) {
               return done(d.moderation.close(d.request.report.value_or(0), d.request.note, d.now,
                                              d.effects));
           }},
};

// As the operator's commands are, for the same list; codes are not in it.
Json recorded(const Moderate& request, const std::string& by) {
    Json command{{"command", request.action}, {"by", by}};
    if (!request.player.empty()) command["name"] = request.player;
    if (!request.network.empty()) command["network"] = request.network;
    if (request.invitation) command["invitation"] = *request.invitation;
    if (request.report) command["report"] = *request.report;
    if (request.hours) command["hours"] = *request.hours;
    if (request.uses) command["uses"] = *request.uses;
    if (request.names_only) command["namesOnly"] = true;
    return command;
}

}  // namespace

Front::Answer Front::on(Context& context, const Moderate& request) {
    // A ban may close any connection, so that nothing of this one is used after it.
    const std::string by = context.connection.player;
    if (!club_.is_moderator(by))
        return refuse(ErrorCode::not_moderator, "only moderators can do that");
    const auto action = std::ranges::find(actions, request.action, &Action::name);
    if (action == actions.end())
        return refuse(ErrorCode::unknown_action, "moderators have no such action");
    Answer answer = action->run(
        {request, by, context.now, context.effects, deeds_, club_, moderation_, secrets_});
    if (answer) moderation_.record_action(recorded(request, by), context.now, context.effects);
    return answer;
}

Json Front::role_of(const std::string& player) const {
    if (!club_.is_moderator(player)) return {{"moderator", false}};
    return {{"moderator", true}, {"openReports", moderation_.open_reports().size()}};
}

void Front::tell_role(const std::string& player, Effects& effects) const {
    Json message = role_of(player);
    message["type"] = "moderator";
    send_to_player(player, message, effects);
}

void Front::tell_moderators(Effects& effects) {
    if (!moderation_.take_change()) return;
    for (const std::string& moderator : club_.moderators()) tell_role(moderator, effects);
}

Front::Answer Front::on(Context& context, const ShowModeration&) {
    if (!club_.is_moderator(context.connection.player))
        return refuse(ErrorCode::not_moderator, "only moderators can see that");
    Json answer = club_.shown(context.now);
    answer["type"] = "moderation";
    Json reports = Json::array(), muted = Json::array(), banned = Json::array();
    for (const auto& [number, report] : moderation_.open_reports())
        reports.push_back({{"report", number},
                           {"time", iso_time(report.time)},
                           {"from", report.from},
                           {"player", report.player},
                           {"game", report.game},
                           {"text", report.text},
                           {"chat", report.chat}});
    for (const auto& [name, account] : accounts_.all()) {
        if (account.is_muted) muted.push_back(name);
        if (account.is_banned) banned.push_back(name);
    }
    answer["reports"] = std::move(reports);
    answer["muted"] = std::move(muted);
    answer["banned"] = std::move(banned);
    return answer;
}

Front::Answer Front::on(Context& context, const SignIn& request) {
    if (!context.connection.player.empty())
        return refuse(ErrorCode::already_logged_in, "you are logged in already");
    const auto player = club_.use_link(request.code, secrets_, {"", context.now, context.effects});
    const Account* account = player ? accounts_.find(*player) : nullptr;
    if (!account || account->token_hash.empty())
        return refuse(ErrorCode::bad_sign_in_code,
                      "that link does not exist, was used already or has expired");
    if (account->is_banned)
        return refuse(ErrorCode::banned, "the server's operator has banned you");
    const std::string name = account->name;
    const std::string token = new_token(secrets_);
    context.effects.emplace_back(accounts_.change_token(name, secrets_.sha256_hex(token)));
    disconnect(name, "you have signed in on another device by a link", context.now,
               context.effects);
    log_in(context, name, "");
    Json answer{{"type", "registered"}, {"name", name}, {"token", token}};
    if (purses_.is_on()) answer["points"] = true;
    return answer;
}

}  // namespace kibitz::arena::protocol
