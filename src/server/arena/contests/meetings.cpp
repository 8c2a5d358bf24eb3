#include "arena/contests/meetings.hpp"

#include <algorithm>

#include "arena/fields.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::arena {

namespace {

constexpr const char* meeting_result = "result";

std::string stream_of(const std::pair<std::string, std::string>& key) {
    return std::string(Meetings::stream_prefix) + key.second + "/" + key.first;
}

// A contest out of what was written down of it, if that could be read.
void restore(Contest& contest, const Json& fact) {
    if (fact.empty()) return;
    for (const Json& player : fact["players"]) contest.join(player);
    for (const Json& played : fact["contest"]["games"]) {
        GameSummary game{
            .id = played["id"], .players = played["players"], .reason = played["reason"]};
        const auto ending = std::ranges::find(ending_names, played["ending"].get<std::string>());
        game.ending = static_cast<Ending>(ending - ending_names.begin());
        if (!played["winner"].is_null())
            game.winner = played["winner"] == 0 ? Side::first : Side::second;
        contest.game_started(game.players);
        contest.game_ended(game);
    }
}

}  // namespace

void Meetings::replay_event(const GameId& id, const LiveGame& game, const GameEvent& event) {
    const bool starts = std::holds_alternative<Started>(event.fact);
    if (!starts && !std::holds_alternative<Ended>(event.fact)) return;
    const GameSettings& settings = game.settings();
    const Key key{settings.contest, settings.game};
    Kept& one = kept(key, settings);
    by_age_.erase({one.last, key});
    one.last = event.time;
    by_age_.emplace(one.last, key);
    last_game_[settings.contest] = settings.game;
    if (starts)
        one.contest.game_started(settings.players);
    else
        one.contest.game_ended(summary_of(id, game));
}

// A new one, where there is none yet.
Meetings::Kept& Meetings::kept(const Key& key, const GameSettings& game) {
    if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
    const ContestSettings settings{.name = key.first,
                                   .organiser = "",
                                   .format = &MeetingContest::format,
                                   .terms = {.game = game.game,
                                             .base = game.clock.base,
                                             .increment = game.clock.increment,
                                             .rated = game.rated},
                                   .rounds = 0};
    Kept& one = kept_.emplace(key, Kept{MeetingContest(settings, Time()), Time()}).first->second;
    if (away_.contains(key)) {
        restore(one.contest, stored(key));
        away_.erase(key);
    }
    return one;
}

void Meetings::put_away(Time now, Effects& effects) {
    while (kept_.size() > most_kept) {
        const auto [last, key] = *by_age_.begin();
        const Contest& contest = kept_.at(key).contest;
        if (last + longest_rest > now || !contest.is_settled()) return;
        const LogEntry entry{stream_of(key), entries_[key] + 1,
                             Json{{"type", meeting_result},
                                  {"name", key.first},
                                  {"game", key.second},
                                  {"players", contest.players()},
                                  {"contest", contest.to_json()}}};
        // Live or out of the log, an entry does the same.
        if (replay(entry)) effects.emplace_back(entry);
    }
}

Replayed Meetings::replay(const LogEntry& entry) {
    const auto name = text_field(entry.fact, "name"), game = text_field(entry.fact, "game");
    if (!name || !game || text_field(entry.fact, "type") != meeting_result)
        return damaged(entry, "it is no state of a contest");
    const Key key{*name, *game};
    if (auto ordered = check_order(entry, entries_[key] + 1); !ordered) return ordered;
    const auto found = kept_.find(key);
    if (entry.stream != stream_of(key) || found == kept_.end() ||
        !found->second.contest.is_settled())
        return damaged(entry, "there is no such contest to be put away");
    away_[key] = {found->second.contest.to_short_json(), ++entries_[key]};
    by_age_.erase({found->second.last, key});
    kept_.erase(found);
    return {};
}

void Meetings::Kept::serialise(Serialiser& s) {
    auto& [its_contest, time] = *this;
    s(its_contest, time);
}

void Meetings::Away::serialise(Serialiser& s) {
    auto& [json, number] = *this;
    s(json, number);
}

void Meetings::serialise(Serialiser& s) {
    auto& [read, kept, by_age, away, entries, last_game] = *this;
    s(kept, by_age, away, entries, last_game);
}

// Empty if it cannot be read.
Json Meetings::stored(const Key& key) const {
    const auto entries = read_({stream_of(key)});
    const auto last = static_cast<std::size_t>(away_.at(key).entry);
    return last <= entries.size() ? entries[last - 1].fact : Json::object();
}

std::optional<Json> Meetings::shown(std::string_view name) const {
    const auto game = last_game_.find(name);
    return game == last_game_.end() ? std::nullopt : shown(name, game->second);
}

std::optional<Json> Meetings::shown(std::string_view name, std::string_view game) const {
    const Key key{name, game};
    if (const auto found = kept_.find(key); found != kept_.end())
        return found->second.contest.to_json();
    if (!away_.contains(key)) return std::nullopt;
    const Json fact = stored(key);
    const Json* contest = field(fact, "contest");
    return contest ? std::optional(*contest) : std::nullopt;
}

std::vector<Json> Meetings::listed() const {
    std::vector<Json> list;
    for (const auto& [name, game] : last_game_) {
        const Key key{name, game};
        const auto found = kept_.find(key);
        list.push_back(found != kept_.end() ? found->second.contest.to_short_json()
                                            : away_.at(key).in_short);
    }
    return list;
}

}  // namespace kibitz::arena
