// Nobody keeps to the protocol for ever: thousands of commands in random order, sensible, odd and
// wrong, many of them in the middle of searches. The session lives, answers, and every search
// reports one move. Thread sanitizer runs this too.
#include <array>
#include <random>

#include "uci/conversation.hpp"

using namespace kibitz;
using test::Conversation;

namespace {

// Nothing here takes long by itself: what would is a search, and the next command ends it.
constexpr auto commands = std::to_array<const char*>({
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go ponder movetime 20",
    "go ponder depth 3",
    "go ponder",
    "go depth 4",
    "go depth 245",
    "go nodes 3000",
    "go softnodes 500",
    "go movetime 5",
    "go movetime 100000",
    "go wtime 50 btime 50 winc 1 binc 1",
    "go wtime -5 btime 0",
    "go mate 2",
    "go mate 2147483647",
    "go searchmoves e2e4 d2d4 depth 3",
    "go exclude e2e4 depth 3",
    "go perft 2",
    "go depth",
    "go nonsense",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "isready",
    "uci",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "position startpos moves e2e4 e7e6 e4e6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "position fen 8/8/8/8/5kp1/P7/8/1K1N4 w - - 99 80",
    "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "position fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
    "position fen rubbish",
    "moves a2a3",
    "moves e7e5 e2e4",
    "flip",
    "d",
    "fen",
    "eval",
    "probewdl",
    "debug on",
    "debug off",
    "setoption name Hash value 1",
    "setoption name Hash value 4",
    "setoption name Hash value 33554432",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 3",
    "setoption name Threads value 0",
    "setoption name Clear Hash",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 256",
    "setoption name Move Overhead value 0",
    "setoption name Move Overhead value 5000",
    "setoption name Contempt value -200",
    "setoption name nodestime value 10",
    "setoption name nodestime value 0",
    "setoption name SoftNodes value 200",
    "setoption name SoftNodes value 0",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_ShowWDL value false",
    "setoption name Minimal value true",
    "setoption name Minimal value false",
    "setoption name SyzygyPath value /nowhere",
    "setoption name SyzygyPath value <empty>",
    "setoption name SyzygyProbeLimit value 3",
    "setoption name Nothing value 1",
    "setoption name EvalFile value <builtin>",
    "setoption name EvalFile value <classical>",
    "setoption name EvalFile value /nowhere",
    "setoption name NumaPolicy value 0",
    "setoption name NumaPolicy value none",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 600",
    "setoption name Skill Level value 7",
    "setoption name Skill Level value 20",
    "raweval",
    "threats",
    "genfens 2",
    "loadhash /nowhere",
    "savehash /nowhere/at/all",
    "# a comment",
    "",
    "compiler",
    "\x01\x02\xff",
});

// Sanitizers are ten times slower.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int command_count = 1'500;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr int command_count = 1'500;
#else
constexpr int command_count = 6'000;
#endif
#else
constexpr int command_count = 6'000;
#endif

bool starts_search(std::string_view command) {
    return command.starts_with("go ") && !command.starts_with("go perft");
}

void talk(unsigned seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Conversation c;
    std::size_t answers = 0, searches = 0, ready_asked = 0;
    for (int i = 0; i < command_count; ++i) {
        const std::string_view command = commands[random() % commands.size()];
        const std::size_t errors_before = c.count("info string error");
        CHECK(c.send(command));
        if (command == "isready") ++ready_asked;
        // A `go` that was not refused starts a search, each of which reports one move.
        if (starts_search(command) && c.count("info string error") == errors_before) ++searches;
        if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(random() % 3));
        if (i % 500 == 0) {
            c.send("stop");
            c.send("wait");
            answers += c.count("bestmove");
            ready_asked -= c.count("readyok");
            c.forget();
        }
    }
    c.send("stop");
    c.send("wait");
    answers += c.count("bestmove");
    CHECK(answers == searches);
    CHECK(ready_asked == c.count("readyok"));
    CHECK(searches > static_cast<std::size_t>(command_count) / 10);
    c.forget();
    CHECK(c.ask("isready") == std::vector<std::string>{"readyok"});
    c.send_all({"setoption name Minimal value false", "setoption name SoftNodes value 0",
                "setoption name nodestime value 0", "position startpos", "go depth 3"});
    CHECK(c.best_move().size() == 4);
}

}  // namespace

TEST_CASE("thousands of random commands") {
    for (const unsigned seed : {1U, 2U}) talk(seed);
}
