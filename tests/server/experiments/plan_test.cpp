#include "experiments/plan.hpp"

#include <set>

#include "experiments/body_attribute.hpp"
#include "experiments/combinations.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;

namespace {

constexpr std::string_view example = R"(
fingerprint = ["header:X-Visitor", "visit", "address"]

[experiment.coach-first]
threshold = 0.5
goal = "first-game"
guards = ["page:/help.html"]
excludes = ["big-board"]

[experiment.big-board]
threshold = 0.3
goal = "page:/thanks.html"
within-hours = 48

[experiment.quiet]
threshold = 1
goal = "seconds"
measure = "mean"
alpha = 0.01
)";

std::string refusal(std::string_view text) {
    const auto plan = read_plan(text);
    return plan ? "" : plan.error().code;
}

std::string experiment(std::string_view settings) {
    return "[experiment.a]\nthreshold = 0.5\ngoal = \"g\"\n" + std::string(settings);
}

}  // namespace

TEST_CASE("a plan is read") {
    const auto plan = read_plan(example);
    REQUIRE(plan);
    CHECK(plan->fingerprint.size() == 3);
    CHECK(plan->fingerprint[0].header == "X-Visitor");
    REQUIRE(plan->experiments.size() == 3);
    CHECK(plan->experiments[0].name == "big-board");
    CHECK(plan->experiments[0].within == std::chrono::hours(48));
    CHECK(plan->experiments[1].guards == std::vector<std::string>{"page:/help.html"});
    CHECK(plan->find("quiet")->measure == Measure::mean);
    CHECK(plan->are_in_one_group("big-board", "coach-first"));
    CHECK(plan->are_in_one_group("coach-first", "big-board"));
    CHECK(!plan->are_in_one_group("quiet", "big-board"));
    CHECK(read_plan("")->experiments.empty());
}

TEST_CASE("what is wrong with a plan is named") {
    CHECK(refusal("[experiment.a") == "badToml");
    CHECK(refusal("colour = 1") == "unknownField");
    CHECK(refusal("fingerprint = [\"dna\"]") == "badFingerprint");
    CHECK(refusal("fingerprint = 5") == "badField");
    CHECK(refusal("fingerprint = [5]") == "badField");
    CHECK(refusal("experiment = 5") == "badField");
    CHECK(refusal("[experiment]\na = 5") == "badField");
    CHECK(refusal("[experiment.\"Big Board\"]\nthreshold = 0.5\ngoal = \"g\"") == "badName");
    CHECK(refusal("[experiment.-a]\nthreshold = 0.5\ngoal = \"g\"") == "badName");
    CHECK(refusal("[experiment.a]\nthreshold = 1.5\ngoal = \"g\"") == "badThreshold");
    CHECK(refusal("[experiment.a]\nthreshold = nan\ngoal = \"g\"") == "badThreshold");
    CHECK(refusal("[experiment.a]\nthreshold = 0.5") == "badGoal");
    CHECK(refusal(experiment("measure = \"median\"")) == "badMeasure");
    CHECK(refusal(experiment("within-hours = 0")) == "badTime");
    CHECK(refusal(experiment("alpha = 0.7")) == "badAlpha");
    CHECK(refusal(experiment("excludes = [\"b\"]")) == "unknownExperiment");
    CHECK(refusal(experiment("excludes = [\"a\"]")) == "unknownExperiment");
    CHECK(refusal(experiment("guards = [\"\"]")) == "badGoal");
    CHECK(
        refusal(experiment("excludes = [\"b\"]\n[experiment.b]\nthreshold = 0.6\ngoal = \"g\"")) ==
        "thresholdsTooLarge");
    CHECK(read_plan("\n\nx = 1").error().where == "line 3");
    CHECK(refusal("fingerprint = [\"address+\"]") == "badFingerprint");
    CHECK(refusal("fingerprint = [\"address+dna\"]") == "badFingerprint");
    CHECK(refusal("browsers-only = 1") == "badField");
    CHECK(refusal("new-visitors-per-hour = 0") == "badField");
    const auto mean = [](std::string_view rest) {
        return refusal(experiment("measure = \"mean\"\n" + std::string(rest)));
    };
    CHECK(mean("largest = 10") == "");
    CHECK(mean("largest = 10.5\nsmallest = -3") == "");
    for (const char* wrong : {"largest = 0", "largest = \"ten\"", "largest = nan", "largest = inf",
                              "largest = 1e10", "smallest = -1", "largest = 1\nsmallest = 2"}) {
        CAPTURE(wrong);
        CHECK(mean(wrong) == "badLargest");
    }
    CHECK(refusal(experiment("largest = 10")) == "badLargest");
    CHECK(refusal(experiment("worth = 0.01")) == "");
    for (const char* wrong : {"worth = 0", "worth = -1", "worth = \"x\"", "worth = nan"})
        CHECK(refusal(experiment(wrong)) == "badWorth");
    for (const char* right : {"decide = \"any-time\"", "decide = \"fixed\"\nvisitors = 700",
                              "decide = \"planned\"\nvisitors = 700",
                              "decide = \"planned\"\nvisitors = 700\nlooks = 3"})
        CHECK(refusal(experiment(right)) == "");
    for (const char* wrong :
         {"decide = \"later\"", "decide = 5", "decide = \"fixed\"", "decide = \"planned\"",
          "visitors = 700", "looks = 3", "decide = \"fixed\"\nvisitors = 5",
          "decide = \"fixed\"\nvisitors = 700\nlooks = 2",
          "decide = \"planned\"\nvisitors = 700\nlooks = 0",
          "decide = \"planned\"\nvisitors = 700\nlooks = \"x\"",
          "decide = \"planned\"\nvisitors = 700\nlooks = 21",
          "decide = \"planned\"\nvisitors = 2000000"}) {
        CAPTURE(wrong);
        CHECK(refusal(experiment(wrong)) == "badDecide");
    }
}

TEST_CASE("combinations are the subsets in which no two experiments exclude each other") {
    const Plan plan = *read_plan(example);
    const auto found = combinations({"quiet", "coach-first", "big-board"}, plan);
    REQUIRE(found);
    std::set<std::string> folders;
    for (const Combination& combination : *found) folders.insert(folder_name(combination));
    CHECK(folders == std::set<std::string>{"base", "big-board", "coach-first", "quiet",
                                           "big-board+quiet", "coach-first+quiet"});
    CHECK(found->front().empty());
    CHECK(attribute_value({"a", "b"}) == "a b");
    // Experiments of which the plan does not know.
    std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    CHECK(combinations(names, plan)->size() == 64);
    names.push_back("g");
    CHECK(!combinations(names, plan));
}

TEST_CASE("the attribute goes into the body's tag and nowhere else") {
    const auto with = [](std::string_view html) { return with_body_attribute(html, "a b"); };
    CHECK(with("<html><body>x") == "<html><body data-experiments=\"a b\">x");
    CHECK(with("<BODY\n class='c'>") == "<BODY data-experiments=\"a b\"\n class='c'>");
    CHECK(with("<!-- <body> --><body/>") == "<!-- <body> --><body data-experiments=\"a b\"/>");
    CHECK(with("<script>'<body>'</script><style><body></style><title><body></title><body>") ==
          "<script>'<body>'</script><style><body></style><title><body></title>"
          "<body data-experiments=\"a b\">");
    for (const char* html :
         {"", "<", "<bodyguard>", "<body", "plain text", "<!-- <body>", "<script>"})
        CHECK(with(html) == html);
}

TEST_CASE("an experiment on an opponent is read") {
    constexpr std::string_view on_opponents = R"(
[experiment.level-5b]
threshold = 0.5
opponent = "level-05"
file = "level-05b.toml"
goal = "rematch"
guards = ["score"]
[experiment.level-5c]
threshold = 0.25
opponent = "level-05"
file = "level-05c.toml"
goal = "moves"
excludes = ["level-5b"]
)";
    const auto plan = read_plan(on_opponents);
    REQUIRE(plan);
    const Experiment& rematch = *plan->find("level-5b");
    REQUIRE(rematch.opponent);
    CHECK(rematch.opponent->player == "level-05");
    CHECK(rematch.opponent->file == "level-05b.toml");
    CHECK(rematch.measure == Measure::rate);
    CHECK(rematch.measure_of("score") == Measure::mean);
    CHECK(plan->find("level-5c")->measure == Measure::mean);
}

TEST_CASE("experiments on opponents that cannot be are refused") {
    const auto on_opponent = [](std::string_view name, std::string_view rest) {
        return "[experiment." + std::string(name) +
               "]\nthreshold = 0.4\nopponent = \"level-05\"\nfile = \"x.toml\"\n" +
               std::string(rest) + "\n";
    };
    const std::string good = on_opponent("a", "goal = \"rematch\"");
    CHECK(refusal(good) == "");
    CHECK(refusal(on_opponent("a", "goal = \"signed-up\"")) == "badGoal");
    CHECK(refusal(on_opponent("a", "goal = \"rematch\"\nguards = [\"page:/x.html\"]")) ==
          "badGoal");
    CHECK(refusal(on_opponent("a", "goal = \"rematch\"\nmeasure = \"mean\"")) == "badMeasure");
    CHECK(refusal(on_opponent("a", "goal = \"score\"\nmeasure = \"mean\"")) == "");
    CHECK(refusal(experiment("opponent = \"level-05\"")) == "badOpponent");
    CHECK(refusal(experiment("file = \"x.toml\"")) == "badOpponent");
    CHECK(refusal(experiment("opponent = 5\nfile = \"x.toml\"")) == "badOpponent");
    // Two files at once for one player.
    CHECK(refusal(good + on_opponent("b", "goal = \"score\"")) == "sameOpponent");
    CHECK(refusal(good + on_opponent("b", "goal = \"score\"\nexcludes = [\"a\"]")) == "");
    CHECK(refusal(good + "[experiment.page]\nthreshold = 0.1\ngoal = \"g\"\n" +
                  "excludes = [\"a\"]\n") == "mixedGroup");
}

TEST_CASE("several values together can stand for a visitor") {
    const auto plan = read_plan("fingerprint = [\"address+header:X-Postal-Code\", \"address\"]");
    REQUIRE(plan);
    REQUIRE(plan->fingerprint.size() == 2);
    REQUIRE(plan->fingerprint[0].also.size() == 1);
    CHECK(plan->fingerprint[0].also[0].header == "X-Postal-Code");
    CHECK(plan->fingerprint[1].also.empty());
}
