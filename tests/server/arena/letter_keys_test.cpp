// The key for letters to a player, as a fact of the log: only its owner can say that they go by the
// name, and it stays with the name.
#include <string>

#include "arena/queries.hpp"
#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

class Server : public ThreePlayers {
   public:
    std::string say_key(ConnectionId id, const std::string& key, const std::string& signature) {
        const Json answer =
            ask(id, {{"type", "letterKey"}, {"key", key}, {"signature", signature}});
        return answer.value("code", answer["type"].get<std::string>());
    }
    // As FakeSecrets has it.
    static std::string signed_by(const std::string& key, const std::string& name) {
        return FakeSecrets().sign(key, Accounts::letter_name_text(name));
    }
    // "Ann Bob": as the mailboxes ask for it.
    std::string names_of(const std::string& key) {
        std::string names;
        for (const LetterName& one : letter_names(*arena.arena, key))
            names += (names.empty() ? "" : " ") + one.name;
        return names;
    }
    std::expected<std::string, Refusal> recover(const std::string& key, const std::string& name) {
        return arena.recover_name(key, name);
    }
    ErrorCode why_not(const std::string& key, const std::string& name) {
        return recover(key, name).error().code;
    }
    std::string key_of(const std::string& name) {
        const Json player = arena.request("GET", "/arena/players/" + name).body;
        return player.contains("letters") ? player["letters"]["key"].get<std::string>() : "";
    }
};

}  // namespace

TEST_CASE("a player says their key, and another one, and takes it away") {
    Server server;
    CHECK(server.key_of("Ann").empty());
    CHECK(server.say_key(ann, "first", Server::signed_by("first", "Ann")) == "ok");
    CHECK(server.key_of("Ann") == "first");
    const std::size_t entries = server.arena.log.size();
    CHECK(server.say_key(ann, "first", Server::signed_by("first", "Ann")) == "ok");
    CHECK(server.arena.log.size() == entries);  // nothing new
    CHECK(server.say_key(ann, "second", Server::signed_by("second", "Ann")) == "ok");
    CHECK(server.arena.log.back().fact == Json{{"type", "letterKey"},
                                               {"name", "Ann"},
                                               {"key", "second"},
                                               {"signature", Server::signed_by("second", "Ann")}});
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.key_of("Ann") == "second");
    server.arena.restart_from(server.arena.saved(entries), entries);
    CHECK(server.key_of("Ann") == "second");
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.say_key(11, "", "") == "ok");
    CHECK(server.key_of("Ann").empty());
    server.arena.restart();
    CHECK(server.key_of("Ann").empty());
}

TEST_CASE("nobody claims a key that is not theirs") {
    Server server;
    const std::size_t entries = server.arena.log.size();
    CHECK(server.say_key(ann, "key", "") == "badLetterKey");
    CHECK(server.say_key(ann, "", "signature") == "badLetterKey");
    CHECK(server.say_key(ann, "key", Server::signed_by("other", "Ann")) == "badLetterKey");
    // Bob's owner has signed Bob's name, not Ann's.
    CHECK(server.say_key(ann, "key", Server::signed_by("key", "Bob")) == "badLetterKey");
    server.arena.open(12, Protocol::kibitz);
    CHECK(server.say_key(12, "key", Server::signed_by("key", "Ann")) == "logInFirst");
    CHECK(server.arena.log.size() == entries);
}

TEST_CASE("a key goes with the name that was signed, and with the person's data") {
    Server server;
    CHECK(server.say_key(ann, "key", Server::signed_by("key", "Ann")) == "ok");
    server.arena.lose(ann);
    CHECK(server.arena.host({{"command", "rename"}, {"name", "Ann"}, {"to", "Anna"}})["ok"] ==
          "done");
    CHECK(server.key_of("Anna").empty());
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.say_key(11, "key", Server::signed_by("key", "Anna")) == "ok");
    server.arena.lose(11);
    CHECK(server.arena.host({{"command", "forget"}, {"name", "Anna"}})["ok"] == "done");
    CHECK(!server.arena.arena->save().contains("key signs"));
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
}

TEST_CASE("the names of a key are found, also after a restart, whatever its proof is") {
    Server server;
    const std::string halves(85, 'k');
    const std::string key = halves + "one proof", again = halves + "another proof";
    CHECK(server.names_of(key).empty());
    CHECK(server.say_key(bob, key, Server::signed_by(key, "Bob")) == "ok");
    CHECK(server.say_key(ann, again, Server::signed_by(again, "Ann")) == "ok");
    CHECK(server.names_of(key) == "Ann Bob");
    CHECK(server.names_of(again) == "Ann Bob");
    CHECK(server.names_of(std::string(84, 'k')).empty());
    const std::size_t entries = server.arena.log.size();
    server.arena.restart();
    CHECK(server.names_of(key) == "Ann Bob");
    server.arena.restart_from(server.arena.saved(entries), entries);
    CHECK(server.names_of(key) == "Ann Bob");
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.say_key(11, "", "") == "ok");
    CHECK(server.names_of(key) == "Bob");
    CHECK(server.arena.host({{"command", "rename"}, {"name", "Bob"}, {"to", "Rob"}})["ok"] ==
          "done");
    CHECK(server.names_of(key).empty());
    CHECK(server.names_of("").empty());
}

TEST_CASE("a key brings its name back with a new token, and no other name") {
    Server server;
    CHECK(server.why_not("key", "Ann") == ErrorCode::no_such_player);
    CHECK(server.say_key(ann, "key", Server::signed_by("key", "Ann")) == "ok");
    CHECK(server.why_not("other", "Ann") == ErrorCode::no_such_player);
    CHECK(server.why_not("key", "Bob") == ErrorCode::no_such_player);
    CHECK(server.why_not("", "Bob") == ErrorCode::no_such_player);
    const auto recovered = server.recover("key", "Ann");
    REQUIRE(recovered);
    // Whoever has the old token is put out, and cannot come back.
    CHECK(server.arena.mail[ann].closed == close_policy);
    CHECK(server.greet(11, ann)["type"] == "error");
    server.arena.open(12, Protocol::kibitz);
    const Json welcome = server.ask(12, {{"type", "hello"}, {"token", *recovered}});
    CHECK(welcome["name"] == "Ann");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.names_of("key") == "Ann");
    // What the operator has taken away, no key brings back.
    CHECK(server.arena.host({{"command", "revokeToken"}, {"name", "Ann"}})["ok"] == "done");
    CHECK(server.why_not("key", "Ann") == ErrorCode::no_token);
    // Nobody finds in the operator's log what the operator has not done.
    CHECK(!server.arena.host({{"command", "actions"}})["ok"].dump().contains("recoverName"));
}
