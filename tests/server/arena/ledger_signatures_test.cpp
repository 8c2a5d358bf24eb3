// Signed actions in the ledger, as clients ask for them: what there is to sign, what a wrong
// signature is told, and that a restart and a snapshot know the keys.
#include <string>

#include "arena/purses.hpp"
#include "arena/three_players.hpp"
#include "ledger/ledger.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

const Json five_points{{"amount", 5}, {"token", "points"}};
const Json to_bob{{"to", "Bob"}, {"what", five_points}};
const Json ann_key{{"key", "Ann's key"}};

class Server : public ThreePlayers {
   public:
    Server() {
        arena.arena->switch_points(true);
        for (const char* name : {"Ann", "Bob"})
            CHECK(arena.host({{"command", "grantPoints"}, {"name", name}, {"amount", 100}})["ok"] ==
                  "done");
    }
    Json text_for(const std::string& action, const Json& details,
                  const std::string& reference = "") {
        return ask(ann, {{"type", "ledgerText"},
                         {"action", action},
                         {"details", details},
                         {"reference", reference}})["text"];
    }
    // The code of the refusal, or "ok".
    std::string act(const std::string& action, const Json& details,
                    const std::string& signature = "", const std::string& reference = "") {
        const Json answer = ask(ann, {{"type", "ledger"},
                                      {"action", action},
                                      {"details", details},
                                      {"reference", reference},
                                      {"signature", signature}});
        return answer.value("code", answer["type"].get<std::string>());
    }
    std::string sign_and_act(const std::string& key, const std::string& action,
                             const Json& details) {
        const Json text = text_for(action, details);
        return act(action, details, arena.secrets->sign(key, text.get<std::string>()));
    }
    Json key() { return ask(ann, {{"type", "purse"}})["key"]; }
};

}  // namespace

TEST_CASE("a player shows a key, and signs") {
    Server server;
    CHECK(server.key().is_null());
    CHECK(server.text_for("play/transfer", to_bob).is_null());
    CHECK(server.act("play/transfer", to_bob) == "ok");
    CHECK(server.act("bindKey", ann_key) == "signatureMissing");
    CHECK(server.sign_and_act("Ann's key", "bindKey", ann_key) == "ok");
    CHECK(server.key() == "Ann's key");
    CHECK(server.act("play/transfer", to_bob) == "signatureMissing");
    CHECK(server.sign_and_act("Eve's key", "play/transfer", to_bob) == "wrongSignature");
    CHECK(server.sign_and_act("Ann's key", "play/transfer", to_bob) == "ok");

    // What a person signs says what they want, in a text that they can read.
    const std::string text = server.text_for("play/transfer", to_bob, "abc");
    CHECK(
        text.starts_with("kibitz ledger action 1\n{\"action\":\"play/transfer\","
                         "\"details\":{\"by\":1,\"to\":2,"
                         "\"what\":{\"amount\":5,\"token\":\"points\"}},\"follows\":\""));
    CHECK(text.ends_with("\",\"reference\":\"1:abc\"}"));
}

TEST_CASE("an answer that was lost does not need a second signature") {
    Server server;
    REQUIRE(server.sign_and_act("Ann's key", "bindKey", ann_key) == "ok");
    const std::string text = server.text_for("play/transfer", to_bob, "once");
    const std::string signature = server.arena.secrets->sign("Ann's key", text);
    REQUIRE(server.act("play/transfer", to_bob, signature, "once") == "ok");
    const auto facts = server.arena.arena->purses().ledger().last();
    CHECK(server.act("play/transfer", to_bob, signature, "once") == "ok");
    CHECK(server.arena.arena->purses().ledger().last() == facts);
}

TEST_CASE("keys outlive a restart, and the operator releases one that is lost") {
    Server server;
    REQUIRE(server.sign_and_act("Ann's key", "bindKey", ann_key) == "ok");
    REQUIRE(server.sign_and_act("Ann's key", "play/transfer", to_bob) == "ok");
    const auto come_back = [&](bool has_snapshot) {
        const std::size_t all = server.arena.log.size();
        if (has_snapshot)
            server.arena.restart_from(server.arena.saved(all), all);
        else
            server.arena.restart();
        CHECK(server.arena.misfits.empty());
        server.arena.arena->switch_points(true);
        (void)server.greet(ann, ann);
        (void)server.greet(bob, bob);
    };
    for (const bool has_snapshot : {false, true}) {
        come_back(has_snapshot);
        CHECK(server.key() == "Ann's key");
        CHECK(server.act("play/transfer", to_bob) == "signatureMissing");
        CHECK(server.sign_and_act("Ann's key", "play/transfer", to_bob) == "ok");
    }
    CHECK(server.arena.host({{"command", "releaseKey"}, {"name", "Ann"}})["ok"] == "done");
    CHECK(server.arena.host({{"command", "releaseKey"}, {"name", "Ann"}})["ok"] != "done");
    CHECK(server.key().is_null());
    CHECK(server.act("play/transfer", to_bob) == "ok");
}
