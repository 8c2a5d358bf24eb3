// Tests of a laboratory that make training data: what counts, what is refused, and what a log says.
// The data are words; what real ones look like is the business of train.data_unit.
#include "lab/data_plan.hpp"

#include <map>
#include <memory>
#include <optional>

#include "lab/laboratory.hpp"
#include "lab/views.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

// Ten positions for each game; Black wins one in each unit, White the others.
DataTotals totals_of(int games) {
    return {.games = games, .positions = 10L * games, .results = {1, 0, games - 1}};
}

LaboratoryRules rules_with_data() {
    LaboratoryRules rules;
    rules.data.check_plan = [](const DataPlan& plan) -> std::expected<void, std::string> {
        if (plan.games > 100) return std::unexpected("too many games");
        return {};
    };
    rules.data.check_unit = [](const DataPlan& plan, int unit,
                               const std::string& games) -> std::expected<DataTotals, std::string> {
        if (!games.starts_with("unit " + std::to_string(unit))) return std::unexpected("not these");
        return totals_of(plan.games);
    };
    return rules;
}

TestPlan plan_of(int units, int games = 4) {
    TestPlan plan{.arguments = {}};
    plan.data = DataPlan{.units = units, .games = games, .seed = 7, .signature = 99};
    return plan;
}

WorkerProfile worker_named(const WorkerName& name, Trust trust = Trust::volunteer) {
    return {.name = name,
            .trust = trust,
            .free_cores = 8,
            .free_memory = 1'000'000'000,
            .can_make_data = true};
}

// A laboratory with its log.
class Log {
   public:
    Log() { restart(); }

    void store(Fact fact) {
        log_.push_back(to_json(fact).dump());
        REQUIRE(lab_->apply(now_, log_.size() - 1, std::move(fact)));
    }
    void restart() {
        lab_ = std::make_unique<Laboratory>(rules_with_data());
        for (std::size_t place = 0; place < log_.size(); ++place) {
            auto fact = fact_from_json(json::parse(log_[place]));
            REQUIRE(fact);
            REQUIRE(lab_->apply(now_, place, *std::move(fact)));
        }
        lab_->restored(now_);
    }
    void add_key(const WorkerName& name, Trust trust = Trust::volunteer) {
        store(KeyAdded{.name = name, .secret_hash = "hash", .trust = trust});
    }
    std::optional<AssignedUnit> take(const WorkerProfile& worker) {
        lab_->saw(now_, worker.name, {.cores = 8, .can_make_data = worker.can_make_data});
        return lab_->take(now_, worker);
    }
    // What is refused is the error.
    std::string deliver(const WorkerName& worker, const AssignedUnit& unit, const json& data) {
        auto fact = lab_->check(now_, {unit.test, unit.attempt, worker}, data);
        if (!fact) return fact.error();
        if (*fact) store(**std::move(fact));
        return "";
    }
    json summary() { return summary_of(*lab_, *lab_->tests().at("1")); }
    Laboratory& lab() { return *lab_; }

   private:
    Time now_ = 1h;
    std::vector<std::string> log_;
    std::unique_ptr<Laboratory> lab_;
};

std::string data_of(const AssignedUnit& unit) {
    return "unit " + std::to_string(unit.attempt.unit);
}

}  // namespace

TEST_CASE("a laboratory without the training's modules makes no data") {
    const Laboratory lab;
    CHECK(lab.propose(plan_of(3)).error().text ==
          "this laboratory's kibitz was built without training");
    const Laboratory with(rules_with_data());
    CHECK(with.propose(plan_of(3)));
    CHECK(with.propose(plan_of(3, 101)).error().text == "too many games");
    TestPlan plan = plan_of(3);
    plan.data->contents = {"hash"};
    CHECK(with.propose(plan).error().text == "a file of this training data was not uploaded");
}

TEST_CASE("each unit counts once, and the log says the same after a restart") {
    Log log;
    log.add_key("ann");
    log.add_key("bob");
    log.store(*log.lab().propose(plan_of(5)));
    WorkerProfile old = worker_named("old");
    old.can_make_data = false;
    CHECK_FALSE(log.take(old));

    std::map<int, int> units;
    for (int unit = 0; unit < 5; ++unit) {
        if (unit == 3) log.restart();
        const WorkerName name = unit % 2 == 0 ? "ann" : "bob";
        const auto taken = log.take(worker_named(name));
        REQUIRE(taken);
        REQUIRE(taken->data);
        CHECK(taken->data->seed == 7);
        CHECK(taken->data->signature == 99);
        ++units[taken->attempt.unit];
        CHECK(log.deliver(name, *taken, "nonsense") == "not these");
        CHECK(log.deliver(name, *taken, json::array()) == "training data is a text");
        CHECK(log.deliver(name, *taken, data_of(*taken)).empty());
        // The answer was lost, and another worker is late.
        CHECK(log.deliver(name, *taken, data_of(*taken)).empty());
        CHECK(log.deliver(unit % 2 == 0 ? "bob" : "ann", *taken, data_of(*taken)).empty());
        log.restart();  // refusals are forgotten, or the workers would get no further unit
    }
    CHECK(units.size() == 5);
    CHECK_FALSE(log.take(worker_named("ann")));
    for (int restarts = 0; restarts < 2; ++restarts) {
        const json summary = log.summary();
        CHECK(summary.at("state") == "complete");
        CHECK(summary.at("games") == 20);
        CHECK(summary.at("data") == json{{"positions", 200}, {"results", {5, 0, 15}}});
        CHECK(summary.at("text") ==
              "20 of 20 games  200 positions  White 75 %, drawn 0 %, Black 25 %\n");
        CHECK(details_of(log.lab(), *log.lab().tests().at("1")).at("mostGames") == 20);
        log.restart();
    }
    CHECK(log.lab().counting_results(*log.lab().tests().at("1"), 0, 100).size() == 5);
}

TEST_CASE("what a void worker made does not count, and is made again") {
    Log log;
    log.add_key("ann");
    log.add_key("bob");
    log.store(*log.lab().propose(plan_of(2)));
    for (const char* name : {"ann", "bob"}) {
        const auto unit = log.take(worker_named(name));
        REQUIRE(unit);
        CHECK(log.deliver(name, *unit, data_of(*unit)).empty());
    }
    CHECK(log.summary().at("games") == 8);
    log.store(WorkerVoided{"ann"});
    CHECK(log.summary().at("games") == 4);
    CHECK(log.summary().at("state") == "open");
    log.restart();
    CHECK(log.summary().at("games") == 4);
    const auto again = log.take(worker_named("bob"));
    REQUIRE(again);
    CHECK(log.deliver("bob", *again, data_of(*again)).empty());
    CHECK(log.summary().at("state") == "complete");
    log.store(WorkerRestored{"ann"});
    CHECK(log.summary().at("games") == 8);
}

TEST_CASE("other data than an own machine makes is noticed by audits") {
    Log log;
    log.add_key("ann");
    log.add_key("own", Trust::own);
    log.store(*log.lab().propose(plan_of(40)));
    int audits = 0;
    for (int unit = 0; unit < 20; ++unit) {
        const auto taken = log.take(worker_named("ann"));
        if (!taken) break;  // it was found out
        CHECK(log.deliver("ann", *taken, data_of(*taken) + " made up").empty());
        while (const auto own = log.take(worker_named("own", Trust::own))) {
            if (own->attempt.attempt != 0) {
                log.lab().give_back({own->test, own->attempt, "own"}, "");
                break;
            }
            ++audits;
            CHECK(log.deliver("own", *own, data_of(*own)).empty());
        }
    }
    CHECK(audits == 2);
    CHECK(log.lab().workers().at("ann").differing == 2);
    CHECK_FALSE(log.take(worker_named("ann")));
}

TEST_CASE("a plan that cannot be is refused with the reason") {
    const json good = to_json(*plan_of(3).data);
    CHECK(data_from_json(good));
    for (const char* field : {"units", "games", "seed", "hash", "signature", "settings"}) {
        json bad = good;
        bad.erase(field);
        CHECK_FALSE(data_from_json(bad));
    }
    for (const char* field : {"units", "games", "hash", "seed", "signature"})
        for (const json& value : {json(-1), json(1.5), json("1"), json(1e300)}) {
            json bad = good;
            bad[field] = value;
            CHECK_FALSE(data_from_json(bad));
        }
    CHECK_FALSE(totals_in(json::array()));
    CHECK_FALSE(totals_in({{"positions", 1}}));
}
