#include "experiments/records.hpp"

#include "experiments/report.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;
using kibitz::test::Random;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};
const std::string key(Records::key_bytes, 'k'), other_key(Records::key_bytes, 'o');

Plan plan_of(std::string_view text) {
    const auto plan = read_plan(text);
    REQUIRE(plan);
    return *plan;
}

const char* const two = R"(
[experiment.a]
threshold = 0.5
goal = "thanks"
guards = ["help"]
[experiment.b]
threshold = 0.3
goal = "seconds"
measure = "mean"
largest = 60
[experiment.c]
threshold = 0.3
goal = "thanks"
excludes = ["b"]
)";

std::string visitor(int number) { return "visitor " + std::to_string(number); }

std::string code_of(const auto& refused) { return refused ? "" : refused.error().code; }

// Visitors come one a minute; those with the variant reach the goal with another rate.
void visit(Records& records, int visitors, double control_rate, double variant_rate,
           std::vector<Json>* journal = nullptr) {
    Random random(7);
    constexpr double scale = 1'000'000;
    Time now = begin;
    for (int i = 0; i < visitors; ++i, now += 1min) {
        const auto keep = [&](const Records::Facts& facts) {
            if (journal != nullptr) journal->insert(journal->end(), facts.begin(), facts.end());
        };
        keep(records.seen(visitor(i), now));
        const Combination active = records.active(visitor(i));
        const double rate =
            std::ranges::find(active, "a") != active.end() ? variant_rate : control_rate;
        if (static_cast<double>(random.below(1'000'000)) < rate * scale)
            keep(records.reached(visitor(i), "thanks", 1, now + 30min));
    }
}

}  // namespace

TEST_CASE("an experiment's life") {
    Records records;
    const Plan plan = plan_of(two);
    CHECK(records.active("anybody").empty());
    CHECK(records.seen("anybody", begin).empty());
    CHECK(code_of(records.start(plan, "z", key, begin)) == "noSuchExperiment");
    CHECK(records.start(plan, "a", key, begin));
    CHECK(code_of(records.start(plan, "a", key, begin)) == "alreadyStarted");
    CHECK(code_of(records.keep("a", {}, begin)) == "stillRunning");
    CHECK(code_of(records.stop("b", begin)) == "noSuchExperiment");
    CHECK(records.is_anything_running());
    visit(records, 100, 0.3, 0.3);
    CHECK(records.find("a")->units.size() == 100);
    CHECK(records.stop("a", begin + 2h));
    CHECK(code_of(records.stop("a", begin)) == "notRunning");
    CHECK(!records.is_anything_running());
    CHECK(records.active(visitor(1)).empty());
    CHECK(records.keep("a", Json{{"visitors", 100}}, begin + 3h));
    CHECK(records.find("a")->units.empty());
    CHECK(records.find("a")->key.empty());
    CHECK(Json(records.facts()).dump().find("6b6b") == std::string::npos);
    CHECK(code_of(records.keep("a", {}, begin)) == "alreadyKept");
}

TEST_CASE("a visitor whose draws are remembered gets what the running experiments give") {
    const Plan plan = plan_of(two);
    Records records;
    // As records see it that have never drawn for anybody.
    const auto drawn_anew = [&](const std::string& unit) {
        Records fresh;
        for (const Json& fact : records.facts()) fresh.apply(fact);
        return fresh.active(unit);
    };
    const auto check = [&] {
        int differences = 0;
        for (int i = 0; i < 50; ++i)
            for (int again = 0; again < 2; ++again)
                differences += records.active(visitor(i)) == drawn_anew(visitor(i)) ? 0 : 1;
        return differences;
    };
    CHECK(records.start(plan, "a", key, begin));
    CHECK(check() == 0);
    // One experiment in place of another, of which the last visitor's draw is remembered.
    int changed = 0;
    for (int i = 0; i < 50; ++i) {
        Records next = records;
        const bool had = !next.active(visitor(i)).empty();
        CHECK(next.stop("a", begin));
        CHECK(next.start(plan, "b", other_key, begin));
        Records fresh;
        for (const Json& fact : next.facts()) fresh.apply(fact);
        CHECK(next.active(visitor(i)) == fresh.active(visitor(i)));
        changed += had != !next.active(visitor(i)).empty() ? 1 : 0;
    }
    CHECK(changed > 5);
    CHECK(records.start(plan, "c", other_key, begin));
    CHECK(check() == 0);
}

TEST_CASE("the journal gives the same records, and lines that do not fit are refused") {
    Records records;
    const Plan plan = plan_of(two);
    std::vector<Json> journal;
    for (const char* name : {"a", "b"}) {
        const auto facts = records.start(plan, name, key, begin);
        REQUIRE(facts);
        journal.insert(journal.end(), facts->begin(), facts->end());
    }
    visit(records, 500, 0.2, 0.4, &journal);
    for (int i = 0; i < 50; ++i)
        for (const Json& fact : records.reached(visitor(i), "seconds", i, begin + 1h))
            journal.push_back(fact);
    const Time later = begin + 100h;
    Records again, rewritten;
    for (const Json& line : journal) CHECK(again.apply(Json::parse(line.dump())));
    for (const Json& line : again.facts()) CHECK(rewritten.apply(line));
    for (const char* name : {"a", "b"}) {
        const Json report = to_json(report_of(*records.find(name), later));
        CHECK(to_json(report_of(*again.find(name), later)) == report);
        CHECK(to_json(report_of(*rewritten.find(name), later)) == report);
    }
    for (int i = 0; i < 500; ++i) CHECK(again.active(visitor(i)) == records.active(visitor(i)));
    for (const char* line :
         {"{}", "[]", "5", R"({"fact":"seen","name":"a","time":1,"unit":"zz","arm":1})",
          R"({"fact":"seen","name":"none","time":1,"unit":"1","arm":1})",
          R"({"fact":"seen","name":"a","time":1,"unit":"1","arm":2})",
          R"({"fact":"goal","name":"a","time":1,"unit":"1","goal":0,"value":1})",
          R"({"fact":"start","name":"new","time":1,"key":"short"})",
          R"({"fact":"dance","name":"a","time":1})"})
        CHECK(!again.apply(Json::parse(line)));
}

TEST_CASE("experiments that exclude each other share a draw, and what is left is their control") {
    Records records;
    const Plan plan = plan_of(two);
    REQUIRE(records.start(plan, "b", key, begin));
    REQUIRE(records.start(plan, "c", other_key, begin));
    CHECK(records.find("c")->key == records.find("b")->key);
    int b = 0, c = 0;
    for (int i = 0; i < 3'000; ++i) {
        const Combination active = records.active(visitor(i));
        CHECK(active.size() <= 1);
        if (!active.empty()) ++(active.front() == "b" ? b : c);
        records.seen(visitor(i), begin);
    }
    CHECK(b > 800);
    CHECK(c > 800);
    // Those who see the other variant are no control.
    CHECK(records.find("b")->units.size() == static_cast<std::size_t>(3'000 - c));
    CHECK(records.find("b")->share_of(1) == doctest::Approx(0.3 / 0.7));
    const Plan changed = plan_of(R"(
[experiment.aa]
threshold = 0.1
goal = "thanks"
excludes = ["b"]
[experiment.b]
threshold = 0.3
goal = "seconds"
)");
    CHECK(code_of(records.start(changed, "aa", key, begin)) == "groupChanged");
}

TEST_CASE("goals count once, in time, and only for visitors who were seen") {
    Records records;
    REQUIRE(records.start(plan_of(two), "a", key, begin));
    REQUIRE(records.start(plan_of(two), "b", key, begin));
    CHECK(records.reached("ann", "thanks", 1, begin).empty());
    records.seen("ann", begin);
    CHECK(records.seen("ann", begin + 1h).empty());
    CHECK(records.reached("ann", "unknown", 1, begin).empty());
    CHECK(records.reached("ann", "thanks", 1, begin + 24h).empty());
    CHECK(records.reached("ann", "thanks", 1, begin + 23h).size() == 1);
    CHECK(records.reached("ann", "thanks", 1, begin + 23h).empty());
    CHECK(records.reached("ann", "help", 1, begin + 1h).size() == 1);
    CHECK(records.find("a")->units.front().values == std::vector<double>{1, 1});
    CHECK(records.reached("ann", "seconds", 2.5, begin + 1h).size() == 1);
    CHECK(records.reached("ann", "seconds", 1, begin + 1h).empty());
    CHECK(records.find("b")->units.front().values == std::vector<double>{2.5});
    records.seen("bob", begin);
    CHECK(records.reached("bob", "seconds", 1e300, begin + 1h).empty());
    CHECK(records.reached("bob", "seconds", std::nan(""), begin + 1h).empty());
}

TEST_CASE("a report finds a difference that is there, and says when the split is wrong") {
    Records records;
    REQUIRE(records.start(plan_of(two), "a", key, begin));
    visit(records, 3'000, 0.2, 0.4);
    const Run& run = *records.find("a");
    const Report early = report_of(run, begin + 24h + 500min);
    CHECK(early.waiting == 2'499);
    const Report late = report_of(run, begin + 100h);
    CHECK(late.waiting == 0);
    CHECK(late.verdict == Verdict::variant);
    CHECK(!late.is_split_wrong);
    REQUIRE(late.goal.interval);
    CHECK(late.goal.interval->contains(0.2));
    CHECK(!late.goal.interval->contains(0));
    CHECK(late.course.size() > 50);
    const std::string picture = picture_of(late);
    CHECK(picture.starts_with("<svg"));
    CHECK(picture.find("nan") == std::string::npos);
    CHECK(picture_of(report_of(run, begin)).find("There is a picture once") != std::string::npos);
    CHECK(to_json(late)["verdict"] == "variant");
    CHECK(sentence(late).find("higher share") != std::string::npos);
    CHECK(sentence(late).find("more visitors count") == std::string::npos);
    CHECK(sentence(early).find(" 2499 more visitors count once") != std::string::npos);

    Run lossy = run;
    int dropped = 0;
    std::erase_if(lossy.units,
                  [&](const Unit& unit) { return unit.arm != 0 && ++dropped % 3 == 0; });
    CHECK(report_of(lossy, begin + 100h).is_split_wrong);
    CHECK(sentence(report_of(lossy, begin + 100h)).find("means nothing") != std::string::npos);

    Records equal;
    REQUIRE(equal.start(plan_of(two), "a", key, begin));
    visit(equal, 3'000, 0.3, 0.3);
    CHECK(report_of(*equal.find("a"), begin + 100h).verdict == Verdict::open);
}

TEST_CASE("the interval and the verdict are one, at every look") {
    Records records;
    REQUIRE(records.start(plan_of(two), "a", key, begin));
    visit(records, 1'500, 0.3, 0.4);
    const Run& run = *records.find("a");
    bool was_found = false;
    for (auto now = begin + 24h; now < begin + 50h; now += 30min) {
        const Report report = report_of(run, now);
        const bool is_found = report.verdict != Verdict::open;
        CHECK(is_found >= was_found);
        was_found = is_found;
        if (!report.goal.interval) continue;
        CHECK(report.goal.interval->contains(0) == !is_found);
        CHECK((report.evidence >= report.threshold || is_found) == is_found);
        const Json json = to_json(report);
        CHECK(json["threshold"].get<double>() == doctest::Approx(std::log(40)));
    }
    CHECK(was_found);
}

TEST_CASE(
    "everybody who was seen is shown from the first minute, apart from those who are settled") {
    Records records;
    REQUIRE(records.start(plan_of(two), "a", key, begin));
    visit(records, 200, 0.3, 0.3);
    const Report early = report_of(*records.find("a"), begin + 3h);
    CHECK(early.goal.control.units() + early.goal.variant.units() == 0);
    CHECK(!early.goal.interval);
    CHECK(early.goal.control_so_far.visitors + early.goal.variant_so_far.visitors == 200);
    CHECK(early.goal.control_so_far.reached > 10);
    CHECK(sentence(early).find("have been seen so far") != std::string::npos);
    const Json json = to_json(early);
    CHECK(json["goal"]["control"]["visitors"] == 0);
    CHECK(json["goal"]["control"]["soFar"]["visitors"] == early.goal.control_so_far.visitors);
    const Report late = report_of(*records.find("a"), begin + 48h);
    CHECK(late.goal.control.units() == late.goal.control_so_far.visitors);
    REQUIRE(late.forecast);
    CHECK(late.forecast->days.value() > 0);
    CHECK(to_json(late)["forecast"]["visitors"].get<std::int64_t>() >= 0);
}

TEST_CASE(
    "a comparison of means needs the largest amount that counts, and says what it leaves out") {
    Plan plan = plan_of(two);
    for (Experiment& experiment : plan.experiments) experiment.amounts.reset();
    Records records;
    const auto refused = records.start(plan, "b", key, begin);
    CHECK(code_of(refused) == "noLargest");
    REQUIRE(records.start(plan_of(two), "b", key, begin));
    for (int i = 0; i < 300; ++i) {
        (void)records.seen(visitor(i), begin);
        (void)records.reached(visitor(i), "seconds", i < 3 ? 500 : i % 50, begin + 1h);
    }
    const Report report = report_of(*records.find("b"), begin + 30h);
    // Some get the other experiment of the group and do not count.
    const auto above = std::ranges::count_if(records.find("b")->units,
                                             [](const Unit& unit) { return unit.values[0] > 60; });
    REQUIRE(above > 0);
    CHECK(report.goal.above == above);
    CHECK(to_json(report)["goal"]["largest"] == 60);
    CHECK(to_json(report)["goal"]["aboveLargest"] == above);
    CHECK(report.goal.control.mean() < 30);
    // What the next experiment on this goal could state.
    Plan next = plan_of("[experiment.d]\nthreshold = 0.5\ngoal = \"seconds\"\nmeasure = \"mean\"");
    const auto again = records.start(next, "d", key, begin);
    REQUIRE(!again);
    CHECK(again.error().code == "noLargest");
    CHECK(again.error().text.find("largest = 50") != std::string::npos);
}

TEST_CASE("planned looks decide when they were planned to, and nothing in between") {
    const Plan plan = plan_of(R"(
[experiment.a]
threshold = 0.5
goal = "thanks"
decide = "planned"
looks = 2
visitors = 1000
)");
    Records records;
    std::vector<Json> journal;
    const auto facts = records.start(plan, "a", key, begin);
    REQUIRE(facts);
    journal = *facts;
    visit(records, 1'400, 0.2, 0.4, &journal);
    Records again;
    for (const Json& line : journal) REQUIRE(again.apply(line));
    CHECK(again.find("a")->experiment.decision == Decision{.looks = 2, .visitors = 1'000});
    for (const Records* one : {&records, &again}) {
        const auto at = [&](int settled) {
            return report_of(*one->find("a"), begin + 24h + std::chrono::minutes(settled - 1));
        };
        CHECK(!at(499).goal.interval);
        CHECK(at(499).forecast->visitors == 1);
        CHECK(sentence(at(499)).find("The next look is after 1 more visitors") !=
              std::string::npos);
        CHECK(at(500).looks_done == 1);
        REQUIRE(at(500).goal.interval);
        CHECK(at(999).goal.interval == at(500).goal.interval);
        CHECK(at(1'400).verdict == Verdict::variant);
        CHECK(at(1'400).goal.interval == at(1'100).goal.interval);
    }
}

TEST_CASE("an experiment can end because no difference is worth having") {
    const auto verdict = [](double worth) {
        Plan plan = plan_of(two);
        for (Experiment& experiment : plan.experiments) experiment.worth = worth;
        Records records;
        REQUIRE(records.start(plan, "a", key, begin));
        visit(records, 3'000, 0.3, 0.3);
        return report_of(*records.find("a"), begin + 100h);
    };
    CHECK(verdict(0.15).verdict == Verdict::none);
    CHECK(sentence(verdict(0.15)).find("worth having") != std::string::npos);
    CHECK(verdict(0.001).verdict == Verdict::open);
}

TEST_CASE("a journal of an earlier version is read, and its report says what has changed") {
    const std::string start =
        R"({"alpha":0.05,"controlHigh":1.0,"controlLow":0.5,"draw":"a","fact":"start","goal":"g",)"
        R"("guards":[],"high":0.5,"hours":24,"key":")" +
        std::string(64, 'a') + R"(","low":0.0,"measure":)";
    const std::string end = R"(,"name":"a","time":1790000000})";
    for (const char* measure : {R"("rate")", R"("mean")"}) {
        CAPTURE(measure);
        Records records;
        REQUIRE(records.apply(Json::parse(start + measure + end)));
        for (int i = 0; i < 200; ++i) {
            const std::string unit =
                R"("time":1790000000,"name":"a","unit":")" + std::to_string(1'000 + i) + "\"";
            REQUIRE(records.apply(Json::parse(R"({"fact":"seen",)" + unit + R"(,"arm":)" +
                                              std::to_string(i % 2) + "}")));
            if (i % 2 == 1)
                REQUIRE(records.apply(
                    Json::parse(R"({"fact":"goal",)" + unit + R"(,"goal":0,"value":1})")));
        }
        const Report report = report_of(*records.find("a"), begin + 48h);
        REQUIRE(!report.notes.empty());
        CHECK(report.notes.front().find("one test") != std::string::npos);
        const bool is_rate = report.goal.measure == Measure::rate;
        CHECK(report.verdict == (is_rate ? Verdict::variant : Verdict::open));
        CHECK(report.goal.interval.has_value() == is_rate);
        CHECK(report.goal.variant.mean() == 1);
        // It stays one of that version when the journal is written anew.
        Records again;
        for (const Json& fact : records.facts()) REQUIRE(again.apply(fact));
        CHECK(again.find("a")->method == 1);
        Run stated = *again.find("a");
        stated.experiment.amounts = AmountBounds{.smallest = 0, .largest = 10};
        CHECK(report_of(stated, begin + 48h).goal.interval);
    }
    CHECK(with_notes(Json{{"measure", "mean"}, {"verdict", "control"}}).contains("notes"));
    CHECK(!with_notes(Json{{"measure", "mean"}, {"method", 2}}).contains("notes"));
}

TEST_CASE("what a start fact cannot say is refused") {
    Records records;
    const auto facts = records.start(plan_of(two), "b", key, begin);
    REQUIRE(facts);
    const auto with = [&](const char* field, const Json& value) {
        Json fact = facts->front();
        fact[field] = value;
        return Records().apply(fact);
    };
    CHECK(with("largest", 70));
    for (const Json& wrong : {Json(-1), Json("x"), Json(nullptr)}) {
        CHECK(!with("largest", wrong));
        CHECK(!with("worth", wrong));
        CHECK(!with("looks", wrong));
    }
}
