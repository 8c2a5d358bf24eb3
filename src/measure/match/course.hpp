// MatchCourse: which encounter is played next, and what the finished ones amount to.
//
// It knows nothing of threads, clocks and engines: a runner on this machine and a laboratory of
// many machines feed it alike. Encounters are counted in the order of their numbers, however long
// their games take: so neither the speed of games nor an interruption changes where a sequential
// test ends, and short games do not come first.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "match/schedule.hpp"
#include "match/settings.hpp"
#include "match/standings.hpp"
#include "statistics/sprt.hpp"

namespace kibitz::match {

using statistics::SprtState;

class MatchCourse {
   public:
    // Called for each encounter when it has been counted.
    using Counted = std::function<void(const Encounter&)>;
    // Asked, after `Counted`, when the results have reached a bound of the sequential test. False:
    // they do not suffice for that hypothesis yet, and the test goes on.
    using Suffices = std::function<bool(SprtState)>;

    // `settings` must live as long as this.
    explicit MatchCourse(const MatchSettings& settings, Counted counted = {},
                         Suffices suffices = {});

    // The next encounter, which is running from now on. Nothing: none before some that are running
    // are over, or, if none is running, none at all.
    std::optional<Encounter> begin_encounter();

    // A finished game of a running encounter.
    void record(const GameSummary& game);

    // Counts every encounter that is over, whatever is missing before it: for a match that ends
    // before its schedule does. A sequential test ends where it ended.
    void count_out_of_order();

    // The schedule has no further encounter, and none is running.
    [[nodiscard]] bool is_complete() const { return schedule_at_end_ && running_.empty(); }
    [[nodiscard]] const Standings& standings() const { return standings_; }  // of those counted
    [[nodiscard]] double log_likelihood_ratio() const { return log_likelihood_ratio_; }
    [[nodiscard]] SprtState sprt() const { return sprt_; }
    // The number of the first encounter that has not been counted in order.
    [[nodiscard]] int next_counted() const { return next_counted_; }

   private:
    struct Running {
        Encounter encounter;
        std::vector<std::optional<GameSummary>> games;

        [[nodiscard]] bool is_over() const;
    };
    using RunningEncounters = std::map<int, Running>;

    void count_in_order();
    RunningEncounters::iterator finish(RunningEncounters::iterator at);
    void count(const Encounter& encounter, const std::vector<GameSummary>& finished);

    const MatchSettings& settings_;
    Counted counted_;
    Suffices suffices_;
    std::unique_ptr<Schedule> schedule_;
    bool schedule_at_end_ = false;
    RunningEncounters running_;  // encounters begun and not counted, by number
    std::map<int, EncounterResult> finished_;
    int next_counted_ = 0;
    Standings standings_;
    double log_likelihood_ratio_ = 0;
    SprtState sprt_ = SprtState::open;
};

}  // namespace kibitz::match
