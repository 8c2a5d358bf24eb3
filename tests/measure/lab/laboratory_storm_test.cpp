// The laboratory as a gate runs it, in virtual time: workers that die, gates that are killed and
// restored from their log, a log that loses its end, messages that are lost, doubled and late.
// Whatever happens, every unit counts exactly once, and a test ends as a match on one machine does;
// and whatever people with whatever roles do to tests meanwhile, only what their roles allow
// happens.
#include "lab/laboratory.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lab/counts.hpp"
#include "lab/test_control.hpp"
#include "lab/unit_games.hpp"
#include "lab/worker_slot.hpp"
#include "match/game_json.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace std::chrono_literals;
using match::Encounter;
using match::GameTask;
using match::PlayedGame;
using nlohmann::json;
using test::Counts;
using test::counts_of;

namespace {

constexpr Time step = 1s;
constexpr const char* test_id = "1";

// Two programs that nobody starts: the games are drawn by lot.
TestPlan plan_of(int rounds, bool is_sequential) {
    TestPlan plan{.arguments = test::with_early_ends({{"-engine", {"cmd=new", "nodes=1"}},
                                                      {"-engine", {"cmd=old", "nodes=1"}},
                                                      {"-rounds", {std::to_string(rounds)}},
                                                      {"-games", {"2"}}})};
    if (is_sequential) plan.arguments.push_back({"-sprt", {"elo0=0", "elo1=40"}});
    return plan;
}

// A game that its number decides, as every honest worker finds it: the first player is a little
// stronger.
PlayedGame game_of(const GameTask& task, const match::Opening& opening, int first) {
    PlayedGame game{.opening = opening, .moves = {}, .end = {}, .faults = {}};
    test::Random random(static_cast<std::uint64_t>(task.number) + 1);
    const auto lot = random.below(100);
    const Color of_first = task.white == first ? Color::white : Color::black;
    const bool is_draw = lot >= 30 && lot < 75;
    test::end_early(game, is_draw ? std::nullopt : std::optional(lot < 30 ? of_first : ~of_first));
    return game;
}

json games_of(const AssignedUnit& unit) {
    json games = json::array();
    for (int game = 0; game < unit.encounter.games; ++game) {
        const GameTask task = match::task_of(unit.encounter, game);
        games.push_back(match::to_json(
            task,
            game_of(task, unit.openings[static_cast<std::size_t>(game)], unit.encounter.first)));
    }
    return games;
}

// What a liar reports: the colours of the winners exchanged.
json lies_about(const AssignedUnit& unit) {
    json games = json::array();
    for (int game = 0; game < unit.encounter.games; ++game) {
        const GameTask task = match::task_of(unit.encounter, game);
        PlayedGame lie = test::begun_game(unit, game);
        test::end_early(lie, task.white == unit.encounter.second ? Color::white : Color::black);
        games.push_back(match::to_json(task, lie));
    }
    return games;
}

Counts on_one_machine(const TestPlan& plan) {
    const auto settings = read_test(plan.arguments).value();
    match::MatchCourse course(settings);
    while (course.sprt() == match::SprtState::open) {
        const auto encounter = course.begin_encounter();
        if (!encounter) break;
        for (int game = 0; game < encounter->games; ++game) {
            const GameTask task = match::task_of(*encounter, game);
            course.record(
                match::summarize(task, game_of(task, match::Opening{}, encounter->first)));
        }
    }
    return counts_of(course);
}

// What may go wrong, in chances per message, or per step of the time.
struct Weather {
    double message_lost = 0, message_doubled = 0;
    double worker_dies = 0, gate_dies = 0, gate_loses_its_last_facts = 0;
    int liars = 0;  // of the workers; they are found out in the middle
    double people_act = 0;
};

struct Person {
    const char* name;
    Role role;
};
constexpr std::array people{Person{"ann", Role::author}, Person{"bea", Role::author},
                            Person{"cal", Role::approver}, Person{"dot", Role::approver},
                            Person{"op", Role::operator_of_lab}};
constexpr std::array actions{TestAction::approve, TestAction::pause, TestAction::go_on,
                             TestAction::stop, TestAction::prioritise};
constexpr std::size_t most_tests = 8;
constexpr Time calm = 90min;  // from then on people bring what they began to an end

// What a role allows, said once more and in another way than lab/test_control.cpp does.
bool is_allowed(const Laboratory::Test& test, TestAction action, const Person& person,
                int priority) {
    const bool is_own = test.author == person.name, is_author = person.role == Role::author;
    const bool is_over = test.controller->is_over();
    switch (action) {
        case TestAction::approve: return !is_author && !is_own && test.is_proposed && !is_over;
        case TestAction::pause:
            return (is_own || !is_author) && !is_over && !test.is_proposed && !test.is_paused;
        case TestAction::go_on: return (is_own || !is_author) && !is_over && test.is_paused;
        case TestAction::stop: return is_own || !is_author;
        case TestAction::prioritise: return !is_author || (is_own && priority <= 0);
    }
    return false;
}

class Storm {
   public:
    Storm(const TestPlan& plan, int workers, const Weather& weather, std::uint64_t seed)
        : weather_(weather), random_(seed) {
        for (int i = 0; i < workers; ++i) {
            Worker& worker = workers_.emplace_back();
            worker.name = "w" + std::to_string(i);
            worker.is_liar = i < weather.liars;
            // Strangers would have to confirm each other beyond the end on one machine.
            store(KeyAdded{.name = worker.name, .secret_hash = "hash", .trust = Trust::trusted});
        }
        if (weather.people_act > 0)
            for (const Person& person : people) give_key(person);
        auto begun = gate_->propose(plan);
        REQUIRE(begun);
        store(*std::move(begun));
        lasting_ = log_.size();
    }

    void run(Time longest) {
        for (; now_ < longest; now_ += step) {
            if (now_ == 10min) find_out_liars();
            const bool are_over = std::ranges::all_of(gate_->tests(), [](const auto& entry) {
                return entry.second->controller->is_over();
            });
            if (are_over && now_ > 10min && (now_ > calm || weather_.people_act == 0)) return;
            if (happens(weather_.people_act)) act(people[random_.below(people.size())]);
            if (happens(weather_.gate_dies)) restart(0);
            if (happens(weather_.gate_loses_its_last_facts)) restart(random_.below(5));
            for (Worker& worker : workers_) step_worker(worker);
        }
    }

    // All of the log, read again.
    void restart(std::size_t lost_facts) {
        ++restarts_;
        log_.resize(std::max(lasting_, log_.size() - std::min(lost_facts, log_.size())));
        gate_ = std::make_unique<Laboratory>();
        for (std::size_t place = 0; place < log_.size(); ++place) {
            auto fact = fact_from_json(json::parse(log_[place]));
            REQUIRE(fact);
            REQUIRE(gate_->apply(now_, place, *std::move(fact)));
        }
        gate_->restored(now_);
    }

    [[nodiscard]] const Laboratory::Test& test() const { return *gate_->tests().at(test_id); }
    [[nodiscard]] const Laboratory& laboratory() const { return *gate_; }
    // What people did, by the names of the facts, and how often they were refused.
    [[nodiscard]] const std::map<std::string, int>& deeds() const { return deeds_; }
    [[nodiscard]] int deaths() const { return restarts_ + worker_deaths_; }
    [[nodiscard]] Counts counts() const { return counts_of(test().controller->fold().course()); }
    // The games that `kibitz lab get` writes, by number.
    [[nodiscard]] std::vector<std::int64_t> numbers_of_games() const {
        std::vector<std::int64_t> numbers;
        for (const LogPlace place : gate_->counting_results(test(), 0, 1'000'000))
            for (const json& game : json::parse(log_[place]).at("games"))
                numbers.push_back(game.at("game"));
        return numbers;
    }

   private:
    struct Worker {
        WorkerName name;
        bool is_liar = false;
        WorkerSlot slot{};
        std::optional<AssignedUnit> unit{};
        Time ready{0};  // when it is played
    };

    void store(Fact fact) {
        log_.push_back(to_json(fact).dump());
        REQUIRE(gate_->apply(now_, log_.size() - 1, std::move(fact)));
    }
    bool happens(double chance) {
        return static_cast<double>(random_.below(1'000'000)) < chance * 1'000'000;
    }
    // How often a message arrives.
    int arrivals() {
        if (happens(weather_.message_lost)) return 0;
        return happens(weather_.message_doubled) ? 2 : 1;
    }

    void give_key(const Person& person) {
        store(KeyAdded{.name = person.name, .secret_hash = "hash", .role = person.role});
        lasting_ = log_.size();
    }
    // Something that somebody does to a test, or a key that is withdrawn and given again.
    void act(const Person& person) {
        if (gate_->workers().at(person.name).is_revoked) {
            CHECK_FALSE(gate_->propose(plan_of(20, false), person.name));
            return give_key(person);
        }
        const auto lot = random_.below(20);
        if (lot == 0 && person.role != Role::operator_of_lab) {
            store(KeyRevoked{person.name});
            ++deeds_["keyRevoked"];
            lasting_ = log_.size();
        } else if (lot == 1 && gate_->tests().size() < most_tests && now_ < calm) {
            propose(person);
        } else {
            act_on_test(person);
        }
    }
    void propose(const Person& person) {
        auto begun = gate_->propose(plan_of(20, false), person.name);
        REQUIRE(begun);
        CHECK(begun->is_proposed == (person.role != Role::operator_of_lab));
        ++deeds_[begun->is_proposed ? "testProposed" : "testBegun"];
        store(*std::move(begun));
        lasting_ = log_.size();  // its number is not given twice
    }
    void act_on_test(const Person& person) {
        const auto number = static_cast<std::ptrdiff_t>(random_.below(gate_->tests().size()));
        const Laboratory::Test& test = *std::next(gate_->tests().begin(), number)->second;
        TestAction action = actions[random_.below(actions.size())];
        if (now_ > calm) action = test.is_proposed ? TestAction::approve : TestAction::go_on;
        if (action == TestAction::stop && (test.id == test_id || random_.below(10) > 0)) return;
        const int priority = static_cast<int>(random_.below(5)) - 2;
        const bool is_expected = is_allowed(test, action, person, priority);
        auto decided = decide(*gate_, {.action = action,
                                       .test = test.id,
                                       .by = person.name,
                                       .priority = priority,
                                       .why = "so"});
        CHECK(decided.has_value() == is_expected);
        if (!decided) {
            ++deeds_["refused"];
            return;
        }
        ++deeds_[to_json(*decided).at("fact").get<std::string>()];
        store(*std::move(decided));
    }

    void find_out_liars() {
        for (const Worker& worker : workers_)
            if (worker.is_liar) store(WorkerVoided{worker.name});
        lasting_ = log_.size();
    }

    void step_worker(Worker& worker) {
        if (happens(weather_.worker_dies)) {
            ++worker_deaths_;
            worker.slot = WorkerSlot();
        }
        if (worker.slot.is_playing() && now_ >= worker.ready) worker.slot.played(now_, "games");
        const auto message = worker.slot.tick(now_);
        if (!message) return;
        for (int i = arrivals(); i > 0; --i) {
            if (std::holds_alternative<TakeUnit>(*message)) take(worker);
            if (const auto* renewal = std::get_if<RenewLease>(&*message))
                renew(worker, renewal->lease);
            if (const auto* result = std::get_if<DeliverResult>(&*message))
                deliver(worker, result->lease);
        }
    }

    void take(Worker& worker) {
        gate_->saw(now_, worker.name, {.cores = 1});
        const auto unit =
            gate_->take(now_, {.name = worker.name, .free_cores = 1, .free_memory = 1'000'000'000});
        if (arrivals() == 0) return;  // the answer is lost, and the lease runs out
        if (!unit) return worker.slot.nothing_to_do(now_);
        CHECK(gate_->tests().at(unit->test)->is_let());
        const bool is_late = worker.slot.is_playing();
        worker.slot.granted(now_,
                            {.test = unit->test, .unit = unit->attempt, .token = token(*unit)});
        if (is_late) return;
        worker.unit = unit;
        worker.ready = now_ + 10s + Time(random_.below(60'000));
    }
    static std::string token(const AssignedUnit& unit) {
        return std::to_string(unit.attempt.unit) + "/" + std::to_string(unit.attempt.attempt);
    }

    void renew(Worker& worker, const Lease& lease) {
        if (!gate_->renew(now_, {lease.test, lease.unit, worker.name}) && arrivals() > 0)
            worker.slot.revoked(now_, lease);
    }

    void deliver(Worker& worker, const Lease& lease) {
        auto fact =
            gate_->check(now_, {lease.test, lease.unit, worker.name},
                         worker.is_liar ? lies_about(*worker.unit) : games_of(*worker.unit));
        REQUIRE(fact);
        if (*fact) store(**std::move(fact));
        if (arrivals() > 0) worker.slot.settled(now_, lease);
    }

    Weather weather_;
    test::Random random_;
    Time now_{0};
    std::unique_ptr<Laboratory> gate_ = std::make_unique<Laboratory>();
    std::vector<std::string> log_;
    std::size_t lasting_ = 0;  // facts that are never lost: only results are
    std::vector<Worker> workers_;
    int restarts_ = 0, worker_deaths_ = 0;
    std::map<std::string, int> deeds_;
};

// Every game of the counted units once, in order, with no hole.
void check_games(const Storm& storm) {
    const auto numbers = storm.numbers_of_games();
    const std::int64_t counted = storm.test().controller->fold().course().standings().games();
    REQUIRE(static_cast<std::int64_t>(numbers.size()) >= counted);
    CHECK(std::set(numbers.begin(), numbers.end()).size() == numbers.size());
    CHECK(std::ranges::is_sorted(numbers));
    for (std::int64_t game = 0; game < counted; ++game)
        CHECK(numbers[static_cast<std::size_t>(game)] == numbers[0] + game);
}

constexpr Weather bad_weather{.message_lost = 0.1,
                              .message_doubled = 0.1,
                              .worker_dies = 0.002,
                              .gate_dies = 0.005,
                              .gate_loses_its_last_facts = 0.002};

}  // namespace

TEST_CASE("twenty storms over a gate and its log end as a match on one machine does") {
    const TestPlan plan = plan_of(4'000, true);
    const Counts expected = on_one_machine(plan);
    REQUIRE(expected.sprt != match::SprtState::open);
    int deaths = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Storm storm(plan, 20, bad_weather, seed);
        storm.run(100h);
        REQUIRE(storm.test().controller->is_over());
        CHECK(storm.counts() == expected);
        check_games(storm);
        deaths += storm.deaths();
        storm.restart(0);  // a gate that reads it later finds the same
        CHECK(storm.counts() == expected);
        check_games(storm);
    }
    CHECK(deaths > 200);
}

TEST_CASE("a test of a fixed number of games counts every unit exactly once") {
    const TestPlan plan = plan_of(300, false);
    Storm storm(plan, 10, bad_weather, 7);
    storm.run(100h);
    REQUIRE(storm.test().controller->is_over());
    CHECK(storm.counts() == on_one_machine(plan));
    CHECK(storm.numbers_of_games().size() == 600);
    check_games(storm);
}

TEST_CASE("what liars have reported is played again once they are void") {
    const TestPlan plan = plan_of(4'000, true);
    const Counts expected = on_one_machine(plan);
    Weather weather = bad_weather;
    weather.liars = 6;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        Storm storm(plan, 20, weather, seed);
        storm.run(100h);
        REQUIRE(storm.test().controller->is_over());
        CHECK(storm.counts() == expected);
        check_games(storm);
    }
}

TEST_CASE("whatever people do to tests, only what was approved is played, and ends as it should") {
    const TestPlan plan = plan_of(4'000, true);
    const Counts expected = on_one_machine(plan), of_others = on_one_machine(plan_of(20, false));
    Weather weather = bad_weather;
    weather.people_act = 0.05;
    std::map<std::string, int> deeds;
    int stopped = 0, complete = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Storm storm(plan, 12, weather, seed);
        storm.run(200h);
        storm.restart(0);
        CHECK(storm.counts() == expected);
        check_games(storm);
        for (const auto& [id, test] : storm.laboratory().tests()) {
            CAPTURE(id);
            REQUIRE(test->controller->is_over());
            if (test->was_stopped) {
                ++stopped;
                // One that nobody approved was never played.
                if (test->is_proposed) CHECK(test->stored.empty());
            } else if (id != test_id) {
                ++complete;
                CHECK(counts_of(test->controller->fold().course()) == of_others);
                CHECK(test->approver != test->author);
            }
        }
        for (const auto& [deed, times] : storm.deeds()) deeds[deed] += times;
    }
    for (const char* const deed :
         {"testBegun", "testProposed", "testApproved", "testPaused", "testContinued", "testStopped",
          "testPrioritised", "keyRevoked", "refused"}) {
        CAPTURE(deed);
        CHECK(deeds[deed] >= 6);
    }
    CHECK(stopped >= 3);
    CHECK(complete >= 6);
}
