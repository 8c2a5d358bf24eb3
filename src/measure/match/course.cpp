#include "match/course.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace kibitz::match {

bool MatchCourse::Running::is_over() const {
    return std::ranges::all_of(games, [](const auto& game) { return game.has_value(); });
}

namespace {

// The games without those that a breakdown ended, and without the other game of their pair: a pair
// is what counts. Where the next round goes by the last one's results, somebody has to win each.
std::vector<GameSummary> counting_games(const MatchSettings& settings, const Encounter& encounter,
                                        const std::vector<GameSummary>& games,
                                        Standings& standings) {
    if (settings.crashes_lose || goes_by_results(settings.kind)) return games;
    const std::size_t together = encounter.paired ? 2 : 1;
    std::vector<GameSummary> counting;
    for (std::size_t begin = 0; begin < games.size(); begin += together) {
        const auto some = std::span(games).subspan(begin, std::min(together, games.size() - begin));
        const bool broke = std::ranges::any_of(
            some, [](const GameSummary& game) { return is_breakdown(game.end.ending); });
        for (const GameSummary& game : some)
            if (broke)
                standings.leave_out(game);
            else
                counting.push_back(game);
    }
    return counting;
}

}  // namespace

MatchCourse::MatchCourse(const MatchSettings& settings, Counted counted, Suffices suffices)
    : settings_(settings),
      counted_(std::move(counted)),
      suffices_(std::move(suffices)),
      schedule_(make_schedule(settings)),
      standings_(static_cast<int>(settings.players.size())) {}

std::optional<Encounter> MatchCourse::begin_encounter() {
    const auto encounter = schedule_->next(finished_);
    if (!encounter) {
        schedule_at_end_ = running_.empty();
        return std::nullopt;
    }
    Running& running = running_[encounter->number];
    running.encounter = *encounter;
    running.games.resize(static_cast<std::size_t>(encounter->games));
    return encounter;
}

void MatchCourse::record(const GameSummary& game) {
    Running& running = running_.at(game.task.encounter);
    running.games[static_cast<std::size_t>(game.task.game)] = game;
    count_in_order();
}

void MatchCourse::count_in_order() {
    for (auto at = running_.begin();
         at != running_.end() && at->first == next_counted_ && at->second.is_over();)
        at = finish(at);
}

void MatchCourse::count_out_of_order() {
    if (settings_.sprt) return;
    for (auto at = running_.begin(); at != running_.end();)
        at = at->second.is_over() ? finish(at) : std::next(at);
}

MatchCourse::RunningEncounters::iterator MatchCourse::finish(RunningEncounters::iterator at) {
    std::vector<GameSummary> games;
    for (const auto& game : at->second.games) games.push_back(*game);
    const Encounter encounter = at->second.encounter;
    next_counted_ = encounter.number + 1;
    const auto next = running_.erase(at);
    if (sprt_ == SprtState::open) count(encounter, games);
    return next;
}

void MatchCourse::count(const Encounter& encounter, const std::vector<GameSummary>& finished) {
    const auto games = counting_games(settings_, encounter, finished, standings_);
    standings_.add(encounter, games);
    int points = 0;
    for (const GameSummary& game : games)
        points += half_points(game.end.winner,
                              game.task.white == encounter.first ? Color::white : Color::black);
    // Only schedules that go by results look at old ones.
    if (goes_by_results(settings_.kind)) finished_[encounter.number] = {encounter, points};
    if (settings_.sprt)
        log_likelihood_ratio_ =
            statistics::log_likelihood_ratio(*settings_.sprt, standings_.against(0, 1));
    if (counted_) counted_(encounter);
    if (!settings_.sprt) return;
    const SprtState reached = judge(*settings_.sprt, log_likelihood_ratio_);
    if (reached != SprtState::open && (!suffices_ || suffices_(reached))) sprt_ = reached;
}

}  // namespace kibitz::match
