// What people of different roles may ask of a gate, over real connections.
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/unit_games.hpp"
#include "lab_net/end_notices.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/running_gate.hpp"
#include "lab_net/upload_text.hpp"
#include "secrets/sodium_secrets.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using nlohmann::json;
using test::code_of;
using test::RunningGate;

namespace {

JoinToken key(RunningGate& gate, const std::string& name, const std::string& role) {
    const auto answer = GateClient(gate.operator_token())
                            .ask({{"type", "addKey"},
                                  {"name", name},
                                  {"role", role},
                                  {"trust", "volunteer"},
                                  {"tags", json::array()}});
    REQUIRE(answer);
    return {gate.address(), name, answer->at("secret")};
}

json form() {
    return json::parse(R"({"engines": [{"kind": "program", "program": "a"},
        {"kind": "program", "program": "b"}], "limitKind": "nodes", "limit": "1", "rounds": "10"})");
}

json take_request() {
    return {{"type", "take"}, {"cores", 1}, {"free_cores", 1}, {"free_memory", 1'000'000'000}};
}

json record_of(const RunningGate& gate) {
    return json::parse(test::NetClient(gate.port()).ask("GET", "/lab/record").body).at("record");
}

std::string state_of(const RunningGate& gate, const std::string& id) {
    return json::parse(test::NetClient(gate.port()).ask("GET", "/lab/tests/" + id).body)
        .at("state");
}

}  // namespace

TEST_CASE("an author proposes, an approver lets it, a worker plays it, and all is in the record") {
    RunningGate gate;
    const JoinToken ann = key(gate, "ann", "author"), cal = key(gate, "cal", "approver");
    GateClient worker(gate.worker("w", lab::Trust::own));
    {
        GateClient author(ann), approver(cal);
        const auto begun = author.ask({{"type", "form"}, {"form", form()}});
        REQUIRE(begun);
        CHECK(begun->at("test") == "1");
        CHECK(begun->at("proposed") == true);
        CHECK(author.welcome().at("role") == "author");
        CHECK(author.welcome().at("needsApproval") == true);
        CHECK_FALSE(worker.ask(take_request())->contains("unit"));
        const json approve{{"type", "approve"}, {"test", "1"}};
        CHECK(code_of(author.ask(approve)) == refusal_code::role);
        CHECK(code_of(worker.ask(approve)) != "");
        REQUIRE(approver.ask(approve));
        CHECK(code_of(approver.ask(approve)) == refusal_code::request);
        CHECK(worker.ask(take_request())->contains("unit"));
        REQUIRE(author.ask({{"type", "pause"}, {"test", "1"}}));
        REQUIRE(approver.ask({{"type", "continue"}, {"test", "1"}}));
        REQUIRE(approver.ask({{"type", "prioritise"}, {"test", "1"}, {"priority", 3}}));
        REQUIRE(author.ask({{"type", "stop"}, {"test", "1"}, {"why", "a typing error"}}));
    }
    for (int again = 0; again < 2; ++again) {
        CHECK(state_of(gate, "1") == "stopped");
        std::vector<std::string> deeds;
        for (const json& deed : record_of(gate))
            if (deed.contains("test"))
                deeds.push_back(deed.at("by").get<std::string>() + " " +
                                deed.at("fact").get<std::string>());
        CHECK(deeds == std::vector<std::string>{"ann testBegun", "cal testApproved",
                                                "ann testPaused", "cal testContinued",
                                                "cal testPrioritised", "ann testStopped"});
        CHECK(record_of(gate).back().at("why") == "a typing error");
        gate.restart();
    }
}

TEST_CASE("keys, voiding and the rest are for operators alone") {
    RunningGate gate;
    gate.worker("w");
    for (const char* const role : {"author", "approver"}) {
        GateClient person(key(gate, std::string("an-") + role, role));
        for (const json& request : {json{{"type", "keys"}}, json{{"type", "void"}, {"worker", "w"}},
                                    json{{"type", "restore"}, {"worker", "w"}},
                                    json{{"type", "revokeKey"}, {"name", "w"}}, take_request(),
                                    json{{"type", "addKey"},
                                         {"name", "x"},
                                         {"role", "operator"},
                                         {"trust", "own"},
                                         {"tags", json::array()}}}) {
            CAPTURE(request.dump());
            CHECK(code_of(person.ask(request)) == refusal_code::role);
        }
        CHECK(person.ask({{"type", "status"}}));
    }
    GateClient operator_(gate.operator_token());
    for (const json& role : {json("emperor"), json(7), json(nullptr)})
        CHECK(code_of(operator_.ask({{"type", "addKey"},
                                     {"name", "x"},
                                     {"role", role},
                                     {"trust", "own"},
                                     {"tags", json::array()}})) == refusal_code::request);
}

TEST_CASE("a withdrawn role is gone at once, also on a connection that is open") {
    RunningGate gate;
    const JoinToken cal = key(gate, "cal", "approver");
    GateClient author(key(gate, "ann", "author")), approver(cal), operator_(gate.operator_token());
    REQUIRE(author.ask({{"type", "form"}, {"form", form()}}));
    REQUIRE(approver.ask({{"type", "status"}}));
    REQUIRE(operator_.ask({{"type", "revokeKey"}, {"name", "cal"}}));
    const json approve{{"type", "approve"}, {"test", "1"}};
    CHECK(code_of(approver.ask(approve)) == refusal_code::key);
    CHECK(code_of(GateClient(cal).ask(approve)) == refusal_code::key);
    CHECK(state_of(gate, "1") == "proposed");
    bool is_listed = false;
    for (const json& one : operator_.ask({{"type", "keys"}})->at("keys"))
        is_listed |=
            one.at("name") == "cal" && one.at("role") == "approver" && one.at("revoked") == true;
    CHECK(is_listed);
}

TEST_CASE("a form that is at fault names the field, and checking one begins nothing") {
    RunningGate gate;
    test::NetClient client(gate.port());
    const JoinToken ann = key(gate, "ann", "author");
    REQUIRE(client.upgrade(gate_path).status == 101);
    const auto ask = [&](const json& request) {
        client.send_frame(test::NetClient::text, request.dump());
        const auto frame = client.read_frame();
        REQUIRE(frame);
        return json::parse(frame->payload);
    };
    ask({{"type", "hello"},
         {"version", protocol_version},
         {"name", ann.name},
         {"secret", ann.secret}});
    json wrong = form();
    wrong["limit"] = "soon";
    for (const char* const type : {"form", "checkForm"}) {
        const json answer = ask({{"type", type}, {"form", wrong}});
        CHECK(answer.at("field") == "limit");
        CHECK(answer.at("code") == refusal_code::request);
    }
    wrong = form();
    wrong["priority"] = "5";
    const json too_high = ask({{"type", "checkForm"}, {"form", wrong}});
    CHECK(too_high.at("error").get<std::string>().contains("at most 0"));
    CHECK(too_high.at("field") == "priority");
    wrong = form();
    wrong["more"] = "-pgnout file=games.pgn";
    CHECK(ask({{"type", "checkForm"}, {"form", wrong}}).at("field") == "more");
    CHECK(ask({{"type", "checkForm"}, {"form", form()}}).at("plan").contains("arguments"));
    CHECK(ask({{"type", "form"}, {"form", 7}}).contains("error"));
    CHECK(ask({{"type", "form"}}).contains("error"));
    CHECK(json::parse(test::NetClient(gate.port()).ask("GET", "/lab/tests").body).at("tests") ==
          json::array());
}

TEST_CASE("what an author sends is kept from workers until it is approved") {
    RunningGate gate;
    GateClient author(key(gate, "ann", "author")), approver(key(gate, "cal", "approver"));
    GateClient worker(gate.worker("w", lab::Trust::own));
    const std::string bytes = "a source archive";
    const std::string hash = secrets::SodiumSecrets("").sha256_hex(bytes);
    json with_build = form();
    with_build["engines"][0] = {
        {"kind", "build"},
        {"build", {{"what", "tiny"}, {"content", hash}, {"command", "make"}, {"program", "tiny"}}}};
    REQUIRE(author.ask({{"type", "checkForm"}, {"form", with_build}}));  // before it is sent
    CHECK(code_of(author.ask({{"type", "form"}, {"form", with_build}})) == refusal_code::request);
    REQUIRE(author
                .ask({{"type", "upload"},
                      {"hash", hash},
                      {"bytes", bytes.size()},
                      {"from", 0},
                      {"data", text_of_bytes(bytes)}})
                ->at("whole") == true);
    REQUIRE(author.ask({{"type", "form"}, {"form", with_build}}));
    const json fetch{{"type", "fetch"}, {"hash", hash}, {"piece", 0}};
    CHECK(code_of(worker.ask(fetch)) == refusal_code::request);
    CHECK(bytes_of(approver.ask(fetch)->at("data").get<std::string>()) == bytes);
    const json details =
        json::parse(test::NetClient(gate.port()).ask("GET", "/lab/tests/1").body).at("builds");
    CHECK(details.at(0).at("command") == "make");
    CHECK(details.at(0).at("content") == hash);
    CHECK(json::parse(test::NetClient(gate.port()).ask("GET", "/lab/engines").body)
              .at("engines")
              .size() == 1);
    REQUIRE(approver.ask({{"type", "approve"}, {"test", "1"}}));
    CHECK(worker.ask(fetch));
}

TEST_CASE("an author asks, begins and sends so much and no more for a while; an operator is free") {
    RunningGate gate;
    GateClient author(key(gate, "ann", "author")), operator_(gate.operator_token());
    int answered = 0;
    while (answered < 1'000 && author.ask({{"type", "status"}})) ++answered;
    CHECK(answered >= static_cast<int>(most_requests) - 1);
    CHECK(answered < 1'000);
    CHECK(code_of(author.ask({{"type", "status"}})) == refusal_code::later);
    for (int i = 0; i < 300; ++i) REQUIRE(operator_.ask({{"type", "status"}}));

    GateClient other(key(gate, "bea", "author"));
    int begun = 0;
    std::string code;
    while (begun < 100) {
        const auto answer = other.ask({{"type", "form"}, {"form", form()}});
        code = code_of(answer);
        if (!answer) break;
        ++begun;
        other.ask({{"type", "stop"}, {"test", answer->at("test")}});
    }
    CHECK(begun == static_cast<int>(most_tests));
    CHECK(code == refusal_code::later);
}

TEST_CASE("whoever is told of ends is told of tests that wait, and why one was refused") {
    RunningGate gate;
    std::vector<std::string> told;
    gate.gate().tell_ends(
        [&](const json& end, const std::function<void()>&) { told.push_back(text_of_end(end)); });
    GateClient author(key(gate, "ann", "author")), approver(key(gate, "cal", "approver"));
    json described = form();
    described["about"] = "that b is better";
    REQUIRE(author.ask({{"type", "form"}, {"form", described}}));
    REQUIRE(approver.ask({{"type", "status"}}));
    REQUIRE(approver.ask({{"type", "stop"}, {"test", "1"}, {"why", "it is not"}}));
    REQUIRE(told.size() == 2);
    CHECK(told[0] ==
          "Test 1: a against b\nwaits for approval; it was proposed by ann\n"
          "that b is better");
    CHECK(
        told[1].starts_with("Test 1: a against b\nstopped after 0 games\n"
                            "stopped by cal: it is not\n"));
}
