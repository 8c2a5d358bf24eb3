// Who may do what to a test, and what a test that waits or pauses does.
#include "lab/test_control.hpp"

#include <nlohmann/json.hpp>

#include "lab/tried_lab.hpp"
#include "lab/views.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace kibitz::test;
using nlohmann::json;

namespace {

TestPlan small_plan() {
    return {.arguments = with_early_ends({{"-engine", {"cmd=new", "nodes=1"}},
                                          {"-engine", {"cmd=old", "nodes=1"}},
                                          {"-rounds", {"10"}}})};
}

// With a test "1" of the operator, and somebody of each role.
class PeoplesLab : public TriedLab {
   public:
    PeoplesLab() : TriedLab({}, "nodes=1") {
        for (const auto& [name, role] : {std::pair{"ann", Role::author},
                                         {"bea", Role::author},
                                         {"cal", Role::approver},
                                         {"dot", Role::approver},
                                         {"op", Role::operator_of_lab}})
            store(KeyAdded{.name = name, .secret_hash = "hash", .role = role});
        add_worker("w", Trust::own);
    }
    TestId propose(const WorkerName& by) {
        TestBegun begun = laboratory().propose(small_plan(), by).value();
        const TestId id = begun.id;
        store(std::move(begun));
        return id;
    }
    // Why not; empty if it was done.
    std::string act(TestAction action, const TestId& id, const WorkerName& by, int priority = 0,
                    const std::string& why = "") {
        auto fact = decide(laboratory(), {action, id, by, priority, why});
        if (!fact) return fact.error().text;
        store(*std::move(fact));
        return "";
    }
    [[nodiscard]] const Laboratory::Test& test_of(const TestId& id) const {
        return *laboratory().tests().at(id);
    }
    [[nodiscard]] std::string state(const TestId& id) const {
        return summary_of(laboratory(), test_of(id)).at("state");
    }
    // Which test the worker is given a unit of; empty: none.
    TestId taken() {
        const auto unit = take("w");
        return unit ? unit->test : "";
    }
};

}  // namespace

TEST_CASE("an author's test is not played before somebody else approves it, also after a restart") {
    PeoplesLab lab;
    REQUIRE(lab.act(TestAction::stop, "1", "op").empty());
    const TestId id = lab.propose("ann");
    for (int again = 0; again < 2; ++again) {
        CHECK(lab.state(id) == "proposed");
        CHECK(lab.taken().empty());
        CHECK(lab.act(TestAction::approve, id, "ann") == "approvers and operators approve tests");
        CHECK(lab.act(TestAction::pause, id, "cal") == "test 2 waits for approval");
        lab.reopen();
    }
    REQUIRE(lab.act(TestAction::approve, id, "cal").empty());
    lab.reopen();
    CHECK(lab.state(id) == "open");
    CHECK(lab.taken() == id);
    const json summary = summary_of(lab.laboratory(), lab.test_of(id));
    CHECK(summary.at("author") == "ann");
    CHECK(summary.at("approvedBy") == "cal");
    CHECK(lab.act(TestAction::approve, id, "dot") == "test 2 does not wait for approval");
}

TEST_CASE("nobody approves their own test, whatever key they have") {
    PeoplesLab lab;
    const TestId id = lab.propose("cal");
    CHECK(lab.act(TestAction::approve, id, "cal") == "nobody approves their own test");
    CHECK(lab.state(id) == "proposed");
    CHECK(lab.act(TestAction::approve, id, "dot").empty());
    // Nor with a later key of the same name.
    const TestId other = lab.propose("ann");
    lab.store(KeyRevoked{"ann"});
    CHECK_FALSE(lab.act(TestAction::approve, other, "ann").empty());
    lab.store(KeyAdded{.name = "ann", .secret_hash = "hash", .role = Role::approver});
    CHECK(lab.act(TestAction::approve, other, "ann") == "nobody approves their own test");
}

TEST_CASE("tests of the operator, and of all where the gate asks for no approval, begin at once") {
    PeoplesLab lab;
    CHECK(lab.state(lab.propose("op")) == "open");
    Laboratory free({.needs_approval = false});
    REQUIRE(free.apply(Time{0}, 0,
                       KeyAdded{.name = "ann", .secret_hash = "hash", .role = Role::author}));
    CHECK_FALSE(free.propose(small_plan(), "ann")->is_proposed);
}

TEST_CASE("a refused test is stopped with the reason, and never played") {
    PeoplesLab lab;
    REQUIRE(lab.act(TestAction::stop, "1", "op").empty());
    const TestId id = lab.propose("ann");
    CHECK(lab.act(TestAction::stop, id, "bea") == "test 2 is not yours: ask an approver");
    CHECK(lab.act(TestAction::stop, id, "cal", 0, "a\nb") == "reasons have no control characters");
    CHECK(lab.act(TestAction::stop, id, "cal", 0, "a\u202eb") ==
          "reasons have nothing that turns the direction of writing");
    CHECK(lab.act(TestAction::stop, id, "cal", 0, std::string(501, 'a')) ==
          "reasons have at most 500 bytes");
    REQUIRE(lab.act(TestAction::stop, id, "cal", 0, "the bounds are too wide").empty());
    lab.reopen();
    CHECK(lab.state(id) == "stopped");
    const json summary = summary_of(lab.laboratory(), lab.test_of(id));
    CHECK(summary.at("stoppedBy") == "cal");
    CHECK(summary.at("whyStopped") == "the bounds are too wide");
    CHECK(lab.act(TestAction::approve, id, "dot") == "test 2 is over");
    CHECK(lab.taken().empty());
    // Its author may take one back.
    const TestId own = lab.propose("ann");
    CHECK(lab.act(TestAction::stop, own, "ann").empty());
}

TEST_CASE("a paused test gives out no units, and those under way count") {
    PeoplesLab lab;
    const auto unit = lab.take("w");
    REQUIRE(unit);
    REQUIRE(lab.act(TestAction::pause, "1", "cal").empty());
    CHECK(lab.state("1") == "paused");
    CHECK(lab.taken().empty());
    CHECK(lab.act(TestAction::pause, "1", "op") == "test 1 is paused already");
    lab.deliver("w", *unit, drawn);
    CHECK(lab.test().controller->fold().course().standings().games() == 2);
    lab.reopen();
    CHECK(lab.state("1") == "paused");
    CHECK(lab.taken().empty());
    REQUIRE(lab.act(TestAction::go_on, "1", "op").empty());
    CHECK(lab.taken() == "1");
    CHECK(lab.act(TestAction::go_on, "1", "op") == "test 1 is not paused");
}

TEST_CASE("an author steers their own tests and raises no priority") {
    PeoplesLab lab;
    const TestId id = lab.propose("ann");
    REQUIRE(lab.act(TestAction::approve, id, "op").empty());
    CHECK(lab.act(TestAction::prioritise, id, "ann", -3).empty());
    CHECK(lab.act(TestAction::prioritise, id, "ann", 1) == "approvers give a priority above 0");
    CHECK(lab.act(TestAction::prioritise, id, "cal", 1'000).empty());
    CHECK(lab.act(TestAction::prioritise, id, "cal", 1'001) ==
          "a priority is a whole number from -1000 to 1000");
    for (const auto action : {TestAction::pause, TestAction::go_on, TestAction::stop}) {
        CHECK(lab.act(action, id, "bea") == "test 2 is not yours: ask an approver");
        CHECK(lab.act(action, id, "w") == "workers do nothing to tests");
        CHECK(lab.act(action, "1", "ann") == "test 1 is not yours: ask an approver");
        CHECK(lab.act(action, id, "ann").empty());
    }
    CHECK(lab.act(TestAction::stop, "7", "op") == "there is no test 7");
    TestPlan plan = small_plan();
    plan.priority = 1;
    CHECK(lab.laboratory().propose(plan, "ann").error().text ==
          "the priority of an author's test is at most 0; an approver may raise it");
    CHECK(lab.laboratory().propose(plan, "cal"));
}

TEST_CASE("what others cannot let with open eyes is not proposed") {
    PeoplesLab lab;
    const auto refusal = [&](const std::function<void(TestPlan&)>& change) {
        TestPlan plan = small_plan();
        change(plan);
        const auto begun = lab.laboratory().propose(plan, "ann");
        return begun ? "" : begun.error().text;
    };
    CHECK(refusal([](TestPlan&) {}).empty());
    for (const auto& group : std::vector<match::ArgumentGroup>{{"-pgnout", {"file=/etc/x"}},
                                                               {"-epdout", {"file=x"}},
                                                               {"-journal", {"x"}},
                                                               {"-html", {"x"}},
                                                               {"-events", {"x"}}})
        CHECK(refusal([&](TestPlan& plan) { plan.arguments.push_back(group); }) ==
              group.option +
                  " has no place in a test of others: it would write on the machine of whoever "
                  "fetches the games");
    CHECK(refusal([](TestPlan& plan) { plan.is_iteration = true; }).contains("tuning"));
    CHECK(refusal([](TestPlan& plan) {
              plan.builds["a"] = {
                  .what = "tiny\x1b[2J", .content = std::string(64, 'a'), .program = "a"};
          }).contains("no control characters"));
    CHECK(refusal([](TestPlan& plan) {
              plan.builds["a"] = {.what = "tiny",
                                  .content = std::string(64, 'a'),
                                  .command = "make \u202e x",
                                  .program = "a"};
          }).contains("direction of writing"));
    CHECK(refusal([](TestPlan& plan) {
              plan.arguments[0].words[0] = "cmd=a\u200bb";
          }).contains("cannot be seen"));
    CHECK(refusal([](TestPlan& plan) {
              for (int i = 0; i < 63; ++i)
                  plan.arguments.push_back({"-engine", {"cmd=x", "nodes=1"}});
          }).contains("at most 64 engines"));
    CHECK(refusal([](TestPlan& plan) {
              plan.arguments.push_back({"-event", {std::string(40'000, 'a')}});
              plan.arguments.push_back({"-site", {std::string(40'000, 'a')}});
          }).contains("64 KB"));
    CHECK(refusal([](TestPlan& plan) {
              plan.players["a"] = std::string(1'048'577, '#');
          }).contains("1 MB"));
    CHECK(lab.laboratory().propose(small_plan(), "w").error().text == "workers begin no tests");
}

TEST_CASE("so many tests of an author may wait") {
    PeoplesLab lab;
    for (int i = 0; i < LaboratoryRules().most_proposed; ++i) lab.propose("ann");
    CHECK(lab.laboratory().propose(small_plan(), "ann").error().text ==
          "20 tests of yours wait for approval; no more may");
    CHECK(lab.laboratory().propose(small_plan(), "bea"));
    REQUIRE(lab.act(TestAction::stop, "2", "ann").empty());
    CHECK(lab.laboratory().propose(small_plan(), "ann"));
}

TEST_CASE("a result for which a lost approval was the leave is not counted") {
    PeoplesLab lab;
    REQUIRE(lab.act(TestAction::stop, "1", "op").empty());
    const TestId id = lab.propose("ann");
    REQUIRE(lab.act(TestAction::approve, id, "cal").empty());
    const auto unit = lab.take("w");
    REQUIRE(unit);
    lab.log().pop_back();  // a power failure
    lab.reopen();
    CHECK(lab.state(id) == "proposed");
    lab.deliver("w", *unit, drawn);
    CHECK(lab.test_of(id).stored.empty());
    REQUIRE(lab.act(TestAction::approve, id, "dot").empty());
    CHECK(lab.taken() == id);
}

TEST_CASE("what version 0.3 wrote of keys and tests means the same") {
    const auto read = [](const char* text) { return fact_from_json(json::parse(text)).value(); };
    CHECK(std::get<KeyAdded>(read(R"({"fact":"keyAdded","name":"op","hash":"h","at":1,
        "role":"operator","trust":"own"})"))
              .role == Role::operator_of_lab);
    CHECK(std::get<KeyAdded>(read(R"({"fact":"keyAdded","name":"w","hash":"h","role":"worker",
        "trust":"own"})"))
              .role == Role::worker);
    const auto begun =
        std::get<TestBegun>(read(R"({"fact":"testBegun","test":"1","by":"operator","at":1,
        "plan":{"arguments":[],"priority":0}})"));
    CHECK(begun.by == "operator");
    CHECK_FALSE(begun.is_proposed);
    const auto stopped =
        std::get<TestStopped>(read(R"({"fact":"testStopped","test":"1","at":1,"by":"operator"})"));
    CHECK(stopped.by == "operator");
    CHECK(stopped.why.empty());
    CHECK_FALSE(fact_from_json(json::parse(R"({"fact":"keyAdded","name":"x","hash":"h",
        "role":"emperor","trust":"own"})")));
}
