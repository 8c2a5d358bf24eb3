#include "arena/hall.hpp"

#include <algorithm>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

namespace {

constexpr std::size_t id_bytes = 8;

// As text that no names can make ambiguous.
std::string meeting_key(std::string_view game, std::string_view contest, std::string_view a,
                        std::string_view b) {
    const auto [first, second] = std::minmax(a, b);
    return Json{game, contest, first, second}.dump();
}

}  // namespace

std::expected<GameId, Refusal> Hall::start(const GameSettings& settings, Time now, Effects& effects,
                                           const std::function<void(const GameId&)>& introduce,
                                           GameId id) {
    if (is_closed_) return refuse(ErrorCode::server_closing, closed_text);
    auto game = LiveGame::start(settings, now);
    if (!game) return std::unexpected(game.error());
    if (id.empty()) id = to_hex(secrets_.random(id_bytes));
    Table& table = tables_.emplace(id, Table{*std::move(game), std::nullopt}).first->second;
    if (introduce) introduce(id);
    publish(id, table, std::vector(table.game.events()), effects);
    return id;
}

std::expected<void, Refusal> Hall::act(const GameId& id, Side side, const GameAction& action,
                                       Time now, Effects& effects) {
    const auto found = tables_.find(id);
    if (found == tables_.end()) return refuse(ErrorCode::no_such_game, "there is no such game");
    const auto events = found->second.game.act(side, action, now);
    if (!events) return std::unexpected(events.error());
    publish(id, found->second, *events, effects);
    return {};
}

bool Hall::abort(const GameId& id, Time now, Effects& effects) {
    const auto found = tables_.find(id);
    if (found == tables_.end() || found->second.game.end()) return false;
    publish(id, found->second, found->second.game.abort(now), effects);
    return true;
}

std::optional<Time> Hall::deadline() const {
    if (deadlines_.empty()) return std::nullopt;
    return deadlines_.begin()->first;
}

void Hall::tick(Time now, Effects& effects) {
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
        const GameId id = deadlines_.begin()->second;
        Table& table = tables_.find(id)->second;
        deadlines_.erase(deadlines_.begin());
        table.deadline.reset();
        publish(id, table, table.game.tick(now), effects);
    }
}

Replayed Hall::replay(const LogEntry& entry) {
    auto event = game_event_of(entry.fact);
    if (!event || event->number != entry.number) return damaged(entry, "it is no event of a game");
    auto found = tables_.find(entry.stream);
    const std::size_t known = found == tables_.end() ? 0 : found->second.game.events().size();
    if (auto ordered = check_order(entry, static_cast<int>(known) + 1); !ordered) return ordered;
    if (found == tables_.end()) {
        auto game = LiveGame::replay({*std::move(event)});
        if (!game) return damaged(entry, "no game can begin like this");
        found = tables_.emplace(entry.stream, Table{*std::move(game), std::nullopt}).first;
    } else if (!found->second.game.accept(*event)) {
        return damaged(entry, "this event is not possible in the game");
    }
    const std::vector<GameEvent> events{found->second.game.events().back()};
    keep_books(found->first, found->second, events);
    return {};
}

// A game is its events. Its deadline is part of it; what is done about it live is not.
void Hall::serialise(Serialiser& s) {
    auto& [secrets, is_closed, listeners, tables, deadlines, order, finished, met, surplus] = *this;
    std::map<GameId, std::vector<Json>> games;
    if (!s.is_reading())
        for (const auto& [id, table] : tables)
            for (const GameEvent& event : table.game.events()) games[id].push_back(to_json(event));
    s(games, order, finished, met, surplus);
    for (const auto& [id, facts] : s.is_reading() ? games : decltype(games)()) {
        std::vector<GameEvent> events;
        for (const Json& fact : facts)
            if (auto event = game_event_of(fact)) events.push_back(*std::move(event));
        auto game = LiveGame::replay(events);
        if (!game) return s.fail();
        const auto deadline = game->deadline();
        if (deadline) deadlines.emplace(*deadline, id);
        tables.emplace(id, Table{*std::move(game), deadline});
    }
}

void Hall::resume(Time now, Effects& effects) {
    for (const GameId& id : live_games()) {
        Table& table = tables_.find(id)->second;
        publish(id, table, table.game.pause(now), effects);
    }
}

void Hall::publish(const GameId& id, Table& table, std::span<const GameEvent> events,
                   Effects& effects) {
    std::vector<std::string> facts;
    for (const GameEvent& event : events) {
        Json fact = to_json(event);
        facts.push_back(fact.dump());
        effects.emplace_back(LogEntry{id, event.number, std::move(fact), facts.back()});
    }
    const LiveGame& game = table.game;
    // Books first: a listener may look at them. A finished game stays until the next one ends.
    keep_books(id, table, events);
    if (events.empty()) return;
    for (Listener* listener : listeners_) listener->on_events(id, game, events, facts, effects);
}

void Hall::keep_books(const GameId& id, Table& table, std::span<const GameEvent> events) {
    // A deadline that is put off stays where it is: most moves put it off, and tick() looks again.
    const auto deadline = table.game.deadline();
    if (!deadline || !table.deadline || *deadline < *table.deadline) {
        if (table.deadline) deadlines_.erase({*table.deadline, id});
        if (deadline) deadlines_.emplace(*deadline, id);
        table.deadline = deadline;
    }

    const GameSettings& settings = table.game.settings();
    for (const GameEvent& event : events) {
        if (std::holds_alternative<Started>(event.fact)) {
            count_meeting(settings, 1);
        } else if (const auto* end = std::get_if<Ended>(&event.fact)) {
            finished_order_.push_back(id);
            if (end->ending == Ending::aborted)
                count_meeting(settings, -1);
            else
                finished_.add(summary_of(id, table.game));
        }
    }
    if (finished_order_.size() > most_finished_games) {
        tables_.erase(finished_order_.front());
        finished_order_.pop_front();
    }
}

void Hall::count_meeting(const GameSettings& settings, int change) {
    const auto& [first, second] = settings.players;
    // Other contests count their own.
    if (settings.contest.empty() || settings.is_classic)
        meetings_[meeting_key(settings.game, settings.contest, first, second)] += change;
    first_side_surplus_[{settings.game, first}] += change;
    first_side_surplus_[{settings.game, second}] -= change;
}

void Hall::conceal(const Renames& shown) {
    for (auto& [id, table] : tables_) table.game.conceal(shown);
    finished_.conceal(shown);
}

const LiveGame* Hall::find(const GameId& id) const {
    const auto found = tables_.find(id);
    return found == tables_.end() ? nullptr : &found->second.game;
}

std::vector<GameId> Hall::live_games() const {
    std::vector<GameId> ids;
    for (const auto& [deadline, id] : deadlines_) ids.push_back(id);
    std::ranges::sort(ids);
    return ids;
}

int Hall::meetings(std::string_view game, std::string_view contest, std::string_view a,
                   std::string_view b) const {
    const auto found = meetings_.find(meeting_key(game, contest, a, b));
    return found == meetings_.end() ? 0 : found->second;
}

int Hall::first_side_surplus(std::string_view game, std::string_view player) const {
    const auto found = first_side_surplus_.find({std::string(game), std::string(player)});
    return found == first_side_surplus_.end() ? 0 : found->second;
}

const LiveGame* find_or_replay(const Hall& hall, const FindGame& find_game, const GameId& id,
                               const Renames& shown, std::optional<LiveGame>& stored) {
    if (const LiveGame* game = hall.find(id)) return game;
    stored = LiveGame::replay(find_game(id, shown));
    return stored ? &*stored : nullptr;
}

}  // namespace kibitz::arena
