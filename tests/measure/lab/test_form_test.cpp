// The form with which a test is begun on the page: the plan that comes of it, and where a fault is.
#include "lab/test_form.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using nlohmann::json;

namespace {

json form() {
    return json::parse(R"({"preset": "", "engines": [
        {"name": "new", "kind": "program", "program": "stockfish", "options": "Hash = 32"},
        {"name": "old", "kind": "program", "program": "stockfish", "options": ""}],
        "limitKind": "nodes", "limit": "500", "elo0": "0", "elo1": "5", "rounds": "100",
        "openings": "builtin", "priority": "-2", "mostWorkers": "3", "tag": "zen4",
        "instructions": "x86-64-v2", "about": "Two lines,\nboth of them."})");
}

// What is wrong, for a test that fails.
std::string said(const std::expected<TestPlan, FieldFault>& plan) {
    return plan ? "" : plan.error().field + ": " + plan.error().text;
}

std::string options_of(const TestPlan& plan) {
    std::string text;
    for (const match::ArgumentGroup& group : plan.arguments) {
        text += group.option;
        for (const std::string& word : group.words) text += " " + word;
        text += "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("a form is the options that would have been typed") {
    const auto plan = plan_of_form(form());
    REQUIRE_MESSAGE(plan.has_value(), said(plan));
    CHECK(options_of(*plan) ==
          "-engine name=new cmd=stockfish option.Hash=32\n"
          "-engine name=old cmd=stockfish\n"
          "-each nodes=500\n"
          "-sprt elo0=0 elo1=5 model=normalized\n"
          "-rounds 100\n"
          "-games 2\n"
          "-openings order=random\n");
    CHECK(plan->priority == -2);
    CHECK(plan->most_workers == 3);
    CHECK(plan->tag == "zen4");
    CHECK(plan->instructions == InstructionSet::x86_64_v2);
    CHECK(plan->about == "Two lines,\nboth of them.");
    CHECK(plan->reference_speed == 0);  // no clocks
}

TEST_CASE("a preset fills what is empty, and what is typed is stronger") {
    json typed = form();
    typed["preset"] = "ltc";
    for (const char* const field : {"limit", "elo0", "elo1", "rounds"}) typed[field] = "";
    auto plan = plan_of_form(typed);
    REQUIRE_MESSAGE(plan.has_value(), said(plan));
    CHECK(options_of(*plan).contains("-each tc=60+0.6"));
    CHECK(options_of(*plan).contains("-sprt elo0=0.5 elo1=2.5 model=normalized"));
    CHECK(plan->reference_speed == 1'000'000);
    typed["limitKind"] = "tc";
    typed["limit"] = "5+0.05";
    typed["reference"] = "none";
    plan = plan_of_form(typed);
    REQUIRE(plan);
    CHECK(options_of(*plan).contains("-each tc=5+0.05"));
    CHECK_FALSE(options_of(*plan).contains("60+0.6"));
    CHECK(plan->reference_speed == 0);
}

TEST_CASE("an engine may come with Kibitz, or with the test; openings may be a file") {
    json typed = form();
    typed["engines"][0] = {{"kind", "player"}, {"program", "level-05"}};
    const json build{{"what", "tiny 1f3c9a0"},
                     {"content", std::string(64, 'a')},
                     {"command", "make"},
                     {"program", "tiny"}};
    typed["engines"][1] = {{"kind", "build"}, {"build", build}, {"name", "tiny"}};
    typed["openings"] = "file";
    typed["bookName"] = "two.epd";
    typed["book"] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    const auto plan = plan_of_form(typed);
    REQUIRE_MESSAGE(plan.has_value(), said(plan));
    CHECK(options_of(*plan).contains("-engine player=level-05\n"));
    CHECK(options_of(*plan).contains("-engine name=tiny cmd=sent-aaaaaaaaaa-2\n"));
    CHECK(options_of(*plan).contains("-openings file=two.epd order=random\n"));
    CHECK(plan->builds.at("sent-aaaaaaaaaa-2").command == "make");
    CHECK(plan->book == typed["book"].get<std::string>());
}

TEST_CASE("a fault is at the field where it was typed") {
    struct Case {
        const char *pointer, *typed, *field;
    };
    for (const Case& one : {
             Case{"/engines/0/program", "", "engines.0.program"},
             Case{"/engines/1/program", "/bin/sh", "engines.1.program"},
             Case{"/engines/1/program", "a\nb", "engines.1.program"},
             Case{"/engines/0/kind", "shell", "engines.0.kind"},
             Case{"/engines/0/kind", "build", "engines.0.build"},
             Case{"/engines/0/name", "a\x1b[2J", "engines.0.name"},
             Case{"/engines/0/options", "Hash", "engines.0.options"},
             Case{"/engines/1/options", "Hash=1\n=2", "engines.1.options"},
             Case{"/options", "Threads", "options"},
             Case{"/limit", "", "limit"},
             Case{"/limit", "many", "limit"},
             Case{"/limit", "-5", "limit"},
             Case{"/limitKind", "years", "limitKind"},
             Case{"/elo0", "", "elo0"},
             Case{"/elo1", "", "elo1"},
             Case{"/elo0", "low", "elo0"},
             Case{"/elo1", "high", "elo1"},
             Case{"/elo1", "-3", "elo1"},
             Case{"/rounds", "", "rounds"},
             Case{"/rounds", "0", "rounds"},
             Case{"/rounds", "1e9", "rounds"},
             Case{"/openings", "file", "book"},
             Case{"/more", "-fly", "more"},
             Case{"/more", "-engine cmd=x", "more"},
             Case{"/more", "-tb /tables", "more"},
             Case{"/preset", "tune", "preset"},
             Case{"/preset", "fast", "preset"},
             Case{"/tag", "a\u202eb", "tag"},
             Case{"/mostWorkers", "-1", "mostWorkers"},
             Case{"/mostWorkers", "few", "mostWorkers"},
             Case{"/priority", "0.5", "priority"},
             Case{"/instructions", "x86-64-v9", "instructions"},
         }) {
        json typed = form();
        typed[json::json_pointer(one.pointer)] = one.typed;
        CAPTURE(one.pointer);
        CAPTURE(one.typed);
        const auto plan = plan_of_form(typed);
        REQUIRE_FALSE(plan.has_value());
        CAPTURE(plan.error().text);
        CHECK(plan.error().field == one.field);
        CHECK_FALSE(plan.error().text.empty());
    }
    json typed = form();
    typed["about"] = std::string(1'001, 'a');
    CHECK(plan_of_form(typed).error().field == "about");
    typed = form();
    typed["openings"] = "file";
    typed["book"] = "nonsense";
    typed["bookName"] = "../x.epd";
    CHECK(plan_of_form(typed).error().field == "book");
    typed["bookName"] = "x.epd";
    CHECK(plan_of_form(typed).error().field == "book");
}

TEST_CASE("what is wrong with an engine that is sent is at its field") {
    json typed = form();
    json build{{"what", "tiny"}, {"content", std::string(64, 'a')}, {"program", ""}};
    const auto field_of = [&] {
        typed["engines"][1] = {{"kind", "build"}, {"build", build}};
        const auto plan = plan_of_form(typed);
        return plan ? "" : plan.error().field;
    };
    CHECK(field_of() == "engines.1.path");
    build["program"] = "tiny";
    CHECK(field_of() == "");
    build["program"] = "../tiny";
    CHECK(field_of() == "engines.1.build");
    build["program"] = "tiny";
    build["bench"] = "bench";
    build["signature"] = 5;
    CHECK(field_of() == "engines.1.pattern");
    build["pattern"] = "{} nodes";
    CHECK(field_of() == "");
}

TEST_CASE("what is no form is refused") {
    for (const char* const text :
         {"7", "[]", "{}", R"({"engines": []})", R"({"engines": [1, 2]})",
          R"({"engines": [{}, {}]})", R"({"engines": [{"kind": 1}, {}]})",
          R"({"engines": [{"kind": "build", "build": 7}, {}]})",
          R"({"engines": [{"kind": "build", "build": {"content": []}}, {}]})"})
        CHECK_FALSE(plan_of_form(json::parse(text)).has_value());
    json typed = form();
    typed["limit"] = 5;
    CHECK(plan_of_form(typed).error().field == "limit");
}
