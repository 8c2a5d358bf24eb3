// Join tokens: read as they were printed, and nothing else is one.
#include "lab_net/join_token.hpp"

#include "support/test.hpp"

using namespace kibitz::lab_net;

TEST_CASE("a join token is read as it was printed") {
    const std::string fingerprint(64, 'a');
    for (const JoinToken& token :
         {JoinToken{"ws://127.0.0.1:8090", "ann", "secret"},
          JoinToken{"wss://[::1]:8090", "ann's.own_box-2", "secret", fingerprint},
          JoinToken{"wss://lab.example.org:8090", "a", "0", fingerprint}}) {
        const std::string text = to_string(token);
        CAPTURE(text);
        const auto read = parse_join_token(text);
        CHECK(read.has_value() == is_key_name(token.name));
        if (read) CHECK(*read == token);
    }
}

TEST_CASE("what is no join token is refused") {
    const std::string fingerprint(64, 'a');
    for (const std::string& text :
         {std::string(), std::string("#"), std::string("http://127.0.0.1#ann:secret"),
          std::string("ws://127.0.0.1"), std::string("ws://127.0.0.1#ann"),
          std::string("ws://127.0.0.1#:secret"), std::string("ws://127.0.0.1#an n:secret"),
          std::string("ws://127.0.0.1#ann:"), "ws://127.0.0.1#ann:secret:" + fingerprint,
          std::string("wss://127.0.0.1#ann:secret"), std::string("wss://127.0.0.1#ann:secret:a"),
          "wss://127.0.0.1#ann:secret:" + fingerprint + "a",
          "ws://127.0.0.1#" + std::string(41, 'a') + ":secret"}) {
        CAPTURE(text);
        const auto token = parse_join_token(text);
        REQUIRE_FALSE(token);
        CHECK(token.error().contains("kibitz lab key add"));
    }
}
