// Tablebases through the protocol.
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "uci/conversation.hpp"

using namespace kibitz;
using test::Conversation;
using test::word_after;

namespace {

std::string folder() { return (test::data_dir() / "syzygy").string(); }

bool is_missing() {
    if (std::filesystem::is_directory(folder())) return false;
    test::skip("no " + folder());
    return true;
}

}  // namespace

TEST_CASE("SyzygyPath opens tables, a bad one keeps them, an empty one closes them") {
    if (is_missing()) return;
    Conversation c;
    c.send("position fen 8/8/8/3k4/8/8/8/BN2K3 w - - 0 1");
    CHECK(c.error_of("probewdl") == "probewdl: set SyzygyPath first");
    CHECK(c.error_of("setoption name SyzygyPath value " + folder()).empty());
    CHECK(c.count("info string tablebases: ") == 1);
    const std::vector<std::string> win{"tablebase: win"};
    CHECK(c.ask("probewdl") == win);
    CHECK(c.error_of("setoption name SyzygyPath value /nowhere").contains("no usable Syzygy file"));
    CHECK(c.ask("probewdl") == win);
    c.send("flip");
    CHECK(c.ask("probewdl") == win);
    c.send("position startpos");
    CHECK(c.ask("probewdl") == std::vector<std::string>{"tablebase: not in the tables"});
    CHECK(c.error_of("setoption name SyzygyPath value").empty());
    CHECK(c.error_of("probewdl") == "probewdl: set SyzygyPath first");
}

TEST_CASE("in the middle of searches") {
    if (is_missing()) return;
    Conversation c;
    c.send_all(
        {"setoption name Threads value 2", "position fen 8/2k5/8/8/8/8/1PR5/1K2r3 w - - 0 1"});
    for (int i = 0; i < 6; ++i) {
        c.send("go infinite");
        const std::string path = i % 2 == 0 ? folder() : "<empty>";
        CHECK(c.error_of("setoption name SyzygyPath value " + path).empty());
    }
    CHECK(c.count("bestmove") == 6);
}

TEST_CASE("scores and hits are told") {
    if (is_missing()) return;
    Conversation c;
    c.send("setoption name SyzygyPath value " + folder());
    c.forget();
    c.send_all({"position fen 8/8/8/3k4/8/8/8/BN2K3 w - - 0 1", "go depth 6", "wait"});
    auto lines = c.lines();
    lines.pop_back();
    CHECK(word_after(lines.back(), "cp") == "20000");
    CHECK(word_after(lines.back(), "tbhits") != "0");
    c.forget();
    // One capture away from the tables.
    c.send_all({"position fen 8/2k5/8/8/8/2r5/1PR5/1K6 w - - 0 1", "go depth 8", "wait"});
    lines = c.lines();
    lines.pop_back();
    CHECK(word_after(lines.back(), "tbhits") != "0");
}

TEST_CASE("SyzygyProbeRootOnly leaves the search alone") {
    if (is_missing()) return;
    Conversation c;
    c.send("setoption name SyzygyPath value " + folder());
    const auto hits = [&](const char* position) {
        c.send_all({"ucinewgame", position, "go depth 8", "wait"});
        auto lines = c.lines();
        lines.pop_back();
        return std::stoi(word_after(lines.back(), "tbhits"));
    };
    constexpr auto in_the_tables = "position fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    constexpr auto a_capture_away = "position fen 8/2k5/8/8/8/2r5/1PR5/1K6 w - - 0 1";
    CHECK(hits(a_capture_away) > 0);
    c.send("setoption name SyzygyProbeRootOnly value true");
    CHECK(hits(a_capture_away) == 0);
    CHECK(hits(in_the_tables) == count_legal_moves(*parse_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")));
}
