// What an operator learns of the keys of a laboratory, over real connections.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab_net/gate_client.hpp"
#include "lab_net/protocol.hpp"
#include "lab_net/running_gate.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using nlohmann::json;
using test::code_of;
using test::RunningGate;

TEST_CASE("an operator sees all keys, their tags and when they were seen, and no secret") {
    RunningGate gate;
    const JoinToken worker = gate.worker("bob");
    GateClient client(gate.operator_token());
    const auto added = client.ask({{"type", "addKey"},
                                   {"name", "ann"},
                                   {"trust", "own"},
                                   {"operator", false},
                                   {"tags", {"zen4", "attic"}}});
    REQUIRE(added);
    for (const bool is_after_restart : {false, true}) {
        if (is_after_restart) gate.restart();
        GateClient asking(gate.operator_token());
        const auto answer = asking.ask({{"type", "keys"}});
        REQUIRE(answer);
        const json& keys = answer->at("keys");
        REQUIRE(keys.size() == 3);
        CHECK(keys[0].at("name") == "ann");
        CHECK(keys[0].at("role") == "worker");
        CHECK(keys[0].at("trust") == "own");
        CHECK(keys[0].at("tags") == json{"zen4", "attic"});
        CHECK_FALSE(keys[0].contains("seen"));
        CHECK(keys[2].at("name") == "operator");
        CHECK(keys[2].at("role") == "operator");
        CHECK(keys[2].at("seen").get<std::int64_t>() > 1'700'000'000);
        CHECK(keys[2].at("connections").get<int>() >= 1);
        CHECK_FALSE(answer->dump().contains(added->at("secret").get<std::string>()));
        CHECK_FALSE(answer->dump().contains("hash"));
    }
    CHECK(code_of(GateClient({gate.address(), "bob", worker.secret}).ask({{"type", "keys"}})) ==
          refusal_code::request);
}

TEST_CASE("tags are words like names, and a few") {
    RunningGate gate;
    GateClient client(gate.operator_token());
    for (const json& tags :
         {json::array({"a b"}), json::array({""}), json::array({"\u001b[31m"}), json(3),
          json::object({{"a", 1}}), json(std::vector<std::string>(11, "a"))})
        CHECK(code_of(client.ask({{"type", "addKey"},
                                  {"name", "ann"},
                                  {"trust", "own"},
                                  {"operator", false},
                                  {"tags", tags}})) == refusal_code::request);
}
