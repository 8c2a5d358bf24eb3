#include "arena/contests/contests.hpp"

#include <algorithm>
#include <utility>

#include "arena/fields.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::arena {

namespace {

constexpr std::string_view result = "result";

Json to_json(const ContestSettings& settings) {
    return {{"type", "created"},
            {"name", settings.name},
            {"organiser", settings.organiser},
            {"kind", settings.format->name},
            {"game", settings.terms.game},
            {"setup", settings.terms.setup},
            {"base", settings.terms.base.count()},
            {"increment", settings.terms.increment.count()},
            {"rated", settings.terms.rated},
            {"rounds", settings.rounds},
            {"length", settings.length.count()}};
}

std::optional<ContestSettings> settings_of(const Json& json) {
    const auto name = text_field(json, "name"), organiser = text_field(json, "organiser"),
               kind = text_field(json, "kind"), game = text_field(json, "game");
    const auto base = integer_field(json, "base"), increment = integer_field(json, "increment"),
               rounds = integer_field(json, "rounds"), length = integer_field(json, "length");
    const auto rated = truth_field(json, "rated");
    const Json* setup = field(json, "setup");
    if (!name || !organiser || !kind || !game || !base || !increment || !rounds || !length ||
        !rated || !setup)
        return std::nullopt;
    const ContestFormat* format = find_contest_format(*kind);
    if (!format) return std::nullopt;
    return ContestSettings{
        .name = *name,
        .organiser = *organiser,
        .format = format,
        .terms = {*game, *setup, Milliseconds(*base), Milliseconds(*increment), *rated},
        .rounds = static_cast<int>(*rounds),
        .length = Milliseconds(*length)};
}

// Of players whose data is gone, in what Contest::to_json() and to_short_json() give.
void conceal_names(Json& contest, const Renames& shown) {
    if (shown.empty()) return;
    const auto conceal = [&](Json& name) {
        if (name.is_string()) name = name_shown(shown, name.get<std::string>());
    };
    for (const char* one : {"organiser", "winner"})
        if (const auto name = contest.find(one); name != contest.end()) conceal(*name);
    if (const auto ladder = contest.find("ladder"); ladder != contest.end())
        for (Json& name : *ladder) conceal(name);
    if (const auto table = contest.find("table"); table != contest.end())
        for (Json& row : *table) conceal(row["player"]);
    if (const auto games = contest.find("games"); games != contest.end())
        for (Json& game : *games)
            for (Json& name : game["players"]) conceal(name);
}

}  // namespace

std::optional<Refusal> Contests::why_not_create(const ContestSettings& settings) const {
    if (auto refusal = why_not_settings(settings)) return refusal;
    if (find(settings.name) || archived_.contains(settings.name) ||
        meetings_.contains(settings.name))
        return Refusal{ErrorCode::contest_exists, "there is a contest of that name"};
    std::size_t unfinished = 0, of_organiser = 0;
    for (const auto& [name, contest] : all_) {
        if (contest->stage() == Contest::Stage::over) continue;
        ++unfinished;
        of_organiser += contest->settings().organiser == settings.organiser;
    }
    if (!settings.organiser.empty() && of_organiser >= most_of_one_player)
        return Refusal{ErrorCode::too_many_contests, "you have too many contests already"};
    if (unfinished >= most_contests)
        return Refusal{ErrorCode::too_many_contests, "there are too many contests already"};
    return std::nullopt;
}

Contests::Answer Contests::create(const ContestSettings& settings, Time now, Effects& effects) {
    if (const auto refusal = why_not_create(settings)) return std::unexpected(*refusal);
    record(settings.name, to_json(settings), now, effects);
    return {};
}

Contests::Answer Contests::join(const std::string& contest, const std::string& player, Time now,
                                Effects& effects) {
    const Contest* found = find(contest);
    if (!found) return std::unexpected(why_absent(contest));
    if (const auto refusal = found->why_not_join(player)) return std::unexpected(*refusal);
    record(contest, {{"type", "joined"}, {"player", player}}, now, effects);
    return {};
}

Contests::Answer Contests::leave(const std::string& contest, const std::string& player, Time now,
                                 Effects& effects) {
    const Contest* found = find(contest);
    if (!found) return std::unexpected(why_absent(contest));
    if (const auto refusal = found->why_not_leave(player)) return std::unexpected(*refusal);
    record(contest, {{"type", "left"}, {"player", player}}, now, effects);
    return {};
}

Contests::Answer Contests::start(const std::string& contest, const std::string& player, Time now,
                                 Effects& effects) {
    const Contest* found = find(contest);
    if (!found) return std::unexpected(why_absent(contest));
    if (found->settings().organiser != player)
        return refuse(ErrorCode::not_organiser,
                      found->settings().organiser.empty()
                          ? "the server's operator starts it"
                          : "its organiser is " + found->settings().organiser);
    if (const auto refusal = found->why_not_start()) return std::unexpected(*refusal);
    record(contest, {{"type", "started"}}, now, effects);
    return {};
}

Contests::Answer Contests::close(const std::string& contest, Time now, Effects& effects) {
    const Contest* found = find(contest);
    if (!found) return std::unexpected(why_absent(contest));
    if (found->stage() == Contest::Stage::over)
        return refuse(ErrorCode::contest_over, "the contest is over");
    record(contest, {{"type", "closed"}}, now, effects);
    return {};
}

Refusal Contests::why_absent(const std::string& contest) const {
    if (archived_.contains(contest)) return {ErrorCode::contest_over, "the contest is over"};
    return {ErrorCode::no_such_contest, "there is no such contest"};
}

bool Contests::record(const std::string& contest, Json fact, Time now, Effects& effects) {
    fact["time"] = to_epoch(now);
    const LogEntry entry{std::string(stream_prefix) + contest, entries_[contest] + 1,
                         std::move(fact)};
    // Live or out of the log, a fact does the same.
    if (!replay(entry)) return false;
    effects.emplace_back(entry);
    return true;
}

Replayed Contests::replay(const LogEntry& entry) {
    if (entry.stream.starts_with(Meetings::stream_prefix)) return meetings_.replay(entry);
    const std::string name = entry.stream.substr(stream_prefix.size());
    if (auto ordered = check_order(entry, entries_[name] + 1); !ordered) return ordered;
    const auto type = text_field(entry.fact, "type");
    const auto time = integer_field(entry.fact, "time");
    if (!type || !time) return damaged(entry, "it is no step of a contest");
    const auto found = all_.find(name);
    if (*type == "created") {
        const auto settings = settings_of(entry.fact);
        if (!settings || found != all_.end() || settings->name != name)
            return damaged(entry, "no contest can be made of it");
        all_.emplace(name, settings->format->make(*settings, from_epoch(*time)));
    } else if (found == all_.end() || !apply(*found->second, *type, entry.fact)) {
        return damaged(entry, "this step is not possible in the contest");
    }
    ++entries_[name];
    touch();
    return {};
}

void Contests::serialise(Serialiser& s) {
    auto& [accounts, hall, read, touched, all, settled, archived, entries, meetings] = *this;
    std::map<std::string, std::string> formats;
    for (const auto& [name, contest] : all) formats[name] = contest->settings().format->name;
    s(touched, formats, settled, archived, entries, meetings);
    for (const auto& [name, format_name] : formats) {
        const ContestFormat* format = find_contest_format(format_name);
        if (!format) return s.fail();
        auto& contest = all[name];
        if (s.is_reading()) contest = format->make({.format = format}, Time());
        contest->serialise(s);
    }
}

bool Contests::apply(Contest& contest, std::string_view type, const Json& fact) {
    const auto player = text_field(fact, "player");
    if (type == "joined" && player && !contest.why_not_join(*player)) {
        contest.join(*player);
    } else if (type == "left" && player && !contest.why_not_leave(*player)) {
        contest.leave(*player);
    } else if (type == "started" && !contest.why_not_start()) {
        contest.start(from_epoch(*integer_field(fact, "time")));
    } else if (type == "paired" && contest.is_between_rounds()) {
        const auto pairing = contest.pairing_of(fact);
        if (!pairing || pairing->round != contest.round() + 1) return false;
        contest.begin_round(*pairing);
    } else if (type == "finished" && contest.is_between_rounds()) {
        contest.finish();
    } else if (type == "closed" && contest.stage() != Contest::Stage::over) {
        contest.close();
    } else if (type == result && !is_recorded(contest.settings().name)) {
        // The log of version 0.1 does not say that the last round is over, and no log that the
        // time of a timed contest is up.
        if (contest.is_between_rounds())
            contest.finish();
        else
            contest.close();
        settled_.push_back(contest.settings().name);
        forget_oldest();
    } else {
        return false;
    }
    return true;
}

bool Contests::start_games(Time now, const MakeSettings& make, const Contest::IsHere& is_here,
                           Effects& effects) {
    if (!std::exchange(touched_, false)) return false;
    for (const auto& [name, contest] : all_) {
        advance(*contest, now, effects);
        for (const Contest::Players& players : contest->games_to_start(now, is_here)) {
            GameSettings settings = make(contest->settings().terms, players);
            settings.contest = name;
            // Terms were checked, and nobody is paired with themselves.
            const auto id = hall_.start(settings, now, effects);
            for (const Side side : {Side::first, Side::second})
                if (id && !is_here(players[index(side)]))
                    (void)hall_.act(*id, side, Disconnect{}, now, effects);
        }
    }
    record_results(now, effects);
    return true;
}

void Contests::advance(const Contest& contest, Time now, Effects& effects) {
    bool is_recorded = true;
    while (is_recorded && contest.is_between_rounds()) {
        const auto pairing = contest.next_round();
        Json fact = pairing ? contest.to_json(*pairing) : Json::object();
        fact["type"] = pairing ? "paired" : "finished";
        is_recorded = record(contest.settings().name, std::move(fact), now, effects);
    }
}

void Contests::record_results(Time now, Effects& effects) {
    std::vector<const Contest*> settled;
    for (const auto& [name, contest] : all_)
        if (contest->is_settled() && !is_recorded(name)) settled.push_back(contest.get());
    std::ranges::sort(settled, {}, &Contest::created);
    for (const Contest* contest : settled)
        record(contest->settings().name, {{"type", result}, {"contest", contest->to_json()}}, now,
               effects);
}

bool Contests::is_recorded(std::string_view name) const {
    return std::ranges::find(settled_, name) != settled_.end();
}

void Contests::forget_oldest() {
    if (settled_.size() <= most_settled) return;
    const auto oldest = all_.find(settled_.front());
    archived_.emplace(oldest->first, oldest->second->to_short_json());
    all_.erase(oldest);
    settled_.pop_front();
}

std::optional<Time> Contests::deadline() const {
    std::optional<Time> earliest;
    for (const auto& [name, contest] : all_) keep_earliest(earliest, contest->deadline());
    return earliest;
}

void Contests::tick(Time now) {
    for (auto& [name, contest] : all_) {
        const Contest::Stage before = contest->stage();
        contest->tick(now);
        if (contest->stage() != before) touch();
    }
}

const Contest* Contests::find(std::string_view name) const {
    const auto found = all_.find(name);
    return found == all_.end() ? nullptr : found->second.get();
}

std::optional<Json> Contests::shown(std::string_view name) const {
    auto contest = found(name);
    if (contest) conceal_names(*contest, *accounts_.forgotten());
    return contest;
}

std::optional<Json> Contests::shown(std::string_view name, std::string_view game) const {
    auto contest = meetings_.shown(name, game);
    if (!contest) contest = found(name);
    if (contest) conceal_names(*contest, *accounts_.forgotten());
    return contest;
}

std::optional<Json> Contests::found(std::string_view name) const {
    if (const Contest* contest = find(name)) return contest->to_json();
    if (archived_.contains(name)) {
        const auto entries = read_({std::string(stream_prefix) + std::string(name)});
        const Json* whole = entries.empty() ? nullptr : field(entries.back().fact, "contest");
        return whole ? std::optional(*whole) : std::nullopt;
    }
    return meetings_.shown(name);
}

std::vector<Json> Contests::listed() const {
    std::map<std::string_view, Json> by_name(archived_.begin(), archived_.end());
    for (const auto& [name, contest] : all_) by_name.emplace(name, contest->to_short_json());
    std::vector<Json> list;
    for (auto& [name, contest] : by_name) list.push_back(std::move(contest));
    for (Json& meetings : meetings_.listed())
        if (!by_name.contains(meetings["name"].get_ref<const std::string&>()))
            list.push_back(std::move(meetings));
    for (Json& contest : list) conceal_names(contest, *accounts_.forgotten());
    return list;
}

void Contests::on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                         std::span<const std::string> /*facts*/, Effects& effects) {
    for (const GameEvent& event : events) replay_event(id, game, event);
    if (game.settings().is_classic) meetings_.put_away(events.back().time, effects);
}

void Contests::replay_event(const GameId& id, const LiveGame& game, const GameEvent& event) {
    const GameSettings& settings = game.settings();
    if (settings.contest.empty()) return;
    if (settings.is_classic) return meetings_.replay_event(id, game, event);
    const bool starts = std::holds_alternative<Started>(event.fact);
    if (!starts && !std::holds_alternative<Ended>(event.fact)) return;
    const auto found = all_.find(settings.contest);
    if (found == all_.end()) return;
    Contest& contest = *found->second;
    // A timed contest is over at its time, whether that was noticed before the server went down or
    // not.
    contest.tick(event.time);
    if (starts) return contest.game_started(settings.players);
    contest.game_ended(summary_of(id, game));
    touch();
}

}  // namespace kibitz::arena
