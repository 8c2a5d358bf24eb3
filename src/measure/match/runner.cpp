#include "match/runner.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "match/engine_rack.hpp"
#include "match/soundness.hpp"
#include "match/task_player.hpp"
#include "platform/cpu_binding.hpp"

namespace kibitz::match {

namespace {

// How often idle workers look whether they are to stop.
constexpr auto idle_look = std::chrono::milliseconds(50);

using SteadyClock = std::chrono::steady_clock;

class Runner {
   public:
    Runner(const MatchSettings& settings, const MatchEquipment& equipment,
           const std::vector<MatchObserver*>& observers, std::vector<ReplayedGame> replayed,
           const std::atomic<bool>& stop)
        : settings_(settings),
          equipment_(equipment),
          observers_(observers),
          stop_(stop),
          course_(settings, [this](const Encounter& encounter) { counted(encounter); }),
          state_{.settings = settings, .standings = course_.standings()} {
        for (ReplayedGame& game : replayed)
            replayed_.emplace(game.task.number, std::move(game.game));
    }

    MatchOutcome run();

   private:
    void work(int worker);
    // The next game for a worker; nothing when the match is over.
    std::optional<GameTask> take_task();
    std::optional<GameTask> next_task();
    void finish(const GameTask& task, const PlayedGame& game);
    void record(const GameTask& task, const PlayedGame& game);
    void counted(const Encounter& encounter);
    void fail_if_broken(const GameTask& task, const GameEnd& end);
    [[nodiscard]] bool is_ending() const {
        return stop_ || failure_ || unsoundness_ || course_.sprt() != SprtState::open;
    }
    template <class Call>
    void notify(Call call) {
        for (MatchObserver* observer : observers_) call(*observer);
    }

    const MatchSettings& settings_;
    const MatchEquipment& equipment_;
    const std::vector<MatchObserver*>& observers_;
    const std::atomic<bool>& stop_;
    const SteadyClock::time_point started_ = SteadyClock::now();

    std::mutex mutex_;  // guards all that follows
    std::condition_variable changed_;
    MatchCourse course_;
    std::deque<GameTask> waiting_;  // of encounters begun, not yet handed out
    std::map<std::int64_t, PlayedGame> replayed_;
    MatchState state_;
    std::optional<std::string> failure_;
    std::optional<std::string> unsoundness_;
    std::set<int> present_;  // players that could be started, in this run or an earlier one
    std::set<std::string> warned_;
};

MatchOutcome Runner::run() {
    {
        std::vector<std::jthread> workers;
        for (int worker = 0; worker < settings_.concurrency; ++worker)
            workers.emplace_back([this, worker] { work(worker); });
    }
    // Nothing runs any more.
    course_.count_out_of_order();
    const SprtState sprt = unsoundness_ ? SprtState::open : course_.sprt();
    if (sprt == SprtState::open && !failure_)
        unsoundness_ = find_unsoundness(settings_, course_.standings());
    return {.end = unsoundness_              ? MatchEnd::unsound
                   : sprt != SprtState::open ? MatchEnd::decided
                   : failure_                ? MatchEnd::failed
                   : course_.is_complete()   ? MatchEnd::completed
                                             : MatchEnd::stopped,
            .reason = unsoundness_.value_or(failure_.value_or("")),
            .standings = course_.standings(),
            .log_likelihood_ratio = course_.log_likelihood_ratio(),
            .sprt = sprt,
            .games_played = state_.games_played,
            .elapsed = SteadyClock::now() - started_};
}

void Runner::work(int worker) {
    std::optional<int> core;
    if (const CpuList cores = allowed_cpus(); settings_.pin_to_cores && !cores.empty())
        core = cores[static_cast<std::size_t>(worker) % cores.size()];
    EngineRack rack(settings_, core);
    while (const auto task = take_task()) {
        const PlayedGame game = play_task(rack, settings_, *task, equipment_.book.at(task->opening),
                                          equipment_.tablebase);
        rack.tidy();
        const std::lock_guard lock(mutex_);
        for (const std::string& warning : rack.take_warnings())
            if (warned_.insert(warning).second)  // every process of an engine lacks the same option
                notify([&](MatchObserver& observer) { observer.warned(warning); });
        finish(*task, game);
        changed_.notify_all();
    }
}

std::optional<GameTask> Runner::take_task() {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (is_ending()) return std::nullopt;
        if (auto task = next_task()) {
            if (const auto known = replayed_.find(task->number); known != replayed_.end()) {
                const PlayedGame game = std::move(known->second);
                replayed_.erase(known);
                notify([&](MatchObserver& observer) { observer.game_replayed(*task, game); });
                record(*task, game);
                continue;
            }
            notify([&](MatchObserver& observer) { observer.game_started(*task); });
            return task;
        }
        if (course_.is_complete()) return std::nullopt;
        changed_.wait_for(lock, idle_look);
    }
}

std::optional<GameTask> Runner::next_task() {
    if (waiting_.empty()) {
        const auto encounter = course_.begin_encounter();
        if (!encounter) return std::nullopt;
        for (int game = 0; game < encounter->games; ++game)
            waiting_.push_back(task_of(*encounter, game));
    }
    const GameTask task = waiting_.front();
    waiting_.pop_front();
    return task;
}

void Runner::finish(const GameTask& task, const PlayedGame& game) {
    notify([&](MatchObserver& observer) { observer.game_finished(task, game); });
    fail_if_broken(task, game.end);
    record(task, game);
}

void Runner::record(const GameTask& task, const PlayedGame& game) {
    if (game.end.ending != Ending::failed_start) present_.insert({task.white, task.black});
    ++state_.games_played;
    state_.elapsed = SteadyClock::now() - started_;
    course_.record(summarize(task, game));
}

void Runner::counted(const Encounter& encounter) {
    state_.log_likelihood_ratio = course_.log_likelihood_ratio();
    // A test ends at once; a tournament of many engines goes on for the others.
    if (settings_.sprt) unsoundness_ = find_unsoundness(settings_, course_.standings());
    state_.sprt = unsoundness_ ? SprtState::open : course_.sprt();
    notify([&](MatchObserver& observer) { observer.encounter_counted(encounter, state_); });
}

void Runner::fail_if_broken(const GameTask& task, const GameEnd& end) {
    if (!is_breakdown(end.ending) || failure_) return;
    const int loser = *end.winner == Color::white ? task.black : task.white;
    const bool is_there = end.ending != Ending::failed_start || present_.contains(loser);
    if (settings_.recover && is_there) return;
    failure_ = settings_.players[static_cast<std::size_t>(loser)].name() + ": " +
               to_string(end.ending) + (end.detail.empty() ? "" : " (" + end.detail + ")");
}

}  // namespace

MatchOutcome run_match(const MatchSettings& settings, const MatchEquipment& equipment,
                       const std::vector<MatchObserver*>& observers,
                       std::vector<ReplayedGame> replayed, const std::atomic<bool>& stop) {
    return Runner(settings, equipment, observers, std::move(replayed), stop).run();
}

}  // namespace kibitz::match
