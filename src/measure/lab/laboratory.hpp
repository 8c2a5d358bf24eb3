// Laboratory: all tests with their controllers, the units that wait, the leases, and the workers.
// It decides what a gate answers.
//
// A state machine in its caller's time. What must last is a fact: the caller stores it in the log
// first and applies it then; applying the log's facts in their order restores the state. Leases and
// waiting units are not in the log: after a restart every unit without a result is issued again,
// and a worker that still plays one renews its lease and so keeps it.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/assigned_unit.hpp"
#include "lab/assignment.hpp"
#include "lab/audit.hpp"
#include "lab/controller.hpp"
#include "lab/fact.hpp"
#include "lab/field_fault.hpp"
#include "lab/residuals.hpp"
#include "lab/trial.hpp"
#include "lab/unit_check.hpp"

namespace kibitz::lab {

struct LaboratoryRules {
    // A unit that is not renewed for so long waits for another worker.
    Time lease = std::chrono::seconds(90);
    // A worker that has not been seen for so long is not expected to take units.
    Time quiet = std::chrono::minutes(2);
    // A worker whose results were refused so often since the gate's start takes no further unit.
    int most_refusals = 3;
    ControllerRules controller{};
    AuditRules audits{};
    // What workers have to measure their speed with (lab_net/speed_meter.hpp).
    std::string yardstick{};
    DataRules data{};
    // Tests of authors and approvers wait until somebody else approves them.
    bool needs_approval = true;
    // So many tests of one author may wait for that.
    int most_proposed = 20;
};

// Where a stored result is in the log.
using LogPlace = std::uint64_t;

class Laboratory {
   public:
    struct Test {
        TestId id;
        TestPlan plan;
        match::MatchSettings settings;
        match::OpeningBook book;
        TestNeeds needs;
        std::unique_ptr<Controller> controller;
        bool was_stopped = false;
        std::deque<UnitAttempt> waiting{};
        bool is_deterministic = false;
        struct Stored {
            LogPlace place = 0;
            GamesDigest digest = 0;  // of a deterministic test
            DataTotals data{};       // of a test that makes training data
        };
        // The first result that each worker stored for a unit, which is the one that counts.
        std::map<std::pair<int, WorkerName>, Stored> stored{};
        std::set<int> to_audit{};  // units that an own machine is to play again
        // Whose fault on whose machine, in all stored results, whether they count or not.
        struct FaultPlace {
            int player = 0;
            WorkerName worker;
            uci_client::FaultKind kind{};

            auto operator<=>(const FaultPlace&) const = default;
        };
        struct Faults {
            int count = 0;
            // The last one.
            int unit = 0, game = 0;
            std::string detail{};
        };
        std::map<FaultPlace, Faults> faults{};
        // In a test between two players this is what each worker has found, audits left out.
        std::map<WorkerName, WorkerSample> samples{};
        DataTotals data{};  // of all units that count

        // --- Of a checked test: whose results it may rest on (lab/trial.hpp) ---

        std::map<WorkerName, int> broken{};  // units that an engine's breakdown ended
        // Machines whose results do not count here, and why.
        std::map<WorkerName, std::string> set_aside{};
        std::set<WorkerName> excused{};  // restored by the operator
        // What a verdict that the counts have reached lacks. Empty: nothing, or there is none yet.
        std::string lack{};
        bool lacks_units = false;  // it wants further units, and of others than of these:
        std::set<WorkerName> enough{};
        // It was given: from now on only an operator takes it back.
        bool is_verdict_given = false;
        // The state whose end was told (EndTold). Empty: none.
        std::string told_end{};

        // --- Who began it, and what people did to it (lab/test_control.hpp) ---

        WorkerName author{};       // empty: not known
        bool is_proposed = false;  // it waits for approval
        WorkerName approver{};     // empty: nobody yet, or nobody was needed
        bool is_paused = false;
        WorkerName stopped_by{};
        std::string why_stopped{};

        // Whether units of it may be given out, for all that people say.
        [[nodiscard]] bool is_let() const { return !is_proposed && !is_paused; }
    };
    // What a worker has played, whether it counts or not.
    struct WorkRecord {
        std::int64_t games = 0, faults = 0;
        std::uint64_t nodes = 0;
        std::chrono::nanoseconds thinking{0};  // of all engines together
    };
    struct Worker {
        KeyAdded key;
        bool is_revoked = false;
        bool is_void = false;
        int cores = 0;
        bool can_build = false;
        bool can_make_data = false;
        InstructionSet instructions = InstructionSet::any;
        std::int64_t speed = 0;      // nodes a second of one core; 0: not known
        std::optional<Time> seen{};  // since the gate's start
        int results = 0;             // stored, whether they count or not
        WorkRecord record{};
        int refusals = 0;             // since the gate's start
        int audited = 0;              // results that an own machine has played again
        int differing = 0;            // of those, other games than the own machine found
        std::string last_trouble{};   // of the last refusal or declined unit, for people
        std::string speed_trouble{};  // why its speed counts for nothing now, if that matters

        [[nodiscard]] const std::string& trouble() const {
            return speed_trouble.empty() ? last_trouble : speed_trouble;
        }
        std::set<TestId> declined{};  // tests that it cannot play

        // Its owner or the operator has looked into it.
        void try_again() {
            declined.clear();
            last_trouble.clear();
        }
    };
    struct Lease {
        TestId test;
        UnitAttempt unit;
        WorkerName worker;

        auto operator<=>(const Lease&) const = default;
    };

    // Numbers as text, in the order of the numbers: the test that began first is the first.
    struct ByNumber {
        bool operator()(const TestId& a, const TestId& b) const {
            return a.size() != b.size() ? a.size() < b.size() : a < b;
        }
    };
    using Tests = std::map<TestId, std::unique_ptr<Test>, ByNumber>;

    explicit Laboratory(const LaboratoryRules& rules = {}) : rules_(rules) {}
    Laboratory(const Laboratory&) = delete;
    Laboratory& operator=(const Laboratory&) = delete;

    // Applies a fact that is in the log. The error names what does not fit.
    std::expected<void, std::string> apply(Time now, LogPlace place, Fact fact);

    // After all facts of a log were applied: a test whose last unit is among them is over from now
    // on, and not only when a worker asks for another one.
    void restored(Time now) { top_up(now); }

    // What was uploaded, and where its pieces are in the log.
    struct Upload {
        std::vector<std::optional<LogPlace>> pieces{};

        [[nodiscard]] bool is_whole() const;
    };

    // Whether such a test can begin; the fact that it does, or that it waits for approval. `by`:
    // the name of its author's key; empty: the operator of this process.
    [[nodiscard]] std::expected<TestBegun, FieldFault> propose(TestPlan plan,
                                                               const WorkerName& by = {}) const;
    // The role of a key that is valid; a worker's for every other name.
    [[nodiscard]] Role role_of(const WorkerName& name) const;

    // Null: nothing whole with that hash was uploaded.
    [[nodiscard]] const Upload* upload(const std::string& hash) const;
    // Whether a test that the worker may play has an engine of that content.
    [[nodiscard]] bool may_fetch(const WorkerName& worker, const std::string& hash) const;

    // --- What workers ask ---

    // What a worker says of its machine. A speed that cannot be compared counts as none.
    struct Machine {
        int cores = 0;
        bool can_build = false;
        bool can_make_data = false;
        InstructionSet instructions = InstructionSet::any;
        std::optional<std::int64_t> speed{};  // 0: not measured; none: it never will be
        std::string yardstick{};              // what the speed was measured with
        // Its worker has just been started: what it could not play before, it may play now.
        bool has_started = false;
    };
    void saw(Time now, const WorkerName& worker, const Machine& machine);
    // Whether the worker should measure its speed: there are games with a clock for it.
    [[nodiscard]] bool wants_speed(const WorkerProfile& worker) const;
    std::optional<AssignedUnit> take(Time now, const WorkerProfile& worker);
    // False: the unit is no longer wanted from it.
    bool renew(Time now, const Lease& lease);
    // The worker gives a unit back. If there is a reason, the worker cannot play that test at all.
    void give_back(const Lease& lease, const std::string& reason);
    // The fact to be stored; nothing if the result is not needed, because it is there already or
    // the test is over. The error says what is wrong with the games, and counts as a refusal.
    // `games`: a list, or a text if the unit makes training data. `time_permille`: what the unit
    // was given.
    std::expected<std::optional<ResultStored>, std::string> check(
        Time now, const Lease& lease, const nlohmann::json& games,
        int time_permille = match::whole_time);

    // --- How things stand ---

    [[nodiscard]] const Tests& tests() const { return tests_; }
    [[nodiscard]] const std::map<WorkerName, Worker>& workers() const { return workers_; }
    [[nodiscard]] int leases_of(const TestId& test) const;
    [[nodiscard]] int leases_of_worker(const WorkerName& worker) const;
    // The log places of the results that count, of units from that number on, in order; at most so
    // many units.
    [[nodiscard]] std::vector<LogPlace> counting_results(const Test& test, int from,
                                                         int most) const;

   private:
    struct Apply;

    // Sets machines aside, and gives the verdict or holds it back. This is called after every fact
    // that can change that.
    void judge(Test& test);
    void set_aside(Test& test, const WorkerName& name, const std::string& why);
    [[nodiscard]] std::vector<TriedMachine> machines_of(const Test& test) const;
    [[nodiscard]] int audits_due(const Test& test) const;
    static bool has_reached_verdict(const Test& test);
    // `differing`: two machines that nobody can tell between.
    void hold_back(Test& test, const std::vector<WorkerName>& differing);
    [[nodiscard]] bool may_have_unit(Time now, const Test& test, const Worker& worker) const;
    [[nodiscard]] static bool is_meant_for(const Test& test, const Worker& worker);
    // Whether one more machine may play it, or this one does already.
    [[nodiscard]] bool has_room_for(const Test& test, const WorkerName& name) const;

    void top_up(Time now);
    void compare(Test& test, int unit, const WorkerName& worker);
    void record_work(Test& test, const ResultStored& fact,
                     const std::vector<match::ReplayedGame>& games);
    [[nodiscard]] bool may_take(const Worker& worker) const;
    std::optional<AssignedUnit> take_audit(Time now, const WorkerProfile& profile);
    std::optional<AssignedUnit> take_next(Time now, const WorkerProfile& profile);
    void end_leases(Time now);
    [[nodiscard]] Test* find(const TestId& test);
    // Whether a result of the unit by that worker would count.
    [[nodiscard]] bool wants(const Test& test, const Lease& lease) const;
    // A unit that was issued before the gate's last start, as the worker's lease proves.
    static void know_of(Time now, Test& test, const UnitAttempt& unit);
    [[nodiscard]] int slots(Time now) const;
    // The first whose units wait for a machine of known speed; null: none.
    [[nodiscard]] const Test* test_with_clocks() const;
    // What is stored of the games of a unit; or what is wrong with them.
    using Checked = std::expected<nlohmann::json, std::string>;
    [[nodiscard]] static Checked checked_games(const Test& test, int unit,
                                               const nlohmann::json& games, int time_permille);
    [[nodiscard]] Checked checked_data(const Test& test, int unit,
                                       const nlohmann::json& games) const;
    [[nodiscard]] static AssignedUnit assign(const Test& test, const UnitAttempt& unit,
                                             const WorkerProfile& worker);

    LaboratoryRules rules_;
    Tests tests_;
    std::map<WorkerName, Worker> workers_;
    std::map<Lease, Time> leases_;  // and when they end
    std::map<std::string, Upload> uploads_;
};

}  // namespace kibitz::lab
