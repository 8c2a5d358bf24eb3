// ResultFold: what the results of a test amount to. A pure function of two logs: the results in the
// order in which the broker stored them, and the operators' decisions about workers.
//
// The first result of a unit that comes from a worker whose results count is the unit's result;
// later ones are kept as evidence. So a duplicate changes nothing, and voiding a worker leaves the
// state that the same logs would have made without it. Units are counted in the order of their
// numbers, as a match on one machine counts its encounters.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lab/course_history.hpp"
#include "lab/leave_out.hpp"
#include "lab/unit.hpp"
#include "match/course.hpp"

namespace kibitz::lab {

struct UnitResult {
    WorkerName worker;
    UnitAttempt unit;
    std::vector<match::GameSummary> games;  // of the encounter, in order
};

enum class ResultVerdict : std::uint8_t {
    counts,        // it is the unit's result now
    duplicate,     // the unit has one
    void_worker,   // the worker's results do not count at present
    unknown_unit,  // no unit of this test has been near that number
    wrong_games,   // these are not the games of that unit
    broken,        // an engine broke down in it: the unit is to be played again
};

class ResultFold {
   public:
    // `settings` must live as long as this, and its schedule may not depend on results: a test in
    // a laboratory is a round robin or a gauntlet.
    explicit ResultFold(const match::MatchSettings& settings);
    ResultFold(const ResultFold&) = delete;
    ResultFold& operator=(const ResultFold&) = delete;

    // From now on the sequential test goes on until it also ends without some of the machines of
    // which that says that they are strangers' (lab/leave_out.hpp).
    using IsStranger = std::function<bool(const WorkerName&)>;
    void doubt(IsStranger is_stranger) { is_stranger_ = std::move(is_stranger); }

    // Opens the next unit of the schedule; nothing when there is none.
    std::optional<match::Encounter> open_unit();
    // Opens the units up to that one; false if the schedule has no such unit, or none near it is
    // open.
    bool open_to(int unit);
    // Takes the next result of the log.
    ResultVerdict add(const UnitResult& result);
    // From now on none of the worker's results counts, earlier ones included; or all count again.
    void void_worker(const WorkerName& worker);
    void restore_worker(const WorkerName& worker);

    // Units with numbers below this are open.
    [[nodiscard]] int opened() const { return static_cast<int>(encounters_.size()); }
    [[nodiscard]] const match::Encounter& encounter(int unit) const {
        return encounters_[static_cast<std::size_t>(unit)];
    }
    // Whose result of a unit counts; nothing if none does yet.
    [[nodiscard]] std::optional<WorkerName> author(int unit) const;
    [[nodiscard]] bool is_void(const WorkerName& worker) const { return void_.contains(worker); }
    // Units that are open and have no result.
    [[nodiscard]] std::vector<int> missing() const;
    [[nodiscard]] const match::MatchCourse& course() const { return *course_; }
    // How it came to that; of a test between two players only.
    [[nodiscard]] const CourseHistory& history() const { return history_; }
    // Whom the hypothesis hangs on that the counts have reached; nothing if there is none, or if it
    // holds without them.
    [[nodiscard]] const std::optional<LeftOut>& hangs_on() const { return hangs_on_; }
    // A hypothesis is accepted, or every unit of the schedule is counted.
    [[nodiscard]] bool is_decided() const;

   private:
    [[nodiscard]] bool has_games_of(const UnitResult& result) const;
    // The stored result of a unit that counts; null: none.
    [[nodiscard]] const UnitResult* chosen(int unit) const;
    void begin_count();
    void count_anew();
    void counted(const match::Encounter& encounter);
    [[nodiscard]] bool suffices(match::SprtState hypothesis);

    const match::MatchSettings& settings_;
    std::vector<match::Encounter> encounters_;
    bool at_end_ = false;                          // the schedule has no further unit
    std::map<int, std::vector<UnitResult>> kept_;  // all valid ones of a unit, in the log's order
    std::set<WorkerName> void_;
    std::unique_ptr<match::MatchCourse> course_;
    CourseHistory history_;
    IsStranger is_stranger_;
    Shares shares_;            // of the counted units, in a test between two players
    statistics::Tally tally_;  // of all of them
    std::optional<LeftOut> hangs_on_;
};

}  // namespace kibitz::lab
