// Uploads of engines, over real connections: who may send and fetch what, and what outlives a gate.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "lab_net/engine_store.hpp"
#include "lab_net/gate_client.hpp"
#include "lab_net/running_gate.hpp"
#include "lab_net/upload_text.hpp"
#include "secrets/sodium_secrets.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using kibitz::test::code_of;
using kibitz::test::RunningGate;
using nlohmann::json;

namespace {

std::string hash_of(const std::string& bytes) {
    return secrets::SodiumSecrets("").sha256_hex(bytes);
}

json upload_request(const std::string& bytes, std::size_t from, std::size_t count) {
    return {{"type", "upload"},
            {"hash", hash_of(bytes)},
            {"bytes", bytes.size()},
            {"from", from},
            {"data", text_of_bytes(bytes.substr(from, count))}};
}

// More than one piece, and no text.
std::string some_bytes() {
    std::string bytes(upload_piece_bytes + 1000, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i % 251);
    return bytes;
}

void upload(GateClient& client, const std::string& bytes) {
    REQUIRE(client.ask(upload_request(bytes, 0, upload_piece_bytes))->at("have") ==
            upload_piece_bytes);
    const auto last = client.ask(upload_request(bytes, upload_piece_bytes, upload_piece_bytes));
    REQUIRE(last);
    REQUIRE(last->at("whole") == true);
}

json test_with(const std::string& content, bool is_binary) {
    json build{{"what", "engine"}, {"content", content}, {"program", "engine"}};
    if (!is_binary) build["command"] = "make";
    return {{"type", "test"},
            {"plan",
             {{"priority", 0},
              {"arguments", json::parse(R"([["-engine", ["cmd=a", "nodes=1"]],
                                            ["-engine", ["cmd=b", "nodes=1"]],
                                            ["-rounds", ["10"]]])")},
              {"builds", {{"a", build}}}}}};
}

json take_request(bool can_build) {
    json request{{"type", "take"}, {"cores", 1}, {"free_cores", 1}, {"free_memory", 1'000'000'000}};
    if (can_build) request["can_build"] = true;
    return request;
}

bool never() { return false; }

}  // namespace

TEST_CASE("an upload arrives in pieces, outlives the gate and is fetched as it was") {
    RunningGate gate;
    const std::string bytes = some_bytes();
    {
        GateClient client(gate.operator_token());
        // From a wrong place on: the answer says where to go on.
        CHECK(client.ask(upload_request(bytes, 100, 100))->at("have") == 0);
        CHECK(client.ask(test_with(hash_of(bytes), false)).error().text ==
              "a: its content was not uploaded");
        upload(client, bytes);
        CHECK(client.ask(upload_request(bytes, 0, 0))->at("whole") == true);
    }
    gate.restart();
    GateClient client(gate.operator_token());
    CHECK(client.ask(upload_request(bytes, 0, 0))->at("whole") == true);
    REQUIRE(client.ask(test_with(hash_of(bytes), false)));
    const auto fetched = fetch_from_gate(gate.worker("ann"))(hash_of(bytes), never);
    REQUIRE_MESSAGE(fetched.has_value(), fetched.error());
    CHECK(*fetched == bytes);
}

TEST_CASE("what is not what its hash says is not stored") {
    RunningGate gate;
    GateClient client(gate.operator_token());
    json request = upload_request("engine", 0, 100);
    request["hash"] = hash_of("another");
    CHECK(code_of(client.ask(request)) == refusal_code::request);
    for (const char* data : {"a", "=", "äöü"}) {
        request = upload_request("engine", 0, 100);
        request["data"] = data;
        CHECK(code_of(client.ask(request)) == refusal_code::request);
    }
    request = upload_request("engine", 0, 100);
    request["bytes"] = most_upload_bytes + 1;
    CHECK(code_of(client.ask(request)) == refusal_code::request);
    request["bytes"] = 3;  // less than is sent
    CHECK(client.ask(request)->at("have") == 0);
    CHECK_FALSE(client.ask(test_with(hash_of("engine"), false)).has_value());
}

TEST_CASE("a worker fetches what its tests need, and sends nothing") {
    RunningGate gate;
    const std::string source = some_bytes(), program = some_bytes() + "x";
    GateClient client(gate.operator_token()), ann(gate.worker("ann")),
        friend_(gate.worker("friend", lab::Trust::trusted));
    upload(client, source);
    upload(client, program);
    const auto fetch = [](GateClient& worker, const std::string& bytes, int piece = 0) {
        return worker.ask({{"type", "fetch"}, {"hash", hash_of(bytes)}, {"piece", piece}});
    };
    CHECK(code_of(fetch(ann, source)) == refusal_code::request);  // no test has it
    REQUIRE(client.ask(test_with(hash_of(source), false)));
    REQUIRE(client.ask(test_with(hash_of(program), true)));
    CHECK(fetch(ann, source).has_value());
    CHECK(code_of(fetch(ann, source, 2)) == refusal_code::request);
    CHECK(code_of(fetch(ann, source, -1)) == refusal_code::request);
    // A program that was uploaded is for machines that are trusted.
    CHECK(code_of(fetch(ann, program)) == refusal_code::request);
    CHECK(fetch(friend_, program).has_value());
    CHECK(code_of(ann.ask(upload_request("x", 0, 1))) != "");
    // People look at what they approve.
    CHECK(fetch(client, program).has_value());
    CHECK(code_of(fetch(client, "what nobody uploaded")) == refusal_code::request);
}

TEST_CASE("a worker that cannot build, such as an older one, gets no unit that has to be built") {
    RunningGate gate;
    GateClient client(gate.operator_token()), ann(gate.worker("ann"));
    upload(client, some_bytes());
    REQUIRE(client.ask(test_with(hash_of(some_bytes()), false)));
    CHECK_FALSE(ann.ask(take_request(false))->contains("unit"));
    const auto unit = ann.ask(take_request(true));
    REQUIRE(unit->contains("unit"));
    CHECK(unit->at("unit").at("builds").at("a").at("what") == "engine");
}

TEST_CASE("the record shows an upload once, and not its bytes") {
    RunningGate gate;
    GateClient client(gate.operator_token());
    upload(client, some_bytes());
    const json deeds =
        json::parse(test::NetClient(gate.port()).ask("GET", "/lab/record").body).at("record");
    REQUIRE(deeds.size() == 2);  // the operator's key, and the upload
    CHECK(deeds.at(1).at("fact") == "uploadPiece");
    CHECK(deeds.at(1).at("hash") == hash_of(some_bytes()));
    CHECK_FALSE(deeds.at(1).contains("data"));
}
