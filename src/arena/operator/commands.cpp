#include "arena/operator/commands.hpp"

#include <algorithm>
#include <array>

#include "arena/fields.hpp"

namespace kibitz::arena {

namespace {

using Answer = std::expected<Json, std::string>;

struct Order {
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

Answer done(const std::expected<void, std::string>& result) {
    if (!result) return std::unexpected(result.error());
    return Json("done");
}

Answer status(const Order& order) {
    const Arena& arena = order.arena;
    return Json{
        {"connections", arena.connections()},        {"players", arena.players_here().size()},
        {"accounts", arena.accounts().all().size()}, {"games", arena.hall().games_under_way()},
        {"contests", arena.contests().size()},       {"draining", arena.is_draining()}};
}

Answer players(const Order& order) {
    Json list = Json::array();
    for (const auto& [name, connections] : order.arena.players_here())
        list.push_back({{"name", name},
                        {"bot", order.arena.accounts().find(name)->is_bot},
                        {"connections", connections}});
    return list;
}

Answer games(const Order& order) {
    Json list = Json::array();
    for (const GameId& id : order.arena.hall().live_games()) {
        const LiveGame& game = *order.arena.hall().find(id);
        list.push_back({{"id", id},
                        {"game", game.settings().game},
                        {"players", game.settings().players},
                        {"contest", game.settings().contest},
                        {"plies", game.plies()},
                        {"paused", game.is_paused()}});
    }
    return list;
}

Answer contests(const Order& order) { return Json(order.arena.contests().listed()); }

Answer create_contest(const Order& order) {
    const auto kind = std::ranges::find(contest_kind_names, order.text("kind"));
    if (kind == contest_kind_names.end())
        return std::unexpected("a contest's kind is roundRobin, swiss, knockout, ladder or arena");
    const ContestSettings settings{
        .name = order.text("name"),
        .organiser = "",
        .kind = static_cast<ContestKind>(kind - contest_kind_names.begin()),
        .terms = {.game = order.text("game"),
                  .base = Milliseconds(order.number("base", 0)),
                  .increment = Milliseconds(order.number("increment", 0)),
                  .rated = truth_field(order.fields, "rated").value_or(false)},
        .rounds = static_cast<int>(order.number("rounds", 1)),
        .length = Milliseconds(order.number("length", 0))};
    return done(order.arena.create_contest(settings, order.now, order.effects));
}

struct Command {
    std::string_view name;
    Answer (*run)(const Order&);
};

constexpr std::array commands{
    Command{"status", status},
    Command{"players", players},
    Command{"games", games},
    Command{"contests", contests},
    Command{"abort",
            [](const Order& o) { return done(o.arena.abort(o.text("game"), o.now, o.effects)); }},
    Command{
        "ban",
        [](const Order& o) { return done(o.arena.ban(o.text("name"), true, o.now, o.effects)); }},
    Command{
        "unban",
        [](const Order& o) { return done(o.arena.ban(o.text("name"), false, o.now, o.effects)); }},
    Command{"rename",
            [](const Order& o) {
                return done(o.arena.rename(o.text("name"), o.text("to"), o.now, o.effects));
            }},
    Command{"createContest", create_contest},
    Command{"startContest",
            [](const Order& o) {
                return done(o.arena.start_contest(o.text("contest"), o.now, o.effects));
            }},
    Command{"closeContest",
            [](const Order& o) {
                return done(o.arena.close_contest(o.text("contest"), o.now, o.effects));
            }},
    Command{"drain",
            [](const Order& o) {
                o.arena.drain(truth_field(o.fields, "on").value_or(true), o.now, o.effects);
                return done({});
            }},
};

}  // namespace

Json obey(Arena& arena, const Json& command, Time now, Effects& effects) {
    const std::string name = text_field(command, "command").value_or("");
    const auto found = std::ranges::find(commands, name, &Command::name);
    if (found == commands.end()) return {{"error", "there is no command \"" + name + "\""}};
    const Answer answer = found->run({arena, command, now, effects});
    if (!answer) return {{"error", answer.error()}};
    return {{"ok", *answer}};
}

}  // namespace kibitz::arena
