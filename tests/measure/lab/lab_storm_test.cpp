// A laboratory in virtual time: workers, gates and controllers that die, messages that are lost,
// doubled and late, a broker that forgets. Whatever happens, a test ends with exactly the counts of
// a match on one machine.
#include <algorithm>
#include <deque>
#include <map>
#include <memory>

#include "lab/controller.hpp"
#include "lab/counts.hpp"
#include "lab/worker_slot.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace std::chrono_literals;
using match::Encounter;
using match::GameSummary;
using test::Counts;
using test::counts_of;

namespace {

constexpr Time step = 500ms;
constexpr Time lease_time = 90s;

match::MatchSettings duel(int rounds) {
    match::MatchSettings settings;
    settings.players.resize(2);
    settings.players[0].player.name = "new";
    settings.players[1].player.name = "old";
    settings.rounds = rounds;
    return settings;
}

match::MatchSettings sequential_test() {
    match::MatchSettings settings = duel(4'000);
    settings.sprt = statistics::SprtSettings{.elo0 = 0, .elo1 = 40};
    return settings;
}

// The games of a unit, as every honest worker finds them: the first player is a little stronger.
std::vector<GameSummary> games_of(const Encounter& encounter) {
    std::vector<GameSummary> games;
    for (int game = 0; game < encounter.games; ++game) {
        GameSummary summary{.task = match::task_of(encounter, game)};
        test::Random random(static_cast<std::uint64_t>(summary.task.number) + 1);
        const auto lot = random.below(100);
        const Color first = summary.task.white == encounter.first ? Color::white : Color::black;
        if (lot < 30) summary.end.winner = first;
        if (lot >= 75) summary.end.winner = ~first;
        summary.end.ending =
            lot < 30 || lot >= 75 ? match::Ending::checkmate : match::Ending::repetition;
        games.push_back(summary);
    }
    return games;
}

// What a liar reports: the second player has won everything.
std::vector<GameSummary> lies_about(const Encounter& encounter) {
    auto games = games_of(encounter);
    for (GameSummary& game : games) {
        game.end.ending = match::Ending::checkmate;
        game.end.winner = game.task.white == encounter.second ? Color::white : Color::black;
    }
    return games;
}

// A match that plays one encounter after the other.
Counts on_one_machine(const match::MatchSettings& settings) {
    match::MatchCourse course(settings);
    while (course.sprt() == match::SprtState::open) {
        const auto encounter = course.begin_encounter();
        if (!encounter) break;
        for (const GameSummary& game : games_of(*encounter)) course.record(game);
    }
    return counts_of(course);
}

// What may go wrong, in chances per message, or per step of the time.
struct Weather {
    double message_lost = 0, message_doubled = 0;
    double worker_dies = 0, controller_dies = 0;
    double unit_forgotten = 0, result_forgotten = 0;
    int liars = 0;  // of the workers; they are found out in the middle
};

class StormyLaboratory {
   public:
    StormyLaboratory(const match::MatchSettings& settings, int workers, const Weather& weather,
                     std::uint64_t seed)
        : settings_(settings), weather_(weather), random_(seed) {
        for (int i = 0; i < workers; ++i) workers_.push_back({.name = "w" + std::to_string(i)});
    }

    // Lets time pass until the test is over, at most this long.
    void run(Time longest) {
        for (; now_ < longest; now_ += step) {
            if (now_ > 10min) find_out_liars();
            if (controller_->is_over() && !lying_) return;
            step_controller();
            for (Worker& worker : workers_) step_worker(worker);
            if (happens(weather_.unit_forgotten) && !units_.empty()) units_.pop_front();
        }
    }

    [[nodiscard]] const Controller& controller() const { return *controller_; }
    [[nodiscard]] int deaths() const { return deaths_; }
    [[nodiscard]] std::size_t results() const { return results_.size(); }

   private:
    struct Worker {
        WorkerName name;
        WorkerSlot slot{};
        Time ready{0};  // when the unit it plays is over
        int lives = 0;
    };
    struct QueuedUnit {
        UnitAttempt unit;
        Time leased_until{0};
        std::string token{};
    };

    bool happens(double chance) {
        return static_cast<double>(random_.below(1'000'000)) < chance * 1'000'000;
    }
    // How often a message arrives.
    int arrivals() {
        if (happens(weather_.message_lost)) return 0;
        return happens(weather_.message_doubled) ? 2 : 1;
    }

    void step_controller() {
        if (happens(weather_.controller_dies)) {
            ++deaths_;
            controller_ = std::make_unique<Controller>(settings_);
            read_results_ = 0;
            read_results();
            for (const WorkerName& name : voided_) controller_->void_worker(name);
            std::vector<UnitAttempt> waiting;
            for (const QueuedUnit& unit : units_) waiting.push_back(unit.unit);
            controller_->take_over(now_, waiting);
        }
        read_results();
        for (const UnitAttempt& unit : controller_->tick(now_, static_cast<int>(workers_.size())))
            units_.push_back({.unit = unit});
    }

    void read_results() {
        for (; read_results_ < results_.size(); ++read_results_)
            controller_->add(now_, results_[read_results_]);
    }

    void find_out_liars() {
        if (!lying_) return;
        lying_ = false;
        for (int liar = 0; liar < weather_.liars; ++liar) {
            voided_.push_back(workers_[static_cast<std::size_t>(liar)].name);
            controller_->void_worker(voided_.back());
        }
    }

    void step_worker(Worker& worker) {
        if (happens(weather_.worker_dies)) {
            ++deaths_;
            worker.slot = WorkerSlot();
        }
        if (worker.slot.is_playing() && now_ >= worker.ready) worker.slot.played(now_, "games");
        const auto message = worker.slot.tick(now_);
        if (!message) return;
        const Lease sent = worker.slot.lease().value_or(Lease{});
        for (int i = arrivals(); i > 0; --i) {
            if (std::holds_alternative<TakeUnit>(*message)) take(worker);
            if (std::holds_alternative<RenewLease>(*message)) renew(worker, sent);
            if (std::holds_alternative<DeliverResult>(*message)) deliver(worker, sent);
        }
    }

    // The gate and the broker behind it.
    void take(Worker& worker) {
        const auto free = std::ranges::find_if(
            units_, [this](const QueuedUnit& unit) { return unit.leased_until <= now_; });
        if (free == units_.end()) {
            if (arrivals() > 0) worker.slot.nothing_to_do(now_);
            return;
        }
        free->leased_until = now_ + lease_time;
        free->token = std::to_string(++tokens_);
        if (arrivals() == 0) return;  // the answer is lost, and the lease runs out
        worker.slot.granted(now_, {.test = "t", .unit = free->unit, .token = free->token});
        worker.ready = now_ + 10s + Time(random_.below(60'000));
    }

    void renew(Worker& worker, const Lease& lease) {
        const auto unit = std::ranges::find(units_, lease.token, &QueuedUnit::token);
        if (unit != units_.end())
            unit->leased_until = now_ + lease_time;
        else if (arrivals() > 0)
            worker.slot.revoked(now_, lease);
    }

    void deliver(Worker& worker, const Lease& lease) {
        const Encounter& encounter = controller_->fold().encounter(lease.unit.unit);
        const bool lies = lying_ && &worker - workers_.data() < weather_.liars;
        if (!happens(weather_.result_forgotten))
            results_.push_back({.worker = worker.name,
                                .unit = lease.unit,
                                .games = lies ? lies_about(encounter) : games_of(encounter)});
        std::erase_if(units_, [&](const QueuedUnit& unit) { return unit.unit == lease.unit; });
        if (arrivals() > 0) worker.slot.settled(now_, lease);
    }

    const match::MatchSettings& settings_;
    Weather weather_;
    test::Random random_;
    Time now_{0};
    std::unique_ptr<Controller> controller_ = std::make_unique<Controller>(settings_);
    std::size_t read_results_ = 0;
    std::vector<Worker> workers_;
    std::deque<QueuedUnit> units_;
    std::vector<UnitResult> results_;
    std::vector<WorkerName> voided_;
    bool lying_ = weather_.liars > 0;
    int deaths_ = 0;
    std::uint64_t tokens_ = 0;
};

}  // namespace

TEST_CASE("a test of many workers ends as a match on one machine does") {
    const match::MatchSettings settings = sequential_test();
    const Counts expected = on_one_machine(settings);
    REQUIRE(expected.sprt != match::SprtState::open);
    for (const int workers : {1, 3, 40}) {
        StormyLaboratory laboratory(settings, workers, {}, 1);
        laboratory.run(100h);
        REQUIRE(laboratory.controller().is_over());
        CHECK(counts_of(laboratory.controller().fold().course()) == expected);
    }
}

TEST_CASE("twenty storms lose nothing and count nothing twice") {
    const match::MatchSettings settings = sequential_test();
    const Counts expected = on_one_machine(settings);
    int deaths = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        StormyLaboratory laboratory(settings, 20,
                                    {.message_lost = 0.1,
                                     .message_doubled = 0.1,
                                     .worker_dies = 0.001,
                                     .controller_dies = 0.01,
                                     .unit_forgotten = 0.005,
                                     .result_forgotten = 0.02},
                                    seed);
        laboratory.run(100h);
        REQUIRE(laboratory.controller().is_over());
        CHECK(counts_of(laboratory.controller().fold().course()) == expected);
        deaths += laboratory.deaths();
    }
    CHECK(deaths > 200);
}

TEST_CASE("a test of a fixed number of games plays every unit once") {
    const match::MatchSettings settings = duel(300);
    StormyLaboratory laboratory(settings, 10, {.message_lost = 0.2, .controller_dies = 0.01}, 7);
    laboratory.run(100h);
    REQUIRE(laboratory.controller().is_over());
    CHECK(counts_of(laboratory.controller().fold().course()) == on_one_machine(settings));
    CHECK(laboratory.controller().fold().course().standings().games() == 600);
    CHECK(laboratory.controller().fold().missing().empty());
}

TEST_CASE("when liars are voided, their units are played again and the decision is the true one") {
    const match::MatchSettings settings = sequential_test();
    const Counts expected = on_one_machine(settings);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        StormyLaboratory laboratory(settings, 20, {.message_lost = 0.05, .liars = 6}, seed);
        laboratory.run(100h);
        REQUIRE(laboratory.controller().is_over());
        CHECK(counts_of(laboratory.controller().fold().course()) == expected);
    }
}
