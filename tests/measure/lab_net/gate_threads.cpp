// What a gate answers, over real connections: to those who have no key, to nonsense, to workers
// that want what is not theirs.
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab/unit_games.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/running_gate.hpp"
#include "match/game_json.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using nlohmann::json;
using test::code_of;
using test::RunningGate;

namespace {

json small_test() {
    return json::parse(R"({"type": "test", "plan": {"priority": 0, "arguments": [
        ["-engine", ["cmd=a", "nodes=1"]], ["-engine", ["cmd=b", "nodes=1"]],
        ["-rounds", ["10"]]]}})");
}

json take_request() {
    return {{"type", "take"}, {"cores", 1}, {"free_cores", 1}, {"free_memory", 1'000'000'000}};
}

json about(const json& unit, const char* type) {
    return {{"type", type},
            {"test", unit.at("unit").at("test")},
            {"unit", unit.at("unit").at("unit")},
            {"attempt", unit.at("unit").at("attempt")},
            {"token", unit.at("token")}};
}

}  // namespace

TEST_CASE("nobody gets past hello without a key") {
    RunningGate gate;
    JoinToken token = gate.worker("ann");
    CHECK(GateClient(token).ask(take_request()).has_value());
    for (const JoinToken& wrong :
         {JoinToken{token.address, "ann", "wrong"}, JoinToken{token.address, "ann", ""},
          JoinToken{token.address, "bob", token.secret}, JoinToken{token.address, "", ""}}) {
        GateClient client(wrong);
        CHECK(code_of(client.ask(take_request())) == refusal_code::key);
    }
}

TEST_CASE("before hello, everything ends the connection") {
    RunningGate gate;
    for (const std::string& text : std::vector<std::string>{
             "", "nonsense", "[]", "null", "{}", R"({"type":"take"})", R"({"type":"hello"})",
             R"({"type":"hello","version":99,"name":"ann","secret":"x"})",
             R"({"type":"hello","version":1,"name":7,"secret":"x"})",
             R"({"type":"hello","version":1,"name":"operator","secret":{}})",
             R"({"type":["hello"],"version":1})"}) {
        CAPTURE(text);
        test::NetClient client(gate.port());
        REQUIRE(client.upgrade(gate_path).status == 101);
        client.send_frame(test::NetClient::text, text);
        auto frame = client.read_frame();
        REQUIRE(frame);
        if (frame->opcode == test::NetClient::text) {
            CHECK(json::parse(frame->payload).contains("error"));
            frame = client.read_frame();
        }
        REQUIRE(frame);
        CHECK(frame->opcode == test::NetClient::closing);
    }
    // The gate goes on.
    CHECK(GateClient(gate.operator_token()).ask({{"type", "status"}}).has_value());
}

TEST_CASE("before hello, a long message ends the connection") {
    RunningGate gate;
    const JoinToken token = gate.worker("ann");
    json hello{{"type", "hello"},
               {"version", protocol_version},
               {"name", token.name},
               {"secret", token.secret}};
    for (const bool is_long : {false, true}) {
        if (is_long) hello["padding"] = std::string(5'000, 'a');
        test::NetClient client(gate.port());
        REQUIRE(client.upgrade(gate_path).status == 101);
        client.send_frame(test::NetClient::text, hello.dump());
        const auto frame = client.read_frame();
        REQUIRE(frame);
        CHECK(frame->opcode == (is_long ? test::NetClient::closing : test::NetClient::text));
    }
}

TEST_CASE("before hello, nobody can have the gate keep a large message that is under way") {
    RunningGate gate;
    test::NetClient client(gate.port());
    REQUIRE(client.upgrade(gate_path).status == 101);
    client.send_frame(test::NetClient::text, std::string(most_hello_bytes + 1, '['));
    const auto frame = client.read_frame();
    REQUIRE(frame);
    CHECK(frame->opcode == test::NetClient::closing);
    CHECK(frame->code() == 1009);  // not read, so not kept either
}

namespace {

// Somebody with a key, who writes their own JSON.
class RawClient {
   public:
    RawClient(const RunningGate& gate, const JoinToken& token) : client_(gate.port()) {
        REQUIRE(client_.upgrade(gate_path).status == 101);
        welcome = ask(json{{"type", "hello"},
                           {"version", protocol_version},
                           {"name", token.name},
                           {"secret", token.secret}}
                          .dump());
    }
    // Nothing if the connection is closed because of it.
    std::optional<json> ask(const std::string& text) {
        client_.send_frame(test::NetClient::text, text);
        const auto frame = client_.read_frame();
        if (!frame || frame->opcode != test::NetClient::text) return std::nullopt;
        return json::parse(frame->payload);
    }

    std::optional<json> welcome;

   private:
    test::NetClient client_;
};

}  // namespace

TEST_CASE("nothing that a worker nests deeply is copied or sent back") {
    RunningGate gate;
    const JoinToken token = gate.worker("ann");
    const auto repeated = [](const char* text, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += text;
        return all;
    };
    for (const std::size_t depth : {40UL, 100'000UL})
        for (const auto& [opening, closing] :
             {std::pair{"[", "]"}, {R"({"a":)", "}"}, {R"([{"a":)", "}]"}}) {
            const std::string nested = repeated(opening, depth) + "1" + repeated(closing, depth);
            for (const char* const field : {"request", "type", "reason", "games", "plan"}) {
                RawClient client(gate, token);
                REQUIRE(client.welcome);
                CHECK(
                    !client.ask(R"({"type":"take",")" + std::string(field) + "\":" + nested + "}"));
            }
        }
    CHECK(GateClient(gate.operator_token()).ask({{"type", "status"}}).has_value());
}

TEST_CASE("what is sent back of a request is small") {
    RunningGate gate;
    RawClient client(gate, gate.worker("ann"));
    const auto echoed = [&](const json& request) {
        const auto answer = client.ask(json{{"type", "fly"}, {"request", request}}.dump());
        REQUIRE(answer);
        return answer->value("request", json("none"));
    };
    for (const json& request : {json(7), json(-1), json("seven"), json(true), json(nullptr)})
        CHECK(echoed(request) == request);
    for (const json& request : {json::array({1}), json::object(), json(std::string(1'000, 'a'))})
        CHECK(echoed(request) == "none");
}

TEST_CASE("a worker's reason to give a unit back is one line for people") {
    RunningGate gate;
    GateClient worker(gate.worker("ann")), operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    const auto unit = worker.ask(take_request());
    REQUIRE(unit);
    json request = about(*unit, "return");
    request["reason"] = "no\x1b[2J such\nengine \u202E" + std::string(5'000, 'a');
    REQUIRE(worker.ask(request));
    const std::string shown = operator_.ask({{"type", "status"}})->at("workers").dump();
    CHECK(shown.contains("no?[2J such?engine ?aaa"));
    CHECK(shown.size() < 2'000);
}

TEST_CASE("a key has so many connections and no more") {
    RunningGate gate;
    const JoinToken token = gate.worker("ann");
    {
        std::vector<std::unique_ptr<RawClient>> clients;
        for (int i = 0; i < most_connections_of_key; ++i)
            clients.push_back(std::make_unique<RawClient>(gate, token));
        CHECK(clients.back()->welcome->contains("lease"));
        CHECK(RawClient(gate, token).welcome->value("code", "") == refusal_code::key);
        CHECK(RawClient(gate, gate.worker("bob")).welcome->contains("lease"));
    }
    // They are gone when the gate has noticed.
    for (;;) {
        RawClient client(gate, token);
        if (client.welcome && client.welcome->contains("lease")) break;
    }
}

TEST_CASE("a request that is not understood is refused, and changes nothing") {
    RunningGate gate;
    GateClient worker(gate.worker("ann")), operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    const json before = operator_.ask({{"type", "status"}})->at("tests");

    for (const char* text :
         {R"({})", R"({"type":null})", R"({"type":"fly"})", R"({"type":"take"})",
          R"({"type":"take","cores":-1,"free_cores":1,"free_memory":1})",
          R"({"type":"take","cores":1e300,"free_cores":1,"free_memory":1})",
          R"({"type":"take","cores":1.5,"free_cores":1,"free_memory":1})",
          R"({"type":"take","cores":99999999999,"free_cores":1,"free_memory":1})",
          R"({"type":"take","cores":"1","free_cores":1,"free_memory":1})", R"({"type":"renew"})",
          R"({"type":"renew","test":"1","unit":0,"attempt":1})",
          R"({"type":"renew","test":1,"unit":0,"attempt":1,"token":"x"})",
          R"({"type":"deliver","test":"1","unit":-1,"attempt":1,"token":"x","games":[]})",
          R"({"type":"status"})", R"({"type":"addKey","name":"eve","trust":"own"})",
          R"({"type":"void","worker":"ann"})"}) {
        CAPTURE(text);
        const std::string code = code_of(worker.ask(json::parse(text)));
        CHECK((code == refusal_code::request || code == refusal_code::lease));
    }
    for (const char* text :
         {R"({})",
          R"({"type":"fly"})",
          R"({"type":"take","cores":1})",
          R"({"type":"test"})",
          R"({"type":"test","plan":7})",
          R"({"type":"test","plan":{"arguments":[],"priority":0}})",
          R"({"type":"test","plan":{"arguments":[["-engine",["cmd=/bin/sh"]]],"priority":0}})",
          R"({"type":"test","plan":{"arguments":[[]],"priority":0}})",
          R"({"type":"games","test":"7","from":0})",
          R"({"type":"games","test":"1","from":-1})",
          R"({"type":"games","test":"1","from":0.5})",
          R"({"type":"stop"})",
          R"({"type":"stop","test":"2"})",
          R"({"type":"prioritise","test":"2","priority":1})",
          R"({"type":"prioritise","test":"1"})",
          R"({"type":"prioritise","test":"1","priority":0.5})",
          R"({"type":"prioritise","test":"1","priority":1001})",
          R"({"type":"prioritise","test":"1","priority":"high"})",
          R"({"type":"void","worker":"nobody"})",
          R"({"type":"revokeKey","name":[]})",
          R"({"type":"addKey","name":"a b","trust":"own","operator":false})",
          R"({"type":"addKey","name":"eve","trust":"own","operator":"yes"})",
          R"({"type":"addKey","name":"ann","trust":"own","operator":false})"}) {
        CAPTURE(text);
        CHECK(code_of(operator_.ask(json::parse(text))) == refusal_code::request);
    }
    CHECK(operator_.ask({{"type", "status"}})->at("tests") == before);
}

TEST_CASE("a worker can renew, return and deliver its own units only") {
    RunningGate gate;
    GateClient ann(gate.worker("ann")), bob(gate.worker("bob")), operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    const json unit = ann.ask(take_request()).value();
    REQUIRE(unit.contains("unit"));

    CHECK(ann.ask(about(unit, "renew"))->at("wanted") == true);
    for (const char* type : {"renew", "return", "deliver"}) {
        json request = about(unit, type);
        request["reason"] = "";
        request["games"] = json::array();
        CHECK(code_of(bob.ask(request)) == refusal_code::lease);
        request["unit"] = 5;
        CHECK(code_of(ann.ask(request)) == refusal_code::lease);
    }
    json request = about(unit, "deliver");
    request["games"] = json::array({json::object(), json::object()});
    CHECK(ann.ask(request)->contains("refused"));
    request["games"] = json::array({json{{"game", 1.5}}});
    CHECK(ann.ask(request)->at("refused") == "the numbers of a game are whole ones");
    request["games"] = json::array();
    CHECK(ann.ask(request)->contains("refused"));
    // After three of those it gets no further unit.
    CHECK_FALSE(ann.ask(take_request())->contains("unit"));
    CHECK(bob.ask(take_request())->contains("unit"));
}

namespace {

// The units of a volunteer that an own machine is given to play again.
std::set<int> audited_units(const std::string& seal) {
    RunningGate gate(test::some_page, seal);
    GateClient operator_(gate.operator_token()), ann(gate.worker("ann")),
        own(gate.worker("own", lab::Trust::own));
    const auto arguments = test::with_early_ends({{"-engine", {"cmd=a", "nodes=1"}},
                                                  {"-engine", {"cmd=b", "nodes=1"}},
                                                  {"-rounds", {"1000"}},
                                                  {"-games", {"2"}}});
    REQUIRE(operator_.ask(
        {{"type", "test"}, {"plan", {{"priority", 0}, {"arguments", lab::to_json(arguments)}}}}));
    constexpr int units = 40;
    for (int i = 0; i < units; ++i) {
        const json given = ann.ask(take_request()).value();
        const auto unit = lab::assigned_unit_from_json(given.at("unit")).value();
        json games = json::array();
        for (int game = 0; game < unit.encounter.games; ++game) {
            match::PlayedGame played = test::begun_game(unit, game);
            test::end_early(played, std::nullopt);
            games.push_back(match::to_json(match::task_of(unit.encounter, game), played));
        }
        json request = about(given, "deliver");
        request["games"] = std::move(games);
        REQUIRE(ann.ask(request)->value("stored", false));
    }
    std::set<int> audited;
    for (;;) {
        const json unit = own.ask(take_request())->at("unit");
        if (unit.at("attempt") != 0) return audited;
        audited.insert(unit.at("unit").get<int>());
    }
}

}  // namespace

TEST_CASE("which units are audited depends on the secret of the laboratory alone") {
    const std::set<int> some = audited_units("one secret"), others = audited_units("another");
    CHECK(some == audited_units("one secret"));
    CHECK(some.size() > 5);
    CHECK(others.size() > 5);
    CHECK(some != others);
}

TEST_CASE("a revoked key is refused from its next request on") {
    RunningGate gate;
    const JoinToken token = gate.worker("ann");
    GateClient ann(token), operator_(gate.operator_token());
    REQUIRE(ann.ask(take_request()));
    REQUIRE(operator_.ask({{"type", "revokeKey"}, {"name", "ann"}}));
    CHECK(code_of(ann.ask(take_request())) == refusal_code::key);
    GateClient again(token);
    CHECK(code_of(again.ask(take_request())) == refusal_code::key);
}

TEST_CASE("other paths, and requests without a WebSocket, are answered in words") {
    RunningGate gate(Gate::Page{});
    CHECK(
        test::NetClient(gate.port()).ask("GET", "/").body.contains("gate of a Kibitz laboratory"));
    CHECK(test::NetClient(gate.port()).upgrade("/other").status == 404);
}

namespace {

test::NetClient::Answer get(const RunningGate& gate, const std::string& path) {
    return test::NetClient(gate.port()).ask("GET", path);
}

}  // namespace

TEST_CASE("without a page, nobody learns anything without a key") {
    RunningGate gate(Gate::Page{});
    GateClient operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    for (const char* path : {"/lab/tests", "/lab/workers", "/lab/record", "/lab/tests/1"})
        CHECK(get(gate, path).body.starts_with("This is the gate of a Kibitz laboratory."));
}

TEST_CASE("everybody may see how a laboratory with a page stands, and no secret of it") {
    RunningGate gate;
    GateClient ann(gate.worker("ann")), operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    REQUIRE(ann.ask(take_request())->contains("unit"));
    REQUIRE(operator_.ask({{"type", "prioritise"}, {"test", "1"}, {"priority", 3}}));

    CHECK(get(gate, "/").body == "page /\n");
    CHECK(get(gate, "/lab").body == "page /lab\n");
    const json tests = json::parse(get(gate, "/lab/tests").body).at("tests");
    REQUIRE(tests.size() == 1);
    CHECK(tests.at(0).at("players") == json{"a", "b"});
    CHECK(tests.at(0).at("leased") == 1);
    CHECK(tests.at(0).at("priority") == 3);
    const json test = json::parse(get(gate, "/lab/tests/1").body);
    CHECK(test.at("mostGames") == 20);
    CHECK(test.at("options").at(0) == "-engine cmd=a nodes=1");
    CHECK(json::parse(get(gate, "/lab/tests/1/games").body) == json{{"games", json::array()}});
    CHECK(get(gate, "/lab/tests/1/pgn?from=0&to=5").body.empty());
    const json worker = json::parse(get(gate, "/lab/workers").body).at("workers").at(0);
    CHECK(worker.at("name") == "ann");
    CHECK(worker.at("playing") == 1);

    const std::string record = get(gate, "/lab/record").body;
    CHECK_FALSE(record.contains("hash"));
    const json deeds = json::parse(record).at("record");
    REQUIRE(deeds.size() == 4);
    CHECK(deeds.at(0).at("fact") == "keyAdded");
    CHECK_FALSE(deeds.at(0).contains("by"));
    CHECK(deeds.at(3).at("fact") == "testPrioritised");
    CHECK(deeds.at(3).at("by") == "operator");
}

TEST_CASE("what the JSON interface cannot answer has a code") {
    RunningGate gate;
    GateClient operator_(gate.operator_token());
    REQUIRE(operator_.ask(small_test()));
    struct Case {
        const char* path;
        int status;
        const char* code;
    };
    for (const Case& one :
         {Case{"/lab/", 404, "notFound"}, Case{"/lab/secrets", 404, "notFound"},
          Case{"/lab/tests/", 404, "notFound"}, Case{"/lab/tests/2", 404, "notFound"},
          Case{"/lab/tests/1/", 404, "notFound"}, Case{"/lab/tests/1/openings", 404, "notFound"},
          Case{"/lab/tests/1/games?before=-1", 400, "request"},
          Case{"/lab/tests/1/games?before=", 400, "request"},
          Case{"/lab/tests/1/games?before=99999999999", 400, "request"},
          Case{"/lab/tests/1/pgn?from=x", 400, "request"},
          Case{"/lab/tests/1/pgn?from=1&to=1.5", 400, "request"}}) {
        CAPTURE(one.path);
        const auto answer = get(gate, one.path);
        CHECK(answer.status == one.status);
        CHECK(json::parse(answer.body).at("code") == one.code);
    }
    CHECK(get(gate, "/lab/tests/1/pgn?from=2000000000&to=2100000000").status == 200);
    CHECK(get(gate, "/lab/tests/1/pgn?from=2100000000&to=0").body.empty());
    const auto posted = test::NetClient(gate.port()).ask("POST", "/lab/tests");
    CHECK(posted.status == 405);
    CHECK(json::parse(posted.body).at("code") == "method");
}

TEST_CASE("a test for newer processors goes to the workers that have one") {
    RunningGate gate;
    GateClient operator_(gate.operator_token()), worker(gate.worker("ann"));
    json test = small_test();
    test["plan"]["instructions"] = "x86-64-v9";
    CHECK(operator_.ask(test).error().text == "no instruction set that this version knows");
    test["plan"]["instructions"] = "x86-64-v3";
    REQUIRE(operator_.ask(test));
    const auto is_given_unit = [&](const char* instructions) {
        json request = take_request();
        if (instructions != nullptr) request["instructions"] = instructions;
        return worker.ask(request)->contains("unit");
    };
    CHECK_FALSE(is_given_unit(nullptr));  // an older version, which does not say
    CHECK_FALSE(is_given_unit("x86-64-v2"));
    CHECK_FALSE(is_given_unit("any"));
    CHECK_FALSE(is_given_unit("something of the future"));
    CHECK(is_given_unit("x86-64-v3"));
    CHECK(is_given_unit("x86-64-v4"));
    CHECK(json::parse(get(gate, "/lab/tests/1").body).at("instructions") == "x86-64-v3");
    gate.restart();
    GateClient again(gate.operator_token());
    CHECK(again.ask({{"type", "status"}})->at("workers").at(0).at("instructions") == "any");
    CHECK(json::parse(get(gate, "/lab/tests/1").body).at("instructions") == "x86-64-v3");
}

TEST_CASE("a gate that opens its journal tells how many facts it has read") {
    const test::TemporaryFolder folder;
    std::vector<std::size_t> told;
    const auto open = [&] {
        auto journal = open_journal_file(folder / "lab.jsonl");
        REQUIRE(journal);
        auto gate = Gate::open(*std::move(journal), "seal", {},
                               [&](std::size_t facts) { told.push_back(facts); });
        REQUIRE(gate);
        return *std::move(gate);
    };
    {
        const auto gate = open();
        for (const char* name : {"ann", "bob", "eve"})
            REQUIRE(gate->add_key(name, lab::Role::worker, lab::Trust::own));
        CHECK(told.empty());
    }
    CHECK(open()->has_key("eve"));
    CHECK(told == std::vector<std::size_t>{1, 2, 3});
}
