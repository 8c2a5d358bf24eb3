#include "lab/controller.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::lab {

namespace {

// Units whose turnaround the patience is taken from.
constexpr std::size_t turnaround_window = 101;

}  // namespace

Controller::Controller(const match::MatchSettings& settings, const ControllerRules& rules)
    : rules_(rules), fold_(settings) {}

void Controller::take_over(Time now, const std::vector<UnitAttempt>& waiting) {
    for (const UnitAttempt& unit : waiting) {
        while (fold_.opened() <= unit.unit)
            if (!fold_.open_unit()) return;
        int& attempts = attempts_[unit.unit];
        attempts = std::max(attempts, unit.attempt);
        if (!fold_.author(unit.unit)) away_[unit.unit] = {.attempt = attempts, .at = now};
    }
}

ResultVerdict Controller::add(Time now, const UnitResult& result) {
    const ResultVerdict verdict = fold_.add(result);
    if (verdict == ResultVerdict::counts) {
        if (const auto away = away_.find(result.unit.unit); away != away_.end()) {
            const Time took = now - away->second.at;
            if (turnaround_.size() < turnaround_window)
                turnaround_.push_back(took);
            else
                turnaround_[next_turnaround_++ % turnaround_window] = took;
            away_.erase(away);
        }
    }
    if (verdict == ResultVerdict::broken) away_.erase(result.unit.unit);
    if (verdict != ResultVerdict::unknown_unit) {
        int& attempts = attempts_[result.unit.unit];
        attempts = std::max(attempts, result.unit.attempt);
    }
    return verdict;
}

// Its course counts units as games that have no winner.
ResultVerdict Controller::add_done(Time now, const WorkerName& worker, const UnitAttempt& unit) {
    if (!fold_.open_to(unit.unit)) return ResultVerdict::unknown_unit;
    const match::GameSummary done{
        .task = match::task_of(fold_.encounter(unit.unit), 0),
        .end = {.ending = match::Ending::draw_agreed, .winner = {}, .detail = {}}};
    return add(now, {.worker = worker, .unit = unit, .games = {done}});
}

Time Controller::patience() const {
    if (turnaround_.empty()) return rules_.shortest_patience;
    std::vector<Time> sorted = turnaround_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    const auto scaled =
        std::chrono::duration<double, Time::period>(*middle) * rules_.patience_factor;
    return std::max(rules_.shortest_patience, std::chrono::duration_cast<Time>(scaled));
}

UnitAttempt Controller::issue(int unit, Time now) {
    const int attempt = ++attempts_[unit];
    away_[unit] = {.attempt = attempt, .at = now};
    return {.unit = unit, .attempt = attempt};
}

std::vector<UnitAttempt> Controller::tick(Time now, int slots) {
    std::vector<UnitAttempt> units;
    if (is_over()) return units;
    const Time overdue = now - patience();
    for (const int unit : fold_.missing()) {
        const auto away = away_.find(unit);
        if (away == away_.end() || away->second.at < overdue) units.push_back(issue(unit, now));
    }
    const auto wanted = static_cast<std::size_t>(
        std::max(rules_.fewest_units, static_cast<int>(std::ceil(slots * rules_.units_per_slot))));
    while (away_.size() < wanted) {
        const auto unit = fold_.open_unit();
        if (!unit) break;
        units.push_back(issue(unit->number, now));
    }
    return units;
}

}  // namespace kibitz::lab
