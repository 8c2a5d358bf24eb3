#include "lab/engine_build.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "lab/recipe.hpp"
#include "lab/test_plan.hpp"
#include "support/test.hpp"

using namespace kibitz::lab;
using nlohmann::json;

namespace {

EngineBuild some_build() {
    return {.what = "tiny at 1f3c9a0",
            .content = std::string(64, 'a'),
            .command = "make",
            .program = "src/tiny",
            .bench = "bench",
            .pattern = "Nodes searched : {}",
            .signature = 3254};
}

bool is_refused(const EngineBuild& build) {
    return !builds_from_json({{"tiny", to_json(build)}}).has_value();
}

}  // namespace

TEST_CASE("a build and a plan with builds are the same after a round trip through JSON") {
    const EngineBuilds builds{
        {"tiny-1", some_build()},
        {"mine", {.what = "mine", .content = std::string(64, '0'), .program = "mine"}}};
    CHECK(builds_from_json(to_json(builds)) == builds);
    CHECK_FALSE(builds.at("tiny-1").is_binary());
    CHECK(builds.at("mine").is_binary());
    const auto plan = plan_from_json(to_json(TestPlan{.arguments = {}, .builds = builds}));
    REQUIRE(plan);
    CHECK(plan->builds == builds);
}

TEST_CASE("a plan of an older version has no builds") {
    const auto plan = plan_from_json(json::parse(R"({"arguments": [], "priority": 0})"));
    REQUIRE(plan);
    CHECK(plan->builds.empty());
    CHECK_FALSE(plan->is_iteration);
    CHECK_FALSE(to_json(*plan).contains("builds"));
    CHECK_FALSE(to_json(*plan).contains("iteration"));
}

TEST_CASE("a build that leaves its folder, or cannot be checked, is refused") {
    CHECK_FALSE(is_refused(some_build()));
    for (const char* program : {"", "/bin/sh", "../tiny", "a/../../tiny", "."}) {
        EngineBuild build = some_build();
        build.program = program;
        CHECK_MESSAGE(is_refused(build), program);
    }
    for (const std::string& content : {std::string("x"), std::string(64, 'A'), std::string()}) {
        EngineBuild build = some_build();
        build.content = content;
        CHECK_MESSAGE(is_refused(build), content);
    }
    EngineBuild build = some_build();
    build.signature.reset();
    CHECK(is_refused(build));
    build = some_build();
    build.pattern = "Nodes searched";
    CHECK(is_refused(build));
    build = some_build();
    build.command = std::string(10'000, 'a');
    CHECK(is_refused(build));
    for (const char* text : {"[]", "null", R"({"a": {}})", R"({"a": []})", R"({"a": {"what": 1}})"})
        CHECK_FALSE(builds_from_json(json::parse(text)).has_value());
}

TEST_CASE("the signature is the number where the pattern has its {}") {
    CHECK(signature_in("Total time (ms) : 20\nNodes searched  : 1234\nNodes/second : 5\n",
                       "Nodes searched : {}") == 1234);
    CHECK(signature_in("77 positions, 1234567 nodes 890 nps\n", "{} nodes") == 1234567);
    CHECK(signature_in("nodes 1\nnodes 22\n", "nodes {}") == 22);
    CHECK(signature_in("nodes:5 nps\r\n", "nodes:{} nps") == 5);
    CHECK_FALSE(signature_in("nodes 12x3\n", "nodes {} nps").has_value());
    CHECK_FALSE(signature_in("nodes\n", "nodes {}").has_value());
    CHECK_FALSE(signature_in("", "{}").has_value());
    CHECK_FALSE(signature_in("nodes 99999999999999999999999", "nodes {}").has_value());
}

TEST_CASE("a recipe is read from TOML") {
    const auto recipe = read_recipe(R"(
name = "tiny"
repository = "../tiny"
build = "make -j $JOBS"
program = "tiny"
bench = "bench"
signature = "Nodes searched : {}"
[files]
"src/tiny.nnue" = "networks/tiny.nnue"
)");
    REQUIRE_MESSAGE(recipe.has_value(), recipe.error());
    CHECK(recipe->name == "tiny");
    CHECK(recipe->build == "make -j $JOBS");
    CHECK(recipe->files.at("src/tiny.nnue") == "networks/tiny.nnue");
}

TEST_CASE("a recipe that lacks something or has too much says what") {
    const auto problem = [](const std::string& text) {
        const auto recipe = read_recipe(text);
        return recipe ? std::string() : recipe.error();
    };
    const std::string least = "name = \"a\"\nbuild = \"make\"\nprogram = \"a\"\n";
    CHECK(problem(least).empty());
    CHECK(problem("build = \"make\"\nprogram = \"a\"\n") == "name: is missing");
    CHECK(problem("name = \"a\"\nprogram = \"a\"\n") == "build: is missing");
    CHECK(problem("name = \"a\"\nbuild = \"a\"\n") == "program: is missing");
    CHECK(problem(least + "bench = \"bench\"\n") == "bench and signature: the one needs the other");
    CHECK(problem(least + "bench = \"bench\"\nsignature = \"Nodes\"\n").contains("one {}"));
    CHECK(problem(least + "speed = 5\n") == "speed: a recipe has no such key");
    CHECK(problem(least + "repository = 5\n") == "repository: is no text");
    CHECK(problem(least + "files = 5\n").starts_with("files: "));
    CHECK(problem("name = \n").starts_with("line 1: "));
}
