// What a file says of visitors from before an experiment: read as people write it, kept with the
// start, and used in the report.
#include "experiments/earlier_numbers.hpp"
#include "experiments/records.hpp"
#include "experiments/report.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;
using kibitz::test::Random;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};
const std::string key(Records::key_bytes, 'm');

constexpr int customers = 1'500;

std::string customer(int number) { return "customer, " + std::to_string(number); }

// They spend again what they have spent before, a little more or less.
double spent_before(int number) { return number % 50; }

std::vector<EarlierNumber> all_customers() {
    std::vector<EarlierNumber> numbers;
    for (int i = 0; i < customers; ++i) numbers.push_back({customer(i), spent_before(i)});
    return numbers;
}

Plan shop(const std::string& decide) {
    const auto plan = read_plan(
        "fingerprint = [\"header:X-Customer\", \"address\"]\n"
        "[experiment.shop]\n"
        "threshold = 0.5\n"
        "goal = \"spent\"\n"
        "measure = \"mean\"\n"
        "largest = 60\n"
        "before = \"last-month.csv\"\n" +
        decide);
    REQUIRE(plan);
    return *plan;
}

// With the variant they spend `more`.
Records::Facts visited(Records& records, const Plan& plan, std::span<const EarlierNumber> before,
                       double more) {
    Random random(3);
    Records::Facts facts = records.start(plan, "shop", key, begin, before).value();
    const auto keep = [&](const Records::Facts& some) {
        facts.insert(facts.end(), some.begin(), some.end());
    };
    for (int i = 0; i < customers; ++i) {
        const std::string unit = "header:" + customer(i);
        const Time now = begin + std::chrono::minutes(i);
        keep(records.seen(unit, now));
        const double usual = 1 + spent_before(i) + static_cast<double>(random.below(4));
        keep(records.reached(unit, "spent", usual + (records.active(unit).empty() ? 0 : more),
                             now + 1min));
    }
    return facts;
}

Report report_after(const Records& records) {
    return report_of(*records.find("shop"), begin + 100h);
}

std::string error_in(std::string_view file) {
    const auto read = read_earlier_numbers(file);
    return read ? "" : read.error();
}

}  // namespace

TEST_CASE("a difference is found that would drown in what visitors always spend") {
    for (const char* const decide : {"", "decide = \"planned\"\nlooks = 3\nvisitors = 1400\n"}) {
        Records with, without;
        visited(with, shop(decide), all_customers(), 1);
        visited(without, shop(decide), {}, 1);
        const Report report = report_after(with);
        CHECK(report.verdict == Verdict::variant);
        REQUIRE(report.goal.adjustment);
        CHECK(report.goal.adjustment->known > 1'000);
        CHECK(report.goal.adjustment->explained > 0.98);
        CHECK(report.goal.adjustment->difference == doctest::Approx(1).epsilon(0.15));
        CHECK(to_json(report)["goal"]["adjusted"]["difference"] ==
              report.goal.adjustment->difference);
        CHECK(sentence(report).find("What was known before of 1") != std::string::npos);
        CHECK(report_after(without).verdict == Verdict::open);
        CHECK(!report_after(without).goal.adjustment);
        CHECK(!to_json(report_after(without))["goal"].contains("adjusted"));
    }
}

TEST_CASE("what was known is in the journal, without names, and leaves it with the visitors") {
    Records records;
    const auto facts = visited(records, shop(""), all_customers(), 1);
    Records again, rewritten;
    for (const Json& fact : facts) {
        CHECK(fact.dump().find("customer") == std::string::npos);
        REQUIRE(again.apply(fact));
    }
    for (const Json& fact : again.facts()) REQUIRE(rewritten.apply(fact));
    const Json report = to_json(report_after(records));
    CHECK(to_json(report_after(again)) == report);
    CHECK(to_json(report_after(rewritten)) == report);

    REQUIRE(rewritten.stop("shop", begin + 50h));
    REQUIRE(rewritten.keep("shop", report, begin + 200h));
    CHECK(rewritten.facts().size() == 1);
    CHECK(rewritten.find("shop")->known_before.empty());
}

TEST_CASE("a fact that cannot be is no fact") {
    Records records;
    visited(records, shop(""), all_customers(), 0);
    for (const char* const numbers : {R"([1])", R"({"xyz":1})", R"({"12":"a"})", R"(7)"})
        CHECK(!records.apply(
            Json::parse(R"({"fact":"before","name":"shop","time":1790000000,"numbers":)" +
                        std::string(numbers) + "}")));
    CHECK(!records.apply(Json::parse(R"({"fact":"before","name":"shop","time":1790000000})")));
    CHECK(!records.apply(
        Json::parse(R"({"fact":"before","name":"none","time":1790000000,"numbers":{}})")));
}

TEST_CASE("of a player who is forgotten, what was known before goes as well") {
    const auto plan = read_plan(
        "[experiment.b]\nthreshold = 0.5\nopponent = \"Owl\"\nfile = \"owl.toml\"\n"
        "goal = \"moves\"\nbefore = \"ratings.csv\"\n");
    REQUIRE(plan);
    Records records;
    REQUIRE(records.start(*plan, "b", key, begin, std::vector<EarlierNumber>{{"Ann", 1'500}}));
    REQUIRE(records.game_began({.opponent = "Owl", .unit = "account:Ann", .began = begin + 1h})
                .size() == 1);
    CHECK(records.find("b")->units.front().before == 1'500);
    CHECK(records.forget("account:Ann"));
    CHECK(records.find("b")->known_before.empty());
    CHECK(!records.forget("account:Ann"));
}

TEST_CASE("the file is read as spreadsheets and scripts write it") {
    const std::vector<EarlierNumber> both{{"Ann", 12.5}, {"Bob", -3}};
    for (const char* const file :
         {"Ann,12.5\nBob,-3\n", "visitor,number\r\nAnn,12.5\r\n\r\nBob,-3", "Ann;12,5\nBob;-3",
          "\xEF\xBB\xBF\"Ann\", 12.50\n\"Bob\", -3.0\n", "name\tspent\nAnn\t12,5\nBob\t-3\n"}) {
        CAPTURE(file);
        CHECK(read_earlier_numbers(file) == both);
    }
    CHECK(read_earlier_numbers("Smith, Ann,7") == std::vector<EarlierNumber>{{"Smith, Ann", 7}});
}

TEST_CASE("what is wrong with the file is said with its line") {
    for (const char* const line :
         {"Ann", "Ann,", ",5", "Ann,five", "Ann,1e99", "Ann,nan", "Ann,inf"}) {
        CAPTURE(line);
        CHECK(error_in("Bob,1\n" + std::string(line) + "\n") ==
              "line 2: a line has a visitor, a comma and a number");
    }
    CHECK(error_in("Ann,1\nBob,2\nAnn,1") == "line 3: this visitor was there before");
    CHECK(error_in("") == "no line has a visitor, a comma and a number");
    CHECK(error_in("visitor,number\n") == error_in(""));
}

TEST_CASE("a plan names visitors only where a file can") {
    const auto code = [](const std::string& fingerprint, const std::string& before) {
        const auto plan =
            read_plan("fingerprint = " + fingerprint +
                      "\n[experiment.a]\nthreshold = 0.5\ngoal = \"g\"\nbefore = " + before + "\n");
        return plan ? "" : plan.error().code;
    };
    CHECK(code(R"(["header:X-Customer", "visit"])", R"("a.csv")").empty());
    CHECK(code(R"(["visit"])", R"("a.csv")") == "badBefore");
    CHECK(code(R"(["address+header:X"])", R"("a.csv")") == "badBefore");
    CHECK(code(R"(["header:X+address"])", R"("a.csv")") == "badBefore");
    CHECK(code(R"(["header:X"])", R"("")") == "badBefore");
    CHECK(code(R"(["header:X"])", "5") == "badBefore");
}
