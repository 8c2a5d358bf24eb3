#include "arena/operator/commands.hpp"

#include <algorithm>
#include <array>

#include "arena/fields.hpp"
#include "arena/iso_time.hpp"

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

Answer renew_token(const Request& request) {
    const auto token =
        request.arena.renew_token(request.text("name"), request.now, request.effects);
    if (!token) return std::unexpected(token.error());
    return Json{{"token", *token}};
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
    return done(request.arena.create_contest(settings, request.now, request.effects));
}

struct Command {
    std::string_view name;
    Answer (*run)(const Request&);
};

constexpr std::array commands{
    Command{"status", status},
    Command{"players", players},
    Command{"games", games},
    Command{"contests", contests},
    Command{"abort",
            [](const Request& r) { return done(r.arena.abort(r.text("game"), r.now, r.effects)); }},
    Command{
        "ban",
        [](const Request& r) { return done(r.arena.ban(r.text("name"), true, r.now, r.effects)); }},
    Command{"unban",
            [](const Request& r) {
                return done(r.arena.ban(r.text("name"), false, r.now, r.effects));
            }},
    Command{"mute",
            [](const Request& r) { return done(r.arena.mute(r.text("name"), true, r.effects)); }},
    Command{"unmute",
            [](const Request& r) { return done(r.arena.mute(r.text("name"), false, r.effects)); }},
    Command{"tokens", tokens},
    Command{"renewToken", renew_token},
    Command{"revokeToken",
            [](const Request& r) {
                return done(r.arena.revoke_token(r.text("name"), r.now, r.effects));
            }},
    Command{"rename",
            [](const Request& r) {
                return done(r.arena.rename(r.text("name"), r.text("to"), r.now, r.effects));
            }},
    Command{"createContest", create_contest},
    Command{"startContest",
            [](const Request& r) {
                return done(r.arena.start_contest(r.text("contest"), r.now, r.effects));
            }},
    Command{"closeContest",
            [](const Request& r) {
                return done(r.arena.close_contest(r.text("contest"), r.now, r.effects));
            }},
    Command{"drain",
            [](const Request& r) {
                r.arena.drain(truth_field(r.fields, "on").value_or(true), r.now, r.effects);
                return done({});
            }},
};

}  // namespace

Json run_command(Arena& arena, const Json& command, Time now, Effects& effects) {
    const std::string name = text_field(command, "command").value_or("");
    const auto found = std::ranges::find(commands, name, &Command::name);
    const Answer answer = found != commands.end() ? found->run({arena, command, now, effects})
                                                  : refuse(ErrorCode::unknown_command,
                                                           "there is no command \"" + name + "\"");
    if (!answer) return error_json(answer.error());
    return {{"ok", *answer}};
}

}  // namespace kibitz::arena
