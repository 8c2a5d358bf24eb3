// Audits: liars are found, honest workers are not, and the decision is the true one.
#include "lab/audit.hpp"

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lab/laboratory.hpp"
#include "lab/unit_games.hpp"
#include "match/game_json.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using nlohmann::json;

namespace {

constexpr Time now{0};

TestPlan plan_of(const char* limit = "nodes=1") {
    return {.arguments = test::with_early_ends({{"-engine", {"cmd=new", limit}},
                                                {"-engine", {"cmd=old", limit}},
                                                {"-rounds", {"5000"}},
                                                {"-games", {"2"}}})};
}

// Both games are drawn, unless the worker lies.
json games_of(const AssignedUnit& unit, bool is_lie) {
    json games = json::array();
    for (int game = 0; game < unit.encounter.games; ++game) {
        const match::GameTask task = match::task_of(unit.encounter, game);
        match::PlayedGame played = test::begun_game(unit, game);
        test::end_early(played, is_lie ? std::optional(Color::white) : std::nullopt);
        games.push_back(match::to_json(task, played));
    }
    return games;
}

class SmallLab {
   public:
    explicit SmallLab(const TestPlan& plan, std::uint64_t seed = 1) : seed_(seed) {
        reopen();
        store(*gate_->propose(plan));
    }
    void add_key(const WorkerName& name, Trust trust) {
        store(KeyAdded{.name = name, .secret_hash = "hash", .trust = trust});
    }
    std::optional<AssignedUnit> take(const WorkerName& name) {
        gate_->saw(now, name, {.cores = 1});
        return gate_->take(now, {.name = name,
                                 .trust = gate_->workers().at(name).key.trust,
                                 .free_cores = 1,
                                 .free_memory = 1'000'000'000});
    }
    void deliver(const WorkerName& name, const AssignedUnit& unit, bool is_lie = false) {
        auto fact = gate_->check(now, {unit.test, unit.attempt, name}, games_of(unit, is_lie));
        REQUIRE(fact);
        if (*fact) store(**std::move(fact));
    }
    // Takes a unit and delivers it; false: it gets none.
    bool play(const WorkerName& name, bool is_lie = false) {
        const auto unit = take(name);
        if (unit) deliver(name, *unit, is_lie);
        return unit.has_value();
    }
    void store(Fact fact) {
        log_.push_back(to_json(fact).dump());
        REQUIRE(gate_->apply(now, log_.size() - 1, std::move(fact)));
    }
    void reopen() {
        LaboratoryRules rules;
        rules.audits.seed = seed_;
        gate_ = std::make_unique<Laboratory>(rules);
        for (std::size_t place = 0; place < log_.size(); ++place)
            REQUIRE(gate_->apply(now, place, fact_from_json(json::parse(log_[place])).value()));
    }
    [[nodiscard]] const Laboratory::Worker& worker(const WorkerName& name) const {
        return gate_->workers().at(name);
    }
    [[nodiscard]] const Laboratory::Test& test() const { return *gate_->tests().at("1"); }

   private:
    std::uint64_t seed_;
    std::unique_ptr<Laboratory> gate_;
    std::vector<std::string> log_;
};

}  // namespace

TEST_CASE("a worker that lies in one of twenty units is nearly always found within two hundred") {
    constexpr int runs = 40, least_found = 36;
    int found = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        CAPTURE(seed);
        SmallLab lab(plan_of(), seed);
        lab.add_key("own", Trust::own);
        lab.add_key("liar", Trust::volunteer);
        lab.add_key("honest", Trust::volunteer);
        test::Random random(seed);
        int units = 0;
        for (; units < 2'000; ++units) {
            if (!lab.play("liar", random.below(20) == 0)) break;
            lab.play("honest");
            lab.play("own");
        }
        found += units <= 200 ? 1 : 0;
        CHECK(lab.worker("liar").differing == 2);
        CHECK(lab.worker("liar").last_trouble.contains("other games than an own machine found"));
        CHECK(lab.worker("honest").audited > 0);
        CHECK(lab.worker("honest").differing == 0);
        CHECK(lab.play("honest"));

        // Once it is void, nothing of it is left in the counts: every game was a draw.
        lab.store(WorkerVoided{"liar"});
        const auto tally = lab.test().controller->fold().course().standings().against(0, 1);
        CHECK(tally.games.wins + tally.games.losses == 0);
    }
    MESSAGE(found, " of ", runs, " liars were found within 200 of their units");
    CHECK(found >= least_found);
}

TEST_CASE("volunteers are audited more at first, trusted machines seldom, own ones never") {
    const AuditRules rules{.seed = 5};
    const auto audited = [&](Trust trust, int results_before) {
        int count = 0;
        for (int unit = 0; unit < 10'000; ++unit)
            count += is_audited(rules, trust, results_before, "1", unit) ? 1 : 0;
        return count;
    };
    CHECK(std::abs(audited(Trust::volunteer, 0) - 5'000) < 300);
    CHECK(std::abs(audited(Trust::volunteer, 200) - 200) < 60);
    CHECK(std::abs(audited(Trust::trusted, 0) - 200) < 60);
    CHECK(audited(Trust::own, 0) == 0);
}

TEST_CASE("audits survive a restart, are played once, and change no count") {
    SmallLab lab(plan_of());
    lab.add_key("own", Trust::own);
    lab.add_key("ann", Trust::volunteer);
    for (int unit = 0; unit < 50; ++unit) REQUIRE(lab.play("ann"));
    const std::set<int> expected = lab.test().to_audit;
    CHECK(expected.size() > 10);
    lab.reopen();
    CHECK(lab.test().to_audit == expected);

    const auto games = lab.test().controller->fold().course().standings().games();
    std::set<int> played;
    while (!lab.test().to_audit.empty()) {
        const auto unit = lab.take("own");
        REQUIRE(unit);
        CHECK(played.insert(unit->attempt.unit).second);
        lab.deliver("own", *unit);
    }
    CHECK(played == expected);
    CHECK(lab.worker("ann").audited == static_cast<int>(expected.size()));
    CHECK(lab.test().controller->fold().course().standings().games() == games);
    lab.reopen();
    CHECK(lab.test().to_audit.empty());
    CHECK(lab.worker("ann").audited == static_cast<int>(expected.size()));
}

TEST_CASE("an audit that is given back or never delivered is given out again") {
    SmallLab lab(plan_of());
    lab.add_key("own", Trust::own);
    lab.add_key("ann", Trust::volunteer);
    while (lab.test().to_audit.size() < 1) REQUIRE(lab.play("ann"));
    const auto first = lab.take("own");
    REQUIRE(first);
    CHECK(lab.take("own")->attempt.unit != first->attempt.unit);  // two places, two units
    lab.reopen();
    CHECK(lab.take("own")->attempt == first->attempt);
}

TEST_CASE("an operator who restores a worker lets it play again") {
    SmallLab lab(plan_of());
    lab.add_key("own", Trust::own);
    lab.add_key("liar", Trust::volunteer);
    while (lab.play("liar", true)) lab.play("own");
    CHECK_FALSE(lab.take("liar"));
    lab.store(WorkerVoided{"liar"});
    lab.store(WorkerRestored{"liar"});
    CHECK(lab.take("liar"));
}

TEST_CASE("games by the clock are not audited: no two machines find the same") {
    SmallLab lab(plan_of("tc=10+0.1"));
    lab.add_key("own", Trust::own);
    lab.add_key("ann", Trust::volunteer);
    for (int unit = 0; unit < 50; ++unit) REQUIRE(lab.play("ann"));
    CHECK(lab.test().to_audit.empty());
}

TEST_CASE("a digest depends on all that honest workers agree on, and on nothing else") {
    using match::ReplayedGame;
    const Move first(Square::parse("e2").value(), Square::parse("e4").value()),
        second(Square::parse("e7").value(), Square::parse("e5").value());
    const ReplayedGame played{
        .task = {},
        .game = {.opening = {},
                 .moves = {{first, uci_client::EngineScore{false, 20}, 5, 7, 1000, {}},
                           {second, std::nullopt, 0, 0, 900, {}}},
                 .end = {.ending = match::Ending::resigned, .winner = Color::white, .detail = ""},
                 .faults = {}}};
    const GamesDigest digest = digest_of({played, played});
    const auto changed = [&](const auto& change) {
        ReplayedGame other = played;
        change(other.game);
        return digest_of({played, other}) != digest;
    };
    CHECK(changed([&](match::PlayedGame& game) { game.moves[1].move = first; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].score->value = -20; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].score->is_mate = true; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].score.reset(); }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[1].score.emplace(); }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].depth = 6; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].selective_depth = 6; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves[0].nodes = 1001; }));
    CHECK(changed([](match::PlayedGame& game) { game.moves.pop_back(); }));
    CHECK(changed([](match::PlayedGame& game) { game.end.ending = match::Ending::crash; }));
    CHECK(changed([](match::PlayedGame& game) { game.end.winner = Color::black; }));
    CHECK(changed([](match::PlayedGame& game) { game.end.winner.reset(); }));
    CHECK(digest_of({played}) != digest);
    CHECK_FALSE(changed([](match::PlayedGame& game) { game.moves[0].time += Time(1); }));
    CHECK_FALSE(changed([](match::PlayedGame& game) { game.opening.number = 7; }));
}
