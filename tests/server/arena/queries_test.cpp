// What other parts of a server ask of the arena (letter_keys_test.cpp asks for names of keys).
#include "arena/queries.hpp"

#include <string>

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

TEST_CASE("a token leads to the name that its player had first") {
    ThreePlayers server;
    const auto name_by = [&](const std::string& token) {
        return first_name_by_token(*server.arena.arena, server.arena.secrets->sha256_hex(token));
    };
    CHECK(name_by(server.tokens[ann]) == "Ann");
    server.arena.lose(ann);
    for (const auto& [from, to] : {std::pair("Ann", "Anna"), {"Anna", "Annie"}})
        CHECK(server.arena.host({{"command", "rename"}, {"name", from}, {"to", to}})["ok"] ==
              "done");
    CHECK(name_by(server.tokens[ann]) == "Ann");
    CHECK(name_by("no token").error().code == ErrorCode::unknown_token);
    CHECK(first_name_by_token(*server.arena.arena, "").error().code == ErrorCode::unknown_token);
}

TEST_CASE("two keys have played once their owners have, outside of contests") {
    ThreePlayers server;
    const auto say_key = [&](ConnectionId id, const std::string& key, const std::string& name) {
        server.ask(id, {{"type", "letterKey"},
                        {"key", key},
                        {"signature", FakeSecrets().sign(key, Accounts::letter_name_text(name))}});
    };
    say_key(ann, "ann's key", "Ann");
    say_key(bob, "bob's key", "Bob");
    const auto have_met = [&](const std::string& one, const std::string& other) {
        return have_played(*server.arena.arena, one, other);
    };
    CHECK(!have_met("ann's key", "bob's key"));
    const std::string game = server.start_game();
    server.ask(ann, {{"type", "move"}, {"game", game}, {"move", "e2e4"}});
    server.ask(bob, {{"type", "move"}, {"game", game}, {"move", "e7e5"}});
    server.ask(ann, {{"type", "resign"}, {"game", game}});
    CHECK(have_met("ann's key", "bob's key"));
    CHECK(have_met("bob's key", "ann's key"));
    CHECK(!have_met("ann's key", "eve's key"));
    CHECK(!have_met("", ""));
}
