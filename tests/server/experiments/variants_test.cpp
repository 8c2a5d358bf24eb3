// Experiments with several variants, and the change that everybody gets in the end.
#include <cstddef>
#include <map>
#include <sstream>
#include <string>

#include "experiments/experiment_office.hpp"
#include "experiments/records.hpp"
#include "experiments/report.hpp"
#include "experiments/visitor_page.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;
using kibitz::test::Random;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};
const std::string key(Records::key_bytes, 'k'), other_key(Records::key_bytes, 'o');

// What version 0.1 wrote when three experiments, of which b and c exclude each other, were started
// and twelve visitors came.
// clang-format off
constexpr const char* recorded = R"(
{"alpha":0.05,"controlHigh":1.0,"controlLow":0.5,"draw":"a","fact":"start","goal":"page:/admin/","guards":["help"],"high":0.5,"hours":24,"key":"5ec696676e6aa77c57880e2b782a3021fe3a43039226992f0cc0f836f2ca7470","low":0.0,"measure":"rate","method":2,"name":"a","time":1795796992}
{"alpha":0.05,"controlHigh":1.0,"controlLow":0.6,"draw":"b","fact":"start","goal":"seconds","guards":[],"high":0.3,"hours":24,"key":"4a10c84c0b22a658242189b9c75566a7471cd8f18fe8cf62deeaa3a5b87d339b","largest":60.0,"low":0.0,"measure":"mean","method":2,"name":"b","smallest":0.0,"time":1795796992}
{"alpha":0.05,"controlHigh":1.0,"controlLow":0.6,"draw":"b","fact":"start","goal":"thanks","guards":[],"high":0.6,"hours":24,"key":"4a10c84c0b22a658242189b9c75566a7471cd8f18fe8cf62deeaa3a5b87d339b","low":0.3,"measure":"rate","method":2,"name":"c","time":1795796992}
{"arm":0,"fact":"seen","name":"a","time":1795796992,"unit":"6aa7b3bd0f2eedaa"}
{"arm":1,"fact":"seen","name":"b","time":1795796992,"unit":"2b35f3e0d6c4f07f"}
{"arm":1,"fact":"seen","name":"a","time":1795796992,"unit":"ebab2af679b81fcb"}
{"arm":1,"fact":"seen","name":"b","time":1795796992,"unit":"bf4d0c6ff2c9e030"}
{"arm":0,"fact":"seen","name":"a","time":1795796992,"unit":"7602247e0084968e"}
{"arm":1,"fact":"seen","name":"c","time":1795796992,"unit":"34af7f2a7320eeb5"}
{"arm":0,"fact":"seen","name":"a","time":1795796993,"unit":"c3de26866a202f05"}
{"arm":1,"fact":"seen","name":"b","time":1795796993,"unit":"37f99cd9b3efb96e"}
{"arm":1,"fact":"seen","name":"a","time":1795796993,"unit":"9e51054f44a6f437"}
{"arm":1,"fact":"seen","name":"c","time":1795796993,"unit":"e39d4b9cb1c7c641"}
{"arm":1,"fact":"seen","name":"a","time":1795796993,"unit":"d18fd1f92bbf615"}
{"arm":1,"fact":"seen","name":"c","time":1795796993,"unit":"8602517ed96340ff"}
{"arm":0,"fact":"seen","name":"a","time":1795796993,"unit":"c357e3ba538843e8"}
{"arm":1,"fact":"seen","name":"c","time":1795796993,"unit":"5878598d1a56b7a8"}
{"arm":0,"fact":"seen","name":"a","time":1795796993,"unit":"725d4b75c57cd0ce"}
{"arm":1,"fact":"seen","name":"b","time":1795796993,"unit":"5956da8dc3cb6b25"}
{"arm":0,"fact":"seen","name":"a","time":1795796993,"unit":"51a58ba868feb258"}
{"arm":0,"fact":"seen","name":"b","time":1795796993,"unit":"1ce0083599e42242"}
{"arm":0,"fact":"seen","name":"c","time":1795796993,"unit":"1ce0083599e42242"}
{"arm":0,"fact":"seen","name":"a","time":1795796993,"unit":"dd08a0d3854eb276"}
{"arm":1,"fact":"seen","name":"b","time":1795796993,"unit":"ee96ab1c0a51edd0"}
{"arm":1,"fact":"seen","name":"a","time":1795796993,"unit":"a4ce0142df38aeeb"}
{"arm":1,"fact":"seen","name":"b","time":1795796993,"unit":"39bbcdfe16de257"}
{"arm":1,"fact":"seen","name":"a","time":1795796993,"unit":"26cfe1527dc7b2f9"}
{"arm":0,"fact":"seen","name":"b","time":1795796993,"unit":"27de24b54c863705"}
{"arm":0,"fact":"seen","name":"c","time":1795796993,"unit":"27de24b54c863705"}
{"fact":"goal","goal":1,"name":"a","time":1795796993,"unit":"7602247e0084968e","value":1.0}
)";
// clang-format on

constexpr std::string_view buttons = R"(
[experiment.button]
variants = ["blue", "green", "red"]
goal = "signed-up"
guards = ["help"]
[experiment.quiet]
threshold = 0.5
goal = "signed-up"
)";

Plan plan_of(std::string_view text) {
    auto plan = read_plan(text);
    if (!plan) FAIL(to_string(plan.error()));
    return *std::move(plan);
}

std::string refusal(const std::string& settings) {
    const auto plan = read_plan("[experiment.a]\ngoal = \"g\"\n" + settings);
    return plan ? "" : plan.error().code;
}

std::string code_of(const auto& refused) { return refused ? "" : refused.error().code; }

std::string visitor(int number) { return "visitor " + std::to_string(number); }

// Visitors come one a minute; each change has a rate of its own.
void visit(Records& records, int visitors, const std::map<std::string, double>& rates) {
    Random random(7);
    constexpr double scale = 1'000'000;
    Time now = begin;
    for (int i = 0; i < visitors; ++i, now += 1min) {
        (void)records.seen(visitor(i), now);
        double rate = rates.at("");
        for (const std::string& change : records.active(visitor(i)))
            if (const auto found = rates.find(change); found != rates.end()) rate = found->second;
        if (static_cast<double>(random.below(1'000'000)) < rate * scale)
            (void)records.reached(visitor(i), "signed-up", 1, now + 30min);
    }
}

Records read_again(const Records& records) {
    Records again;
    for (const Json& fact : records.facts()) CHECK(again.apply(Json::parse(fact.dump())));
    return again;
}

}  // namespace

TEST_CASE("a journal from before there were variants means the same") {
    Records records;
    std::istringstream lines(recorded);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) CHECK(records.apply(Json::parse(line)));
    for (const auto& [unit, changes] : std::map<std::string, std::string>{{"header:v1", "b"},
                                                                          {"header:v2", "a b"},
                                                                          {"header:v3", "c"},
                                                                          {"header:v4", "b"},
                                                                          {"header:v5", "a c"},
                                                                          {"header:v6", "a c"},
                                                                          {"header:v7", "c"},
                                                                          {"header:v8", "b"},
                                                                          {"header:v9", ""},
                                                                          {"header:v10", "b"},
                                                                          {"header:v11", "a b"},
                                                                          {"header:v12", "a"}}) {
        CAPTURE(unit);
        CHECK(attribute_value(records.active(unit)) == changes);
        // They are known by the same numbers.
        CHECK(records.has_seen(unit));
    }
    CHECK(records.find("a")->units.size() == 12);
    CHECK(records.find("a")->experiment.variants.empty());
    CHECK(records.find("b")->units.size() + records.find("c")->units.size() == 14);
    // What is written anew, version 0.1 reads.
    for (const Json& fact : records.facts()) CHECK(!fact.contains("variants"));
    const Json report = to_json(report_of(*records.find("a"), records.find("a")->started + 30h));
    CHECK(report["goal"]["variant"]["visitors"] == 5);
    CHECK(report["threshold"].get<double>() == doctest::Approx(std::log(40)));
    CHECK(!report.contains("variants"));
    CHECK(!records.seen("header:v13", begin).empty());
}

TEST_CASE("variants and their shares are read") {
    const Experiment equal = *plan_of(buttons).find("button");
    CHECK(equal.threshold == doctest::Approx(0.75));
    CHECK(equal.changes() == std::vector<std::string>{"button_blue", "button_green", "button_red"});
    CHECK(equal.variants[2].share == doctest::Approx(0.25));
    CHECK(plan_of(buttons).find("quiet")->changes() == std::vector<std::string>{"quiet"});
    const Plan stated =
        plan_of("[experiment.a]\nvariants = [\"x\", \"y\"]\nshares = [0.1, 0.3]\ngoal = \"g\"");
    CHECK(stated.experiments[0].threshold == doctest::Approx(0.4));
    CHECK(stated.experiments[0].variants[1] == Variant{"y", 0.3});
    for (const char* wrong :
         {"variants = []", "variants = [\"x\", \"x\"]", "variants = [\"X\"]",
          "variants = [\"x_y\"]", "shares = [0.5]\nthreshold = 0.5",
          "variants = [\"x\"]\nshares = [0.1, 0.2]", "variants = [\"x\"]\nshares = 5",
          "variants = [\"x\"]\nshares = [0.5]\nthreshold = 0.5",
          "variants = [\"x\"]\nopponent = \"level-05\"\nfile = \"f\""})
        CHECK_MESSAGE(refusal(wrong) == "badVariants", wrong);
    for (const char* wrong :
         {"variants = [\"x\"]\nshares = [0]", "variants = [\"x\", \"y\"]\nshares = [0.5, 0.5]",
          "variants = [\"x\"]\nthreshold = 1", "variants = [\"x\"]\nthreshold = \"much\"",
          "variants = [\"x\"]\nshares = [\"much\"]", ""})
        CHECK_MESSAGE(refusal(wrong) == "badThreshold", wrong);
    CHECK(refusal("variants = 5") == "badField");
    CHECK(is_change_name("button"));
    CHECK(is_change_name("button_blue"));
    for (const char* wrong : {"button_", "_blue", "button_blue_2", "", "Button"})
        CHECK(!is_change_name(wrong));
}

TEST_CASE("variants of one experiment exclude each other, and folders have the order of changes") {
    const auto folders = [](std::vector<std::string> changes) {
        std::vector<std::string> names;
        const auto all = combinations(std::move(changes), plan_of(buttons));
        REQUIRE(all);
        for (const Combination& one : *all) names.push_back(folder_name(one));
        return names;
    };
    CHECK(folders({"quiet", "button_green", "button_blue"}) ==
          std::vector<std::string>{"base", "button_blue", "button_green", "quiet",
                                   "button_blue+quiet", "button_green+quiet"});
    // By the experiments' names: a hyphen comes before the mark of a variant.
    CHECK(folders({"a_x", "a-b"}).back() == "a_x+a-b");
}

TEST_CASE("each visitor gets one variant, each variant its share, and the journal has them") {
    Records records;
    const Plan plan = plan_of(buttons);
    REQUIRE(records.start(plan, "button", key, begin));
    REQUIRE(records.start(plan, "quiet", other_key, begin));
    visit(records, 4'000, {{"", 0.2}});
    std::map<std::string, int> counts;
    const Records again = read_again(records);
    for (int i = 0; i < 4'000; ++i) {
        const Combination active = records.active(visitor(i));
        CHECK(again.active(visitor(i)) == active);
        ++counts[attribute_value(active)];
    }
    CHECK(counts.size() == 8);
    for (const auto& [changes, count] : counts) {
        CAPTURE(changes);
        CHECK(count > 400);
        CHECK(count < 600);
    }
    const Run& run = *records.find("button");
    std::map<int, int> arms;
    for (const Unit& unit : run.units) ++arms[unit.arm];
    CHECK(arms[3] == counts["button_red"] + counts["button_red quiet"]);
    CHECK(arms[0] == counts[""] + counts["quiet"]);
    CHECK(run.share_of(2) == doctest::Approx(0.25));
    CHECK(to_json(report_of(*again.find("button"), begin + 100h)) ==
          to_json(report_of(run, begin + 100h)));
    // Lines of a start that cannot be.
    const Json start = records.facts().front();
    const auto applies = [&](const auto& change) {
        Json line = start;
        change(line);
        return Records().apply(line);
    };
    CHECK(applies([](Json&) {}));
    CHECK(!applies([](Json& line) { line["variants"][1]["low"] = 0.3; }));
    CHECK(!applies([](Json& line) { line["variants"][1]["name"] = "blue"; }));
    CHECK(!applies([](Json& line) { line["variants"].erase(2); }));
    CHECK(!applies([](Json& line) { line["variants"] = 5; }));
    CHECK(!applies([](Json& line) { line["variants"] = Json::array({5}); }));
    CHECK(!Records(records).apply(
        Json::parse(R"({"fact":"seen","name":"button","time":1,"unit":"1","arm":4})")));
    CHECK(!Records(records).apply(
        Json::parse(R"({"fact":"seen","name":"button","time":1,"unit":"1","arm":1.5})")));
}

TEST_CASE("every variant is compared with the base, and the winner is named") {
    Records records;
    REQUIRE(records.start(plan_of(buttons), "button", key, begin));
    visit(records, 6'000,
          {{"", 0.3}, {"button_blue", 0.3}, {"button_green", 0.45}, {"button_red", 0.15}});
    const Report report = report_of(*records.find("button"), begin + 200h);
    REQUIRE(report.variants.size() == 3);
    CHECK(report.variants[0].verdict == Verdict::open);
    CHECK(report.variants[1].verdict == Verdict::variant);
    CHECK(report.variants[2].verdict == Verdict::control);
    CHECK(report.verdict == Verdict::variant);
    CHECK(report.winner() == "green");
    CHECK(!report.is_split_wrong);
    for (const Report& one : report.variants) {
        // The interval and the verdict come from one test, at a third of alpha.
        CHECK(one.threshold == doctest::Approx(std::log(2 / (0.05 / 3))));
        REQUIRE(one.goal.interval);
        CHECK(one.goal.interval->contains(0) == (one.verdict == Verdict::open));
        CHECK(one.course.size() > 50);
        CHECK(one.goal.variant.units() > 1'300);
    }
    const Json json = to_json(report);
    CHECK(json["winner"] == "green");
    CHECK(json["verdict"] == "variant");
    CHECK(json["variants"][1]["variant"] == "green");
    CHECK(json["variants"][1]["goal"]["control"] == json["variants"][2]["goal"]["control"]);
    CHECK(sentence(report).find("Choose green") != std::string::npos);
    CHECK(course_of(report)["red"].size() == report.variants[2].course.size());
    CHECK(picture_of(report).find("green less control") != std::string::npos);
    Run lossy = *records.find("button");
    int dropped = 0;
    std::erase_if(lossy.units,
                  [&](const Unit& unit) { return unit.arm == 3 && ++dropped % 2 == 0; });
    CHECK(report_of(lossy, begin + 200h).is_split_wrong);
}

TEST_CASE("planned looks of several variants come after their part of the visitors") {
    Records records;
    REQUIRE(records.start(plan_of(R"(
[experiment.button]
variants = ["blue", "green", "red"]
goal = "signed-up"
decide = "fixed"
visitors = 2000
)"),
                          "button", key, begin));
    visit(records, 2'400, {{"", 0.3}, {"button_green", 0.5}});
    const Report report = report_of(*records.find("button"), begin + 100h);
    for (const Report& one : report.variants) {
        CHECK(one.looks_done == 1);
        // Three two-sided tests with alpha / 3 each.
        CHECK(one.threshold > 2.39);
        REQUIRE(one.goal.interval);
        CHECK(one.goal.interval->contains(0) == (one.verdict == Verdict::open));
    }
    CHECK(report.winner() == "green");
    CHECK(report_of(*records.find("button"), begin + 30h).verdict == Verdict::open);
}

TEST_CASE("everybody gets the change that is shipped, until it is stopped") {
    Records records;
    const Plan plan = plan_of(buttons);
    REQUIRE(records.start(plan, "button", key, begin));
    CHECK(code_of(records.ship("none", "", begin)) == "noSuchExperiment");
    CHECK(code_of(records.ship("button", "", begin)) == "noSuchVariant");
    CHECK(code_of(records.ship("button", "yellow", begin)) == "noSuchVariant");
    REQUIRE(records.ship("button", "green", begin + 1h));
    CHECK(code_of(records.ship("button", "button_green", begin)) == "alreadyShipped");
    CHECK(!records.is_anything_running());
    CHECK(records.changes_pages());
    CHECK(!records.find("button")->is_running());
    REQUIRE(records.start(plan, "quiet", other_key, begin + 2h));
    CHECK(records.names_in(0) == Combination{"button_green"});
    std::map<std::string, int> counts;
    for (int i = 0; i < 200; ++i) ++counts[attribute_value(records.active(visitor(i)))];
    CHECK(counts.size() == 2);
    CHECK(counts["button_green quiet"] > 60);
    CHECK(counts["button_green"] > 60);
    CHECK(read_again(records).active(visitor(1)) == records.active(visitor(1)));
    // Only the totals are kept, and the change stays.
    REQUIRE(records.keep("button", to_json(report_of(*records.find("button"), begin)), begin + 3h));
    CHECK(records.names_in(0) == Combination{"button_green"});
    Records again = read_again(records);
    CHECK(again.names_in(0) == Combination{"button_green"});
    REQUIRE(again.ship("button", "red", begin + 4h));
    CHECK(again.names_in(0) == Combination{"button_red"});
    REQUIRE(again.stop("button", begin + 5h));
    CHECK(again.names_in(0).empty());
    CHECK(code_of(again.stop("button", begin)) == "notRunning");
    CHECK(read_again(again).names_in(0).empty());
    // An experiment with one change needs no name for it.
    REQUIRE(again.ship("quiet", "", begin + 6h));
    CHECK(again.names_in(0) == Combination{"quiet"});
    for (const char* line : {R"({"fact":"ship","name":"quiet","time":1,"change":"loud"})",
                             R"({"fact":"ship","name":"none","time":1,"change":"none"})",
                             R"({"fact":"ship","name":"quiet","time":1,"change":5})"})
        CHECK(!again.apply(Json::parse(line)));
}

TEST_CASE("what is shipped and what excludes it do not go together") {
    const Plan plan = plan_of(R"(
[experiment.a]
threshold = 0.3
goal = "g"
excludes = ["b"]
[experiment.b]
threshold = 0.3
goal = "g"
[experiment.c]
threshold = 0.5
goal = "score"
opponent = "Level 5"
file = "x.toml"
)");
    Records records;
    REQUIRE(records.start(plan, "a", key, begin));
    REQUIRE(records.start(plan, "b", other_key, begin));
    CHECK(code_of(records.ship("a", "", begin)) == "stillRunning");
    REQUIRE(records.stop("b", begin));
    REQUIRE(records.ship("a", "", begin));
    CHECK(code_of(records.ship("b", "", begin)) == "stillRunning");
    Records later;
    REQUIRE(later.start(plan, "a", key, begin));
    REQUIRE(later.ship("a", "", begin));
    CHECK(code_of(later.start(plan, "b", other_key, begin)) == "groupShipped");
    REQUIRE(later.stop("a", begin));
    CHECK(later.start(plan, "b", other_key, begin));
    REQUIRE(later.start(plan, "c", key, begin));
    CHECK(code_of(later.ship("c", "", begin)) == "notOnPages");
}

TEST_CASE("visitors are told which of the variants they see") {
    const Plan plan = plan_of(buttons);
    ExperimentOffice office(plan, Records(),
                            [](std::size_t count) { return std::string(count, 'r'); });
    REQUIRE(office.start(plan, "button", begin));
    std::map<std::string, int> seen;
    for (int i = 0; i < 60; ++i) {
        const Visitor one{.unit = visitor(i)};
        const Json running = office.running(one, "")["experiments"][0];
        CHECK(running["share"].get<double>() == doctest::Approx(0.75));
        CHECK(running["variants"].size() == 3);
        const std::string change = running.value("change", "");
        CHECK(running["variant"] == !change.empty());
        ++seen[change];
        const std::string page = page_for(one, office);
        CHECK(page.find("75 % of visitors") != std::string::npos);
        CHECK(page.find(change.empty() ? "the site as it was" : "the change " + change + ".") !=
              std::string::npos);
    }
    CHECK(seen.size() == 4);
    CHECK(office.list_for_operator()[0]["changes"].size() == 3);
}
