// Tests that some machines play alone, by the tag of their keys, and few at a time.
#include <nlohmann/json.hpp>

#include "lab/tried_lab.hpp"
#include "lab/views.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace kibitz::test;
using nlohmann::json;

TEST_CASE("a test with a tag is played by machines that have it, also after a restart") {
    TriedLab lab({}, "st=1", [](TestPlan& plan) { plan.tag = "zen4"; });
    lab.add_worker("ann", Trust::volunteer, {"attic", "zen4"});
    lab.add_worker("bob", Trust::own, {"attic"});
    lab.add_worker("carl");
    for (int again = 0; again < 2; ++again) {
        CHECK(lab.take("ann"));
        CHECK_FALSE(lab.take("bob"));
        CHECK_FALSE(lab.take("carl"));
        CHECK(details_of(lab.laboratory(), lab.test()).at("tag") == "zen4");
        lab.reopen();
    }
}

TEST_CASE("a test with a limit is played by so many machines at a time") {
    TriedLab lab({}, "st=1", [](TestPlan& plan) { plan.most_workers = 2; });
    for (const char* const name : {"ann", "bob", "carl"}) lab.add_worker(name, Trust::own);
    const auto of_ann = lab.take("ann");
    REQUIRE(of_ann);
    // More units of a machine that plays it already are no more machines.
    const auto more_of_ann = lab.take("ann");
    REQUIRE(more_of_ann);
    CHECK(lab.take("bob"));
    CHECK_FALSE(lab.take("carl"));
    lab.deliver("ann", *of_ann, drawn);
    CHECK_FALSE(lab.take("carl"));
    lab.deliver("ann", *more_of_ann, drawn);
    CHECK(lab.take("carl"));
    CHECK_FALSE(lab.take("ann"));
    CHECK(details_of(lab.laboratory(), lab.test()).at("mostWorkers") == 2);
}

TEST_CASE("tags and limits that are none are refused, and a plan without them is as before") {
    const json plan{{"arguments", json::array()}, {"priority", 0}};
    CHECK(plan_from_json(plan)->tag.empty());
    CHECK(plan_from_json(plan)->most_workers == 0);
    CHECK(to_json(*plan_from_json(plan)) == plan);
    const auto is_taken = [&](const char* field, json value) {
        json other = plan;
        other[field] = std::move(value);
        const auto read = plan_from_json(other);
        return read && to_json(*read) == other;
    };
    CHECK(is_taken("tag", "zen4"));
    CHECK(is_taken("mostWorkers", 1));
    CHECK(is_taken("mostWorkers", 100'000));
    for (const json& tag : {json(5), json("a\nb"), json("a\u202eb"), json(std::string(41, 'a'))})
        CHECK_FALSE(is_taken("tag", tag));
    for (const json& limit : {json(-1), json(100'001), json(1.5), json("2")})
        CHECK_FALSE(is_taken("mostWorkers", limit));
}
