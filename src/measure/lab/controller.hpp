// Controller: keeps the workers of one test supplied with units, and knows when it is decided.
//
// It has no state of its own that matters: whoever takes over reads the log of results and the
// units that still wait, and goes on. So a broker that forgets something costs time and nothing
// else: a unit without a result, whatever the reason, is issued again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lab/result_fold.hpp"
#include "lab/unit.hpp"

namespace kibitz::lab {

struct ControllerRules {
    // So many units wait or are played for each game that the workers can play at once.
    double units_per_slot = 2;
    int fewest_units = 8;
    // A unit whose result has not come after this time, or after `patience_factor` times the median
    // of the last units if that is longer, is issued again.
    Time shortest_patience = std::chrono::minutes(3);
    double patience_factor = 2;
};

class Controller {
   public:
    // `settings` must live as long as this.
    explicit Controller(const match::MatchSettings& settings, const ControllerRules& rules = {});

    // Takes over: `waiting` are the units that the broker still holds. This is called after all
    // results that are stored have been added; every other hole is issued at the next tick.
    void take_over(Time now, const std::vector<UnitAttempt>& waiting);

    ResultVerdict add(Time now, const UnitResult& result);
    // In a test whose units are not played but make something, this one is done.
    ResultVerdict add_done(Time now, const WorkerName& worker, const UnitAttempt& unit);
    void void_worker(const WorkerName& worker) { fold_.void_worker(worker); }
    void restore_worker(const WorkerName& worker) { fold_.restore_worker(worker); }
    void doubt(ResultFold::IsStranger is_stranger) { fold_.doubt(std::move(is_stranger)); }
    void stop() { stopped_ = true; }
    // A verdict that is held back: the test goes on, and further units are evidence.
    void hold(bool is_held) { held_ = is_held; }

    // The units to issue now. `slots`: how many units the workers can play at once.
    std::vector<UnitAttempt> tick(Time now, int slots);

    [[nodiscard]] bool is_over() const { return stopped_ || (fold_.is_decided() && !held_); }
    [[nodiscard]] const ResultFold& fold() const { return fold_; }
    // How long a unit may be away before it is issued again.
    [[nodiscard]] Time patience() const;

   private:
    struct Issued {
        int attempt = 0;
        Time at{0};
    };
    UnitAttempt issue(int unit, Time now);

    ControllerRules rules_;
    ResultFold fold_;
    bool stopped_ = false, held_ = false;
    std::map<int, Issued> away_;    // units issued whose result has not come
    std::map<int, int> attempts_;   // of units issued more than once, or taken over
    std::vector<Time> turnaround_;  // of the last units that came back
    std::size_t next_turnaround_ = 0;
};

}  // namespace kibitz::lab
