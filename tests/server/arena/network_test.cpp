// Networks as text: what is one, what it holds, and one way to write it.
#include "arena/network.hpp"

#include "support/test.hpp"

using kibitz::arena::Network;

TEST_CASE("a network is written in one way, with nothing in the bits that do not count") {
    for (const auto& [typed, shown] :
         {std::pair{"192.0.2.7", "192.0.2.7"},
          {"192.0.2.7/32", "192.0.2.7"},
          {"192.0.2.7/24", "192.0.2.0/24"},
          {"10.255.3.4/9", "10.128.0.0/9"},
          {"0.0.0.0/0", "0.0.0.0/0"},
          {"2001:db8::/64", "2001:0db8:0000:0000:0000:0000:0000:0000/64"},
          {"2001:DB8:1:2:3:4:5:6/64", "2001:0db8:0001:0002:0000:0000:0000:0000/64"},
          {"::1", "0000:0000:0000:0000:0000:0000:0000:0001"},
          {"::/0", "0000:0000:0000:0000:0000:0000:0000:0000/0"}}) {
        CAPTURE(typed);
        const auto network = Network::parse(typed);
        REQUIRE(network);
        CHECK(network->text() == shown);
        CHECK(Network::parse(network->text()) == network);
    }
}

TEST_CASE("what is no network is none") {
    for (const char* text : {"",
                             "/",
                             "/24",
                             "1.2.3",
                             "1.2.3.4.5",
                             "1.2.3.256",
                             "1.2.3.-4",
                             "01.2.3.4",
                             "1.2.3.4 ",
                             " 1.2.3.4",
                             "1.2.3.4/",
                             "1.2.3.4/33",
                             "1.2.3.4/-1",
                             "1.2.3.4/2x",
                             "1.2.3.4/24/24",
                             ":",
                             ":::",
                             "1::2::3",
                             "1:2:3:4:5:6:7",
                             "1:2:3:4:5:6:7:8:9",
                             "1:2:3:4:5:6:7::8",
                             "12345::",
                             "g::",
                             "::/129",
                             "2001:db8::/+64",
                             "localhost"}) {
        CAPTURE(text);
        CHECK_FALSE(Network::parse(text));
    }
}

TEST_CASE("a network holds its addresses and no others") {
    const auto holds = [](const char* network, const char* other) {
        return Network::parse(network)->contains(*Network::parse(other));
    };
    CHECK(holds("192.0.2.0/24", "192.0.2.255"));
    CHECK_FALSE(holds("192.0.2.0/24", "192.0.3.0"));
    CHECK(holds("192.0.2.0/24", "192.0.2.0/25"));
    CHECK_FALSE(holds("192.0.2.0/25", "192.0.2.0/24"));
    CHECK(holds("2001:db8::/32", "2001:db8:1:2::/64"));
    CHECK_FALSE(holds("2001:db8:1:2::/64", "2001:db8:1:3::/64"));
    CHECK_FALSE(holds("::/0", "192.0.2.1"));
    CHECK_FALSE(holds("0.0.0.0/0", "::1"));
}
