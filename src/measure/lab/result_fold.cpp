#include "lab/result_fold.hpp"

#include <algorithm>

namespace kibitz::lab {

namespace {

// A result that is read before the unit's own issue was seen (a controller that has just begun) can
// be this far ahead. Far more units than any laboratory has in flight; so one forged number cannot
// open a schedule of millions.
constexpr int most_units_ahead = 20'000;

// Adds to a share what has come to the whole.
void add_growth(statistics::Tally& share, const statistics::Tally& before,
                const statistics::Tally& after) {
    share.games.wins += after.games.wins - before.games.wins;
    share.games.draws += after.games.draws - before.games.draws;
    share.games.losses += after.games.losses - before.games.losses;
    for (std::size_t i = 0; i < share.pairs.of.size(); ++i)
        share.pairs.of[i] += after.pairs.of[i] - before.pairs.of[i];
}

}  // namespace

ResultFold::ResultFold(const match::MatchSettings& settings) : settings_(settings) {
    begin_count();
}

void ResultFold::begin_count() {
    history_ = CourseHistory();
    shares_.clear();
    tally_ = {};
    hangs_on_.reset();
    if (settings_.players.size() != 2) {
        course_ = std::make_unique<match::MatchCourse>(settings_);
        return;
    }
    course_ = std::make_unique<match::MatchCourse>(
        settings_, [this](const match::Encounter& encounter) { counted(encounter); },
        [this](match::SprtState hypothesis) { return suffices(hypothesis); });
}

void ResultFold::counted(const match::Encounter& encounter) {
    history_.counted(*course_);
    hangs_on_.reset();
    const statistics::Tally tally = course_->standings().against(0, 1);
    if (const UnitResult* const result = chosen(encounter.number))
        add_growth(shares_[result->worker], tally_, tally);
    tally_ = tally;
}

bool ResultFold::suffices(match::SprtState hypothesis) {
    if (!is_stranger_) return true;
    Shares of_strangers;
    for (const auto& [worker, share] : shares_)
        if (is_stranger_(worker)) of_strangers[worker] = share;
    LeftOut left_out = leave_out(*settings_.sprt, hypothesis, tally_, of_strangers);
    if (judge(*settings_.sprt, left_out.log_likelihood_ratio) == hypothesis) return true;
    hangs_on_ = std::move(left_out);
    return false;
}

std::optional<match::Encounter> ResultFold::open_unit() {
    const auto encounter = course_->begin_encounter();
    if (!encounter) {
        at_end_ = true;
        return std::nullopt;
    }
    encounters_.push_back(*encounter);
    return encounter;
}

bool ResultFold::open_to(int unit) {
    if (unit < 0 || unit >= opened() + most_units_ahead) return false;
    while (opened() <= unit)
        if (!open_unit()) return false;
    return true;
}

ResultVerdict ResultFold::add(const UnitResult& result) {
    const int unit = result.unit.unit;
    if (!open_to(unit)) return ResultVerdict::unknown_unit;
    if (!has_games_of(result)) return ResultVerdict::wrong_games;
    const bool broke = std::ranges::any_of(result.games, [](const match::GameSummary& game) {
        return match::is_breakdown(game.end.ending);
    });
    if (broke && !settings_.crashes_lose) return ResultVerdict::broken;

    const bool had_result = chosen(unit) != nullptr;
    kept_[unit].push_back(result);
    if (is_void(result.worker)) return ResultVerdict::void_worker;
    if (had_result) return ResultVerdict::duplicate;
    for (const match::GameSummary& game : result.games) course_->record(game);
    return ResultVerdict::counts;
}

bool ResultFold::has_games_of(const UnitResult& result) const {
    const match::Encounter& unit = encounter(result.unit.unit);
    if (result.games.size() != static_cast<std::size_t>(unit.games)) return false;
    for (int game = 0; game < unit.games; ++game)
        if (result.games[static_cast<std::size_t>(game)].task != match::task_of(unit, game))
            return false;
    return true;
}

void ResultFold::void_worker(const WorkerName& worker) {
    if (void_.insert(worker).second) count_anew();
}

void ResultFold::restore_worker(const WorkerName& worker) {
    if (void_.erase(worker) != 0) count_anew();
}

void ResultFold::count_anew() {
    begin_count();
    for (int unit = 0; unit < opened(); ++unit) {
        course_->begin_encounter();
        if (const UnitResult* result = chosen(unit))
            for (const match::GameSummary& game : result->games) course_->record(game);
    }
}

const UnitResult* ResultFold::chosen(int unit) const {
    const auto kept = kept_.find(unit);
    if (kept == kept_.end()) return nullptr;
    const auto first = std::ranges::find_if(
        kept->second, [this](const UnitResult& result) { return !is_void(result.worker); });
    return first == kept->second.end() ? nullptr : &*first;
}

std::optional<WorkerName> ResultFold::author(int unit) const {
    const UnitResult* result = chosen(unit);
    if (result == nullptr) return std::nullopt;
    return result->worker;
}

std::vector<int> ResultFold::missing() const {
    std::vector<int> units;
    for (int unit = course_->next_counted(); unit < opened(); ++unit)
        if (chosen(unit) == nullptr) units.push_back(unit);
    return units;
}

bool ResultFold::is_decided() const {
    return course_->sprt() != match::SprtState::open ||
           (at_end_ && course_->next_counted() == opened());
}

}  // namespace kibitz::lab
