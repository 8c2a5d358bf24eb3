#include "uci_front/options.hpp"

#include <cstdint>

#include "support/test.hpp"

using namespace kibitz::uci;

namespace {

using Result = std::expected<void, std::string>;

// One option of each kind, and what they were last set to.
struct Fixture {
    Options options;
    std::int64_t hash = 16;
    bool ponder = false;
    std::string path = "unset";
    int pressed = 0;

    Fixture() {
        options.add_spin("Hash", 16, 1, 1024, [this](std::int64_t value) -> Result {
            if (value == 666) return std::unexpected("no memory");
            hash = value;
            return {};
        });
        options.add_check("Ponder", false, [this](bool on) { ponder = on; });
        options.add_string("Some Path", "", [this](const std::string& value) -> Result {
            path = value;
            return {};
        });
        options.add_button("Clear Hash", [this] { ++pressed; });
    }
    std::string set(std::string_view name, const std::string& value) {
        const auto result = options.set(name, value);
        return result ? "" : result.error();
    }
};

}  // namespace

TEST_CASE("options announce themselves") {
    CHECK(Fixture().options.announcements() ==
          std::vector<std::string>{"option name Hash type spin default 16 min 1 max 1024",
                                   "option name Ponder type check default false",
                                   "option name Some Path type string default <empty>",
                                   "option name Clear Hash type button"});
}

TEST_CASE("options are set, whatever the case of their names") {
    Fixture f;
    CHECK(f.set("Hash", "1").empty());
    CHECK(f.hash == 1);
    CHECK(f.set("hASH", "1024").empty());
    CHECK(f.hash == 1024);
    CHECK(f.set("ponder", "true").empty());
    CHECK(f.ponder);
    CHECK(f.set("Ponder", "FALSE").empty());
    CHECK_FALSE(f.ponder);
    CHECK(f.set("some path", "/a b/c").empty());
    CHECK(f.path == "/a b/c");
    CHECK(f.set("Some Path", "<empty>").empty());
    CHECK(f.path.empty());
    CHECK(f.set("clear hash", "").empty());
    CHECK(f.pressed == 1);
}

TEST_CASE("wrong values are refused and change nothing") {
    Fixture f;
    const std::string range = ": expected a whole number from 1 to 1024";
    for (const std::string value :
         {"0", "1025", "", "x", "16 MB", "1e3", "0x10", "-1", "16.0", "99999999999999999999"})
        CHECK(f.set("hash", value) == "setoption Hash \"" + value + "\"" + range);
    CHECK(f.set("Hash", "666") == "setoption Hash \"666\": no memory");
    CHECK(f.hash == 16);
    CHECK(f.set("Ponder", "") == "setoption Ponder \"\": expected true or false");
    CHECK(f.set("Ponder", "1") == "setoption Ponder \"1\": expected true or false");
    CHECK_FALSE(f.ponder);
    CHECK(f.set("Hush", "3") == "setoption: there is no option \"Hush\" (\"uci\" lists them)");
    CHECK(f.set("Ponder", std::string(100, 'x')) ==
          "setoption Ponder \"" + std::string(40, 'x') + "...\": expected true or false");
}
