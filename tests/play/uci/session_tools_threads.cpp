// Perft and the benchmarks run beside the conversation.
#include <array>

#include "uci/conversation.hpp"

using namespace kibitz;
using test::Conversation;

namespace {

struct LongTool {
    const char* line;
    const char* stopped;
    const char* result;  // how its last line would begin
};
// Each would take hours.
constexpr auto long_tools = std::to_array<LongTool>({
    {"go perft 14", "info string perft: stopped", "Nodes searched"},
    {"perft 14", "info string perft: stopped", "Nodes searched"},
    {"bench 1 1 200", "info string bench: stopped", "Nodes searched"},
    {"bench 1 2 30000000 current movetime", "info string bench: stopped", "Nodes searched"},
    {"speedtest 2 2 1000000", "info string speedtest: stopped", "Nodes/second"},
});

}  // namespace

TEST_CASE("isready is answered in the middle, and stop ends it without a result") {
    for (const int threads : {1, 2})
        for (const LongTool& tool : long_tools) {
            CAPTURE(std::string(tool.line));
            Conversation c;
            c.send("setoption name Threads value " + std::to_string(threads));
            c.send(tool.line);
            CHECK(c.error_of("isready").empty());
            CHECK(c.count("readyok") == 1);
            CHECK(c.stays_away(tool.result));
            c.send("stop");
            CHECK_FALSE(c.wait_for(tool.stopped).empty());
            CHECK(c.count(tool.result) == 0);
            c.send_all({"position startpos", "go depth 2"});
            CHECK(c.best_move().size() == 4);
        }
}

TEST_CASE("stop at once, again and again, is never lost") {
    Conversation c;
    constexpr int rounds = 20;
    for (int i = 0; i < rounds; ++i)
        for (const LongTool& tool : long_tools) c.send_all({tool.line, "stop"});
    c.send("wait");
    CHECK(c.count("info string") >= rounds * long_tools.size());
    CHECK(c.count("Nodes") == 0);
}

TEST_CASE("what comes next waits for the result, quit too") {
    Conversation c;
    c.send_all({"perft 4", "fen"});
    CHECK(c.lines().back().starts_with("rnbqkbnr/"));
    CHECK(c.count("Nodes searched: 197281") == 1);
    c.send_all({"bench 1 1 1", "perft 3"});
    CHECK_FALSE(c.send("quit"));
    CHECK(c.count("Nodes searched: ") == 3);
    CHECK(c.count("Nodes searched: 8902") == 1);
}
