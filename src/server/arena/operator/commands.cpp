#include "arena/operator/commands.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "arena/fields.hpp"
#include "arena/iso_time.hpp"
#include "ledger/ledger.hpp"

namespace kibitz::arena {

namespace {

using Answer = std::expected<Json, Refusal>;

struct Request {
    Arena& arena;
    const Json& fields;
    Time now;
    Effects& effects;

    [[nodiscard]] std::string text(std::string_view name) const {
        return text_field(fields, name).value_or("");
    }
    [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t otherwise) const {
        return integer_field(fields, name).value_or(otherwise);
    }
};

Answer done(const std::expected<void, Refusal>& result) {
    if (!result) return std::unexpected(result.error());
    return Json("done");
}

Answer status(const Request& request) {
    const Arena& arena = request.arena;
    return Json{
        {"connections", arena.connections()},        {"players", arena.players_here().size()},
        {"accounts", arena.accounts().all().size()}, {"games", arena.hall().games_under_way()},
        {"contests", arena.contests().size()},       {"draining", arena.is_draining()}};
}

Answer players(const Request& request) {
    Json list = Json::array();
    for (const auto& [name, connections] : request.arena.players_here())
        list.push_back({{"name", name},
                        {"bot", request.arena.accounts().find(name)->is_bot},
                        {"connections", connections}});
    return list;
}

Answer games(const Request& request) {
    Json list = Json::array();
    for (const GameId& id : request.arena.hall().live_games()) {
        const LiveGame& game = *request.arena.hall().find(id);
        list.push_back({{"id", id},
                        {"game", game.settings().game},
                        {"players", game.settings().players},
                        {"contest", game.settings().contest},
                        {"plies", game.plies()},
                        {"paused", game.is_paused()}});
    }
    return list;
}

// Who has one; what it is nobody knows but the player.
Answer tokens(const Request& request) {
    Json list = Json::array();
    for (const auto& [name, account] : request.arena.accounts().all())
        if (account.classic_game.empty())
            list.push_back({{"name", name},
                            {"bot", account.is_bot},
                            {"registered", iso_time(account.registered)},
                            {"revoked", account.token_hash.empty()},
                            {"banned", account.is_banned},
                            {"muted", account.is_muted}});
    return list;
}

Json with_readable_times(Json chat) {
    for (Json& line : chat)
        line["time"] = iso_time(from_epoch(integer_field(line, "time").value_or(0)));
    return chat;
}

Answer renew_token(const Request& request) {
    const auto token =
        request.arena.renew_token(request.text("name"), request.now, request.effects);
    if (!token) return std::unexpected(token.error());
    return Json{{"token", *token}};
}

// With what waits for the operator to decide.
Answer ledger_summary(const Request& request) {
    const Purses& purses = request.arena.purses();
    const auto& vouchers = purses.ledger().vouchers();
    Json disputes = Json::array();
    for (const auto& [id, redemption] : vouchers.redemptions())
        if (redemption.stage == ledger::Redemption::Stage::disputed)
            disputes.push_back(
                {{"redemption", id.number},
                 {"token", redemption.token.name()},
                 {"amount", redemption.amount},
                 {"holder", purses.name_of(redemption.holder)},
                 {"trustee", purses.name_of(vouchers.promises().at(redemption.token).trustee)}});
    Json summary = purses.summary();
    summary["disputes"] = std::move(disputes);
    return summary;
}

Answer contests(const Request& request) { return Json(request.arena.contests().listed()); }

Answer create_contest(const Request& request) {
    const ContestFormat* format = find_contest_format(request.text("kind"));
    if (!format) return refuse(ErrorCode::bad_contest_kind, contest_formats_text);
    const ContestSettings settings{
        .name = request.text("name"),
        .organiser = "",
        .format = format,
        .terms = {.game = request.text("game"),
                  .base = Milliseconds(request.number("base", 0)),
                  .increment = Milliseconds(request.number("increment", 0)),
                  .rated = truth_field(request.fields, "rated").value_or(false)},
        .rounds = static_cast<int>(request.number("rounds", 1)),
        .length = Milliseconds(request.number("length", 0))};
    std::optional<Prize> prize;
    if (const Json* wanted = field(request.fields, "prize")) {
        auto read = prize_of(*wanted);
        if (!read)
            return refuse(ErrorCode::bad_field, "the field \"prize\" is not " + read.error());
        prize = *std::move(read);
    }
    return done(request.arena.create_contest(settings, request.now, request.effects, prize));
}

Answer reports(const Request& request) {
    Json list = Json::array();
    for (const auto& [number, report] : request.arena.moderation().open_reports())
        list.push_back({{"report", number},
                        {"time", iso_time(report.time)},
                        {"from", report.from},
                        {"player", report.player},
                        {"game", report.game},
                        {"text", report.text},
                        {"chat", with_readable_times(report.chat)}});
    return list;
}

Answer actions(const Request& request) {
    constexpr std::int64_t usual_count = 100;
    const auto& all = request.arena.moderation().actions();
    const auto most =
        static_cast<std::size_t>(std::max<std::int64_t>(0, request.number("count", usual_count)));
    Json list = Json::array();
    for (const OperatorAction& action :
         all | std::views::drop(all.size() - std::min(all.size(), most)))
        list.push_back({{"time", iso_time(action.time)}, {"command", action.command}});
    return list;
}

// Without the name of a player who has just been forgotten.
Json shown(Json command, const Arena& arena) {
    if (const auto name = text_field(command, "name"))
        command["name"] = name_shown(*arena.accounts().forgotten(), *name);
    return command;
}

Answer club(const Request& request) { return request.arena.club().shown(request.now); }

Answer set_registration(const Request& request) {
    const auto registration = registration_named(request.text("registration"));
    if (!registration)
        return refuse(ErrorCode::bad_field, "registration is open, invited or closed");
    request.arena.set_registration(*registration, request.now, request.effects);
    return Json("done");
}

// What follows the address of the page in a link that uses the code there (web/src/arena/place.ts).
Json code_and_link(const std::string& code, const char* place) {
    return {{"code", code}, {"link", std::string("#arena/") + place + "/" + code}};
}

Answer invite(const Request& request) {
    const Club::NewInvitation usual;
    const auto code = request.arena.invite({.uses = request.number("uses", usual.uses),
                                            .hours = request.number("hours", usual.hours),
                                            .note = request.text("note")},
                                           request.now, request.effects);
    if (!code) return std::unexpected(code.error());
    return code_and_link(*code, "invitation");
}

Answer ban_network(const Request& request) {
    constexpr std::int64_t usual_hours = 24;
    return done(request.arena.bar_network(
        request.text("network"), truth_field(request.fields, "namesOnly").value_or(false),
        request.number("hours", usual_hours), request.now, request.effects));
}

// For the operator alone, who decides about it.
Answer networks_of_player(const Request& request) {
    Json list = Json::array();
    for (const std::string& network : request.arena.networks_of(request.text("name")))
        list.push_back({{"network", network}});
    return list;
}

Answer sign_in_link(const Request& request) {
    const auto code =
        request.arena.make_sign_in_link(request.text("name"), request.now, request.effects);
    if (!code) return std::unexpected(code.error());
    return code_and_link(*code, "signin");
}

struct Command {
    std::string_view name;
    Answer (*run)(const Request&);
    // Whether it changes something: then it is an action for the operator's log.
    bool is_action = false;
};
constexpr bool action = true;

constexpr std::array commands{
    Command{"status", status},
    Command{"players", players},
    Command{"games", games},
    Command{"contests", contests},
    Command{"abort",
            [](const Request& r) { return done(r.arena.abort(r.text("game"), r.now, r.effects)); },
            action},
    Command{
        "ban",
        [](const Request& r) { return done(r.arena.ban(r.text("name"), true, r.now, r.effects)); },
        action},
    Command{
        "unban",
        [](const Request& r) { return done(r.arena.ban(r.text("name"), false, r.now, r.effects)); },
        action},
    Command{"mute",
            [](const Request& r) { return done(r.arena.mute(r.text("name"), true, r.effects)); },
            action},
    Command{"unmute",
            [](const Request& r) { return done(r.arena.mute(r.text("name"), false, r.effects)); },
            action},
    Command{"tokens", tokens},
    Command{"renewToken", renew_token, action},
    Command{"revokeToken",
            [](const Request& r) {
                return done(r.arena.revoke_token(r.text("name"), r.now, r.effects));
            },
            action},
    Command{"rename",
            [](const Request& r) {
                return done(r.arena.rename(r.text("name"), r.text("to"), r.now, r.effects));
            },
            action},
    Command{"forget",
            [](const Request& r) { return done(r.arena.forget(r.text("name"), r.now, r.effects)); },
            action},
    Command{"createContest", create_contest, action},
    Command{"startContest",
            [](const Request& r) {
                return done(r.arena.start_contest(r.text("contest"), r.now, r.effects));
            },
            action},
    Command{"closeContest",
            [](const Request& r) {
                return done(r.arena.close_contest(r.text("contest"), r.now, r.effects));
            },
            action},
    Command{"ledger", ledger_summary},
    Command{"grantPoints",
            [](const Request& r) {
                return done(
                    r.arena.grant_points(r.text("name"), r.number("amount", 0), r.now, r.effects));
            },
            action},
    Command{"freezePurse",
            [](const Request& r) {
                return done(r.arena.freeze_purse(
                    r.text("name"), truth_field(r.fields, "on").value_or(true), r.now, r.effects));
            },
            action},
    Command{"releaseKey",
            [](const Request& r) {
                return done(r.arena.release_key(r.text("name"), r.now, r.effects));
            },
            action},
    Command{"createVoucher",
            [](const Request& r) {
                return done(r.arena.create_voucher(r.text("token"), r.text("name"), r.text("asset"),
                                                   r.text("terms"), r.now, r.effects));
            },
            action},
    Command{"decideDispute",
            [](const Request& r) {
                return done(r.arena.decide_dispute(r.number("redemption", 0),
                                                   truth_field(r.fields, "burned").value_or(false),
                                                   r.now, r.effects));
            },
            action},
    Command{"drain",
            [](const Request& r) {
                r.arena.drain(truth_field(r.fields, "on").value_or(true), r.now, r.effects);
                return done(Arena::Done());
            },
            action},
    Command{"reports", reports},
    Command{"closeReport",
            [](const Request& r) {
                return done(
                    r.arena.close_report(r.number("report", 0), r.text("note"), r.now, r.effects));
            },
            action},
    Command{"actions", actions},
    Command{"club", club},
    Command{"registration", set_registration, action},
    Command{"invite", invite, action},
    Command{"revokeInvitation",
            [](const Request& r) {
                return done(r.arena.revoke_invitation(r.number("invitation", 0), r.now, r.effects));
            },
            action},
    Command{"moderator",
            [](const Request& r) {
                return done(r.arena.set_moderator(
                    r.text("name"), truth_field(r.fields, "on").value_or(true), r.now, r.effects));
            },
            action},
    Command{"banNetwork", ban_network, action},
    Command{"freeNetwork",
            [](const Request& r) {
                return done(r.arena.free_network(r.text("network"), r.now, r.effects));
            },
            action},
    Command{"networksOf", networks_of_player},
    Command{"signInLink", sign_in_link, action},
};

}  // namespace

Json run_command(Arena& arena, const Json& command, Time now, Effects& effects) {
    const std::string name = text_field(command, "command").value_or("");
    const auto found = std::ranges::find(commands, name, &Command::name);
    const Answer answer = found != commands.end() ? found->run({arena, command, now, effects})
                                                  : refuse(ErrorCode::unknown_command,
                                                           "there is no command \"" + name + "\"");
    if (!answer) return error_json(answer.error());
    if (found->is_action) arena.record_action(shown(command, arena), now, effects);
    return {{"ok", *answer}};
}

}  // namespace kibitz::arena
