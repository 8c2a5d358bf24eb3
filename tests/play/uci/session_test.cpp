// Scripted conversations: what the protocol promises, command by command.
#include <sched.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "chess/byte_order_mark.hpp"
#include "support/temporary_folder.hpp"
#include "uci/conversation.hpp"

using namespace kibitz;
using test::Conversation;
using test::TemporaryFolder;
using test::word_after;

namespace {

constexpr auto mated = "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";
constexpr auto stalemated = "position fen 7k/8/5KQ1/8/8/8/8/8 b - - 0 1";
constexpr auto initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto mate_in_two = "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
constexpr auto may_castle = "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";

using Lines = std::vector<std::string>;

bool contains(const Lines& lines, std::string_view line) {
    return std::ranges::find(lines, line) != lines.end();
}

int first_allowed_cpu() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    REQUIRE(::sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &allowed)) ++cpu;
    return cpu;
}

}  // namespace

TEST_CASE("uci: who we are, the options, uciok") {
    Conversation c;
    const Lines answer = c.ask("uci");
    REQUIRE(answer.size() > 10);
    CHECK(answer[0].starts_with("id name Kibitz "));
    CHECK(answer[1].starts_with("id author "));
    CHECK(answer.back() == "uciok");
    for (std::size_t i = 2; i + 1 < answer.size(); ++i)
        CHECK(answer[i].starts_with("option name "));
    CHECK(contains(answer, "option name Threads type spin default 1 min 1 max 1024"));
    CHECK(contains(answer, "option name Hash type spin default 16 min 1 max 33554432"));
    CHECK(contains(answer, "option name Clear Hash type button"));
    CHECK(contains(answer, "option name Ponder type check default false"));
    CHECK(contains(answer, "option name MultiPV type spin default 1 min 1 max 256"));
    CHECK(contains(answer, "option name Move Overhead type spin default 10 min 0 max 5000"));
    CHECK(contains(answer, "option name UCI_Chess960 type check default false"));
    CHECK(contains(answer, "option name UCI_ShowWDL type check default false"));
    CHECK(contains(answer, "option name SyzygyPath type string default <empty>"));
    CHECK(contains(answer, "option name Debug Log File type string default <empty>"));
}

TEST_CASE("isready is answered, also during a search, which continues") {
    Conversation c;
    CHECK(c.ask("isready") == Lines{"readyok"});
    c.send("go infinite");
    c.send("isready");
    CHECK(c.count("readyok") == 2);
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("position, moves, flip: the board follows") {
    Conversation c;
    CHECK(c.ask("fen") == Lines{initial_fen});
    c.send("position startpos moves e2e4 c7c5");
    CHECK(c.ask("fen") == Lines{"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"});
    c.send("moves g1f3 d7d6");
    CHECK(c.ask("fen") == Lines{"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"});
    c.send("flip");
    CHECK(c.ask("fen") == Lines{"rnbqkb1r/pppp1ppp/5n2/4p3/2P5/3P4/PP2PPPP/RNBQKBNR b KQkq - 0 3"});
    const Lines board = c.ask("d");
    CHECK(board.size() > 8);
    CHECK(std::ranges::any_of(board, [](const auto& l) { return l.starts_with("FEN: rnbqkb1r"); }));
    c.send(mated);
    CHECK(c.ask("d").back() == "Checkers: g7");
}

TEST_CASE("errors leave the state as it was") {
    Conversation c;
    c.send("position startpos moves e2e4");
    const Lines before = c.ask("fen");
    CHECK_FALSE(c.error_of("position startpos moves d2d4 d2d4").empty());
    CHECK_FALSE(c.error_of("position fen 8/8/8/8/8/8/8/8 w - - 0 1").empty());
    CHECK_FALSE(c.error_of("position fen").empty());
    CHECK_FALSE(c.error_of("moves e7e5 e7e5").empty());
    CHECK_FALSE(c.error_of("flop").empty());
    CHECK(c.ask("fen") == before);

    c.send("setoption name Hash value 2");
    CHECK(c.error_of("setoption name Hash value 33554432").contains("no memory"));
    CHECK_FALSE(c.error_of("setoption name Hash value 0").empty());
    CHECK_FALSE(c.error_of("setoption name Threads value 1025").empty());
    CHECK_FALSE(c.error_of("setoption name Threads value two").empty());
    CHECK_FALSE(c.error_of("setoption name SyzygyPath value /nowhere/at/all").empty());
    CHECK_FALSE(c.error_of("setoption name Debug Log File value /nowhere/at/all").empty());
    CHECK_FALSE(c.error_of("loadhash /nowhere/at/all").empty());
    CHECK_FALSE(c.error_of("savehash /nowhere/at/all").empty());
    CHECK_FALSE(c.error_of("probewdl").empty());
    CHECK_FALSE(c.error_of("bench 33554432").empty());
    CHECK(c.result_of("speedtest 33554432").at(0).starts_with("info string error: speedtest"));
    CHECK(c.error_of("go wtime 100") == "go: btime is missing, and Black is to move");
    CHECK_FALSE(c.error_of("go searchmoves e2e4").empty());
    CHECK_FALSE(c.error_of("go depth 0").empty());
    CHECK(c.stays_away("bestmove"));

    c.send("debug on");
    c.send("go depth 1");
    c.wait_for("bestmove");
    CHECK(c.count("info string debug: position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
                  "KQkq - 0 1; 1 threads, hash 2 MB") == 1);
}

TEST_CASE("an error is one line, whatever was sent") {
    Conversation c;
    const Lines answer = c.ask("setoption name SyzygyPath value a\nbestmove e2e4\r");
    REQUIRE_FALSE(answer.empty());
    for (const std::string& line : answer) {
        CHECK_FALSE(line.contains('\n'));
        CHECK_FALSE(line.contains('\r'));
    }
}

TEST_CASE("go depth: lines of thought and a legal best move") {
    Conversation c;
    c.send_all({"position startpos", "go depth 6", "wait"});
    CHECK(c.count("bestmove ") == 1);
    CHECK(c.lines().back().starts_with("bestmove "));
    const Lines lines = c.lines();
    const std::string& last = lines[lines.size() - 2];
    CHECK(word_after(last, "depth") == "6");
    CHECK(word_after(last, "multipv") == "1");
    CHECK(std::stoull(word_after(last, "nodes")) > 0);
    CHECK(word_after(last, "pv") == c.best_move());
}

TEST_CASE("go depth is the same at every run") {
    const auto run = [] {
        Conversation c;
        c.send_all(
            {"setoption name Hash value 1", "position startpos moves e2e4", "go depth 8", "wait"});
        std::string text;
        for (const std::string& line : c.lines())
            if (line.starts_with("info depth"))
                text += word_after(line, "nodes") + line.substr(line.find(" pv")) + "\n";
        return text;
    };
    CHECK(run() == run());
}

TEST_CASE("go nodes is kept to on one thread") {
    Conversation c;
    c.send_all({"go nodes 20000", "wait"});
    Lines lines = c.lines();
    lines.pop_back();
    const int nodes = std::stoi(word_after(lines.back(), "nodes"));
    CHECK(nodes >= 20'000);
    CHECK(nodes <= 20'010);
}

TEST_CASE("infinite: no move before stop, even if there is nothing left to search") {
    for (const char* position : {"position startpos", mated, stalemated, mate_in_two}) {
        CAPTURE(std::string(position));
        Conversation c;
        c.send(position);
        c.send("go infinite depth 2");
        CHECK(c.stays_away("bestmove"));
        CHECK(c.error_of("wait").starts_with("wait: "));
        c.send("stop");
        CHECK_FALSE(c.best_move().empty());
    }
}

TEST_CASE("ponder: no move before ponderhit") {
    Conversation c;
    c.send_all({"position startpos moves e2e4 e7e5", "go ponder depth 2"});
    CHECK(c.stays_away("bestmove"));
    CHECK(c.error_of("wait").starts_with("wait: "));
    CHECK(c.error_of("ponderhit").empty());
    CHECK(c.best_move().size() == 4);
    c.send("wait");
    CHECK(c.error_of("ponderhit") == "ponderhit: there is no search that ponders");
    CHECK(c.count("bestmove") == 1);
}

TEST_CASE("ponder: stop ends it like every search") {
    Conversation c;
    c.send("go ponder wtime 60000 btime 60000");
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK(c.best_move().size() == 4);
    c.send("wait");
    CHECK(c.error_of("ponderhit") == "ponderhit: there is no search that ponders");
}

TEST_CASE("ponderhit in an infinite search does not end it") {
    Conversation c;
    c.send("go ponder infinite");
    CHECK(c.error_of("ponderhit").empty());
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("ponder with movetime: the time begins with the ponderhit") {
    using std::chrono::milliseconds;
    Conversation c;
    c.send("go ponder movetime 150");
    std::this_thread::sleep_for(milliseconds(250));  // longer than the time for the move
    CHECK(c.count("bestmove") == 0);
    const auto start = std::chrono::steady_clock::now();
    c.send("ponderhit");
    CHECK(c.best_move().size() == 4);
    CHECK(std::chrono::steady_clock::now() - start >= milliseconds(100));
}

TEST_CASE("ponder with a clock: time spent counts, so a long thought ends at once") {
    Conversation c;
    c.send("go ponder wtime 300 btime 300");
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    CHECK(c.count("bestmove") == 0);
    c.send("ponderhit");
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("stop without a search does nothing, and not to the next search either") {
    Conversation c;
    c.send_all({"stop", "stop", "go depth 3"});
    CHECK(c.best_move().size() == 4);
    c.send_all({"wait", "stop", "go infinite"});
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("stop at once: there is a move all the same") {
    Conversation c;
    for (int i = 0; i < 50; ++i) {
        c.send_all({"go infinite", "stop"});
        CHECK(c.best_move().size() == 4);
    }
    CHECK(c.count("bestmove") == 50);
}

TEST_CASE("go during a search ends it: first its move, then the new search") {
    Conversation c;
    c.send_all({"go infinite", "position startpos moves e2e4", "go depth 4", "wait"});
    CHECK(c.count("bestmove") == 2);
    c.forget();
    // However long it would take by itself: the session stays able to hear.
    for (const char* long_search : {"go depth 245", "go movetime 1000000", "go nodes 1000000000000",
                                    "go mate 100", "go wtime 100000000 btime 100000000"}) {
        c.send(long_search);
        c.send("go depth 2");
        c.send("wait");
    }
    CHECK(c.count("bestmove") == 10);
}

TEST_CASE("options change in the middle of searches") {
    Conversation c;
    const std::array changes{
        "setoption name Hash value 3",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 3",
        "setoption name Move Overhead value 50",
        "setoption name UCI_ShowWDL value true",
        "setoption name Contempt value 20",
        "setoption name SyzygyPath value <empty>",
        "setoption name Threads value 1",
        "ucinewgame",
        "setoption name Hash value 1",
    };
    for (const char* change : changes) {
        CAPTURE(std::string(change));
        const std::size_t before = c.count("bestmove");
        c.send("go infinite");
        CHECK(c.error_of(change).empty());
        c.send("isready");
        c.send("stop");
        c.send("wait");
        CHECK(c.count("bestmove") == before + 1);
    }
    CHECK(c.count("readyok") == changes.size());
}

TEST_CASE("quit during a search: its move, then silence") {
    Conversation c;
    c.send("go infinite");
    CHECK_FALSE(c.send("quit"));
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("the end of the session ends the search, which still gives its move") {
    std::mutex mutex;
    std::vector<std::string> lines;
    {
        uci::Session session([&](std::string_view line) {
            const std::lock_guard lock(mutex);
            lines.emplace_back(line);
        });
        session.handle("go ponder infinite");
    }
    // Nothing is running any more that could write a line.
    CHECK(std::ranges::count_if(
              lines, [](const std::string& line) { return line.starts_with("bestmove "); }) == 1);
}

TEST_CASE("mated and stalemated: no move, but the score") {
    Conversation c;
    c.send_all({mated, "go depth 5", "wait"});
    CHECK(c.lines() == Lines{"info depth 0 score mate 0", "bestmove (none)"});
    c.forget();
    c.send_all({stalemated, "go wtime 1000 btime 1000", "wait"});
    CHECK(c.lines() == Lines{"info depth 0 score cp 0", "bestmove (none)"});
}

TEST_CASE("searchmoves and exclude") {
    Conversation c;
    c.send_all({"go depth 5 searchmoves a2a3 h2h4"});
    const std::string wanted = c.best_move();
    CHECK((wanted == "a2a3" || wanted == "h2h4"));
    c.send_all({mate_in_two, "go depth 6"});
    const std::string best = c.best_move();
    c.send(("go depth 6 exclude " + best).c_str());
    CHECK(c.best_move() != best);
    c.send_all({"position startpos", "setoption name MultiPV value 256", "wait"});
    c.forget();
    c.send_all({"go depth 1 exclude e2e4 d2d4", "wait"});
    CHECK(c.count("info depth 1 ") == 18);
    for (const std::string& line : c.lines()) {
        CHECK_FALSE(word_after(line, "pv").starts_with("e2e4"));
        CHECK_FALSE(word_after(line, "pv").starts_with("d2d4"));
    }
}

TEST_CASE("go mate stops when the mate is found, and not at a longer one") {
    Conversation c;
    c.send_all({mate_in_two, "go mate 2"});
    std::string last;
    for (std::string line = c.wait_for(""); !line.empty() && !line.starts_with("bestmove");
         line = c.wait_for(""))
        last = line;
    CHECK(last.contains("score mate 2"));
    // Not there: it gives up where it has looked far beyond, unless told to go on.
    c.send_all({"wait", "ucinewgame"});
    const Lines vain = c.result_of("go mate 1");
    REQUIRE(vain.size() > 2);
    CHECK(vain.back().starts_with("bestmove "));
    CHECK(vain[vain.size() - 2].starts_with("info depth 16 "));
    c.send_all({"ucinewgame", "go mate 1 infinite"});
    CHECK(c.stays_away("bestmove"));
    CHECK(c.error_of("wait").starts_with("wait: only \"stop\""));
    c.send("stop");
    CHECK_FALSE(c.best_move().empty());
    // And never before stop in an infinite search.
    c.send_all({"wait", "ucinewgame", "go mate 2 infinite"});
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK_FALSE(c.best_move().empty());
}

TEST_CASE("castling is written as the game asks") {
    Conversation c;
    c.send_all({may_castle, "go depth 3 searchmoves e1c1"});
    CHECK(c.best_move() == "e1c1");
    c.send_all({"wait", "setoption name UCI_Chess960 value true", "go depth 3 searchmoves e1c1"});
    CHECK(c.best_move() == "e1a1");
    CHECK(c.wait_for("info", std::chrono::milliseconds(1)).empty());
    for (const std::string& line : c.lines())
        if (line.starts_with("info depth"))
            CHECK((word_after(line, "pv") == "e1c1" || word_after(line, "pv") == "e1a1"));
    // A position that only Chess960 has needs no option.
    c.send_all({"wait", "setoption name UCI_Chess960 value false",
                "position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "go depth 2 searchmoves e1b1"});
    CHECK(c.best_move() == "e1b1");
    CHECK(c.count("info string a Chess960 position") == 1);
}

TEST_CASE("UCI_ShowWDL: chances that add up to 1000") {
    Conversation c;
    c.send_all({"go depth 4", "wait"});
    for (const std::string& line : c.lines()) CHECK_FALSE(line.contains(" wdl "));
    c.forget();
    c.send_all({"setoption name UCI_ShowWDL value true", "go depth 6", "wait", mate_in_two,
                "go depth 6", "wait"});
    int seen = 0;
    for (const std::string& line : c.lines()) {
        const std::size_t at = line.find(" wdl ");
        if (at == std::string::npos) continue;
        int win = 0, draw = 0, loss = 0;
        REQUIRE(std::sscanf(line.c_str() + at, " wdl %d %d %d", &win, &draw, &loss) == 3);
        CHECK(win + draw + loss == 1000);
        CHECK(std::min({win, draw, loss}) >= 0);
        ++seen;
    }
    CHECK(seen >= 8);
}

TEST_CASE("MultiPV: so many lines, numbered, with different first moves, best first") {
    Conversation c;
    c.send_all({"setoption name MultiPV value 4", "go depth 5", "wait"});
    Lines last;
    for (const std::string& line : c.lines())
        if (word_after(line, "depth") == "5" && !line.contains("bound")) last.push_back(line);
    REQUIRE(last.size() >= 4);
    last.erase(last.begin(), last.end() - 4);
    std::vector<std::string> moves;
    int previous = 1'000'000;
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(word_after(last[i], "multipv") == std::to_string(i + 1));
        const int score = std::stoi(word_after(last[i], "cp"));
        CHECK(score <= previous);
        previous = score;
        CHECK(std::ranges::find(moves, word_after(last[i], "pv")) == moves.end());
        moves.push_back(word_after(last[i], "pv"));
    }
    CHECK(c.best_move() == moves[0]);
}

TEST_CASE("Minimal: one line and the move") {
    Conversation c;
    c.send_all({"setoption name Minimal value true", "go depth 7", "wait"});
    const Lines lines = c.lines();
    REQUIRE(lines.size() == 2);
    CHECK(word_after(lines[0], "depth") == "7");
    CHECK(lines[1].starts_with("bestmove " + word_after(lines[0], "pv")));
    c.forget();
    c.send_all({mated, "go depth 3", "wait"});
    CHECK(c.lines() == Lines{"info depth 0 score mate 0", "bestmove (none)"});
}

TEST_CASE("SoftNodes ends the search after an iteration") {
    const auto nodes = [](std::initializer_list<std::string_view> script) {
        Conversation c;
        c.send_all(script);
        c.send("wait");
        Lines lines = c.lines();
        lines.pop_back();
        return std::stoull(word_after(lines.back(), "nodes"));
    };
    const auto soft = nodes({"setoption name SoftNodes value 5000", "go nodes 1000000"});
    CHECK(soft >= 5'000);
    CHECK(soft < 100'000);
    CHECK(nodes({"go softnodes 5000"}) == soft);
    // What `go` says itself counts.
    CHECK(nodes({"setoption name SoftNodes value 5000", "go softnodes 20000"}) >= 20'000);
}

TEST_CASE("nodestime: nodes stand for time, so that a timed search is always the same") {
    const auto run = [](const char* go) {
        Conversation c;
        c.send_all({"setoption name nodestime value 20", go, "wait"});
        Lines lines = c.lines();
        lines.pop_back();
        return std::stoull(word_after(lines.back(), "nodes"));
    };
    const auto nodes = run("go wtime 10000 btime 10000 winc 100 binc 100");
    CHECK(nodes > 1'000);
    CHECK(nodes < 200'000);
    CHECK(run("go wtime 10000 btime 10000 winc 100 binc 100") == nodes);
    CHECK(run("go movetime 500") <= 10'000);
    CHECK(run("go movetime 500 nodes 2000") <= 2'000);
    // Too large for the product: no overflow, the depth ends it.
    Conversation c;
    c.send_all({"setoption name nodestime value 10000", "go movetime 2305843009213693951 depth 3",
                "wait"});
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("perft and its notation") {
    Conversation c;
    Lines lines = c.result_of("go perft 3");
    CHECK(lines.size() == 24);
    CHECK(contains(lines, "Nodes searched: 8902"));
    CHECK(contains(lines, "e2e4: 600"));
    c.send(may_castle);
    lines = c.result_of("perft 1");
    CHECK(contains(lines, "e1c1: 1"));
    c.send("setoption name UCI_Chess960 value true");
    lines = c.result_of("splitperft 1");
    CHECK(contains(lines, "e1a1: 1"));
    c.send(mated);
    CHECK(contains(c.result_of("perft 2"), "Nodes searched: 0"));
}

TEST_CASE("d: the board, its FEN and key, who gives check") {
    Conversation c;
    const auto line = [&](std::string_view name) {
        for (const std::string& answer : c.ask("d"))
            if (answer.starts_with(name)) return answer.substr(name.size());
        return std::string("(none)");
    };
    CHECK(line("FEN: ") == initial_fen);
    const std::string key = line("Key: ");
    CHECK(key.size() == 16);
    CHECK(key.find_first_not_of("0123456789ABCDEF") == std::string::npos);
    c.send("position startpos moves g1f3 g8f6 f3g1 f6g8");
    CHECK(line("Key: ") == key);
    c.send("moves e2e4");
    CHECK(line("Key: ") != key);
    CHECK(line("Tablebases: ") == "(none)");
    c.send("position fen 4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
    CHECK(line("Checkers:") == " e1");
}

TEST_CASE("texts for people") {
    Conversation c;
    CHECK(c.ask("help").size() > 10);
    CHECK(c.ask("license")[0].contains("MIT"));
    CHECK(c.ask("compiler")[0].starts_with("Kibitz "));
    CHECK(c.ask("eval").size() > 5);
    CHECK(c.ask("").empty());
    CHECK(c.ask("# a comment").empty());
}

TEST_CASE("bench prints the signature and leaves the session alone") {
    Conversation c;
    c.send("position startpos moves e2e4");
    const Lines answer = c.result_of("bench 1 1 2");
    CHECK(answer.back().starts_with("Nodes searched: "));
    CHECK(c.result_of("bench 1 1 2").back() == answer.back());
    CHECK(c.ask("fen")[0].contains(" b "));
}

TEST_CASE("bench measures the evaluation in use, and no other option counts") {
    Conversation c;
    const std::string signature = c.result_of("bench 1 1 4").back();
    c.send("setoption name Contempt value 150");
    CHECK(c.result_of("bench 1 1 4").back() == signature);
    c.send("setoption name EvalFile value <classical>");
    CHECK(c.result_of("bench 1 1 4").back() != signature);
}

TEST_CASE("bench searches other positions to the limit it is given") {
    const TemporaryFolder folder;
    const std::string file = folder.write("two.epd", std::string(byte_order_mark) +
                                                         "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1\r\n"
                                                         "\n# and\n"
                                                         "7k/8/8/8/8/8/8/K5R1 w - - bm Kb2;");
    Conversation c;
    c.send("position fen 7k/8/8/8/8/8/8/K5R1 w - - 0 1");
    CHECK(c.result_of("bench 1 1 3 " + file).at(1).starts_with("info string 2/2 "));
    CHECK(c.result_of("bench 1 1 200 current nodes").back() == "Nodes searched: 200");
    folder.write("two.epd", "\n8/8 w - -");
    CHECK(c.error_of("bench 1 1 3 " + file).contains(", line 2: EPD: FEN"));
    folder.write("two.epd", "");
    CHECK(c.error_of("bench 1 1 3 " + file).ends_with("there is no position in it"));
    CHECK(c.error_of("bench 1 1 3 /nowhere").contains("No such file"));
}

TEST_CASE("bench ends a search that runs: it wants the processor for itself") {
    Conversation c;
    c.send_all({"go infinite", "bench 1 1 1"});
    CHECK(c.count("bestmove") == 1);
}

TEST_CASE("the hash is saved and comes back") {
    const auto path = std::filesystem::temp_directory_path() / "kibitz session test.hash";
    Conversation c;
    c.send_all({"setoption name Hash value 1", "position startpos", "go depth 9", "wait"});
    CHECK(c.error_of("savehash " + path.string()).empty());
    c.send_all({"setoption name Clear Hash", "go depth 9", "wait"});
    CHECK(c.error_of("loadhash " + path.string()).empty());
    c.forget();
    c.send_all({"go depth 9", "wait"});
    // With the answers at hand the second search is short.
    Lines lines = c.lines();
    lines.pop_back();
    Conversation fresh;
    fresh.send_all({"setoption name Hash value 1", "position startpos", "go depth 9", "wait"});
    Lines fresh_lines = fresh.lines();
    fresh_lines.pop_back();
    CHECK(std::stoull(word_after(lines.back(), "nodes")) <
          std::stoull(word_after(fresh_lines.back(), "nodes")));
    c.send("setoption name Hash value 2");
    CHECK(c.error_of("loadhash " + path.string()).contains("set Hash to 1 MB first"));
    std::filesystem::remove(path);
}

TEST_CASE("EvalFile: by hand, built in, from a file; a bad one changes nothing") {
    const auto path = std::filesystem::temp_directory_path() / "kibitz session test.nnue";
    Conversation c;
    const auto set = [&](const std::string& value) {
        return c.error_of("setoption name EvalFile value " + value);
    };
    const Lines usual = c.ask("raweval");
    CHECK(set("<classical>").empty());
    const Lines by_hand = c.ask("raweval");
    CHECK(c.ask("eval").back() == "No network is loaded: this evaluation is in use.");
    CHECK(c.error_of("export_net " + path.string()).starts_with("export_net: the hand-crafted"));
    c.send("position startpos moves e2e4 c7c5 g1f3");
    CHECK(set("<builtin>").empty());
    const Lines builtin = c.ask("raweval");
    CHECK(builtin != by_hand);
    CHECK(c.ask("eval").back().starts_with("The network is in use and gives cp "));
    CHECK(c.error_of("export_net " + path.string()).empty());

    CHECK(set("<classical>").empty());
    CHECK(c.ask("raweval") != builtin);
    CHECK(set(path.string()).empty());
    CHECK(c.ask("raweval") == builtin);
    CHECK(set("/nowhere/at/all").starts_with("setoption EvalFile \"/nowhere/at/all\": "));
    CHECK(set("/dev/zero").ends_with("not a file"));
    CHECK(c.ask("raweval") == builtin);
    CHECK_FALSE(c.error_of("export_net /nowhere/at/all").empty());

    c.send_all({"go infinite", "setoption name EvalFile value <empty>", "position startpos"});
    CHECK(c.count("bestmove") == 1);
    CHECK(c.ask("raweval") == usual);
    c.send("go depth 3");
    CHECK(c.best_move().size() == 4);
    std::filesystem::remove(path);
}

TEST_CASE("NumaPolicy says what it does, and refuses what cannot be") {
    Conversation c;
    // A machine may lend this process some of its CPUs alone.
    const std::string cpu = std::to_string(first_allowed_cpu());
    for (const std::string& policy :
         {std::string("auto"), std::string("system"), std::string("hardware"), std::string("none"),
          cpu, cpu + ":" + cpu}) {
        CAPTURE(policy);
        const Lines answer = c.ask(std::string("setoption name NumaPolicy value ") + policy);
        REQUIRE(answer.size() == 1);
        CHECK(
            answer[0].starts_with(std::string("info string NumaPolicy ") + policy + ": threads "));
    }
    const std::string twice = cpu + ":" + cpu;
    CHECK(contains(c.ask("setoption name NumaPolicy value " + twice),
                   "info string NumaPolicy " + twice + ": threads are bound in turn to the CPUs " +
                       cpu + " " + cpu));
    CHECK(c.error_of("setoption name NumaPolicy value somehow").contains("expected auto, system"));
    c.send_all({"setoption name Threads value 2", "go depth 5"});
    CHECK(c.best_move().size() == 4);
}

TEST_CASE("threats: what either side could win") {
    Conversation c;
    c.send("position startpos");
    CHECK(c.ask("threats") == Lines{"White threatens: nothing", "Black threatens: nothing"});
    c.send("position fen 4k3/8/8/3q4/4P3/8/8/R3K2r b - - 0 1");
    // In check, so White's turn cannot be imagined the other way round.
    c.send("position fen 3rk3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    CHECK(c.ask("threats") == Lines{"White threatens: exd5", "Black threatens: nothing"});
    c.send("position fen 4k3/8/8/8/8/8/8/4K2r w - - 0 1");
    CHECK(c.ask("threats") == Lines{"White threatens: nothing"});
}

TEST_CASE("genfens: legal openings, the same for the same seed") {
    Conversation c;
    const Lines some = c.ask("genfens 20 seed 1");
    REQUIRE(some.size() == 20);
    CHECK(c.ask("genfens 20 seed 1") == some);
    CHECK(c.ask("genfens 20 seed 2") != some);
    constexpr std::string_view prefix = "info string genfens ";
    for (const std::string& line : some) {
        REQUIRE(line.starts_with(prefix));
        CHECK(c.error_of("position fen " + line.substr(prefix.size())).empty());
        CHECK(line.ends_with(" 5"));
    }
}

TEST_CASE("very long lines, and bytes that are no text") {
    Conversation c;
    std::string moves = "position startpos moves";
    constexpr int there_and_back = 20'000;
    for (int i = 0; i < there_and_back; ++i) moves += " g1f3 g8f6 f3g1 f6g8";
    CHECK(c.error_of(moves).empty());
    CHECK(c.ask("fen")[0].ends_with(" - 14464 40001"));  // the clock counts to 65535
    c.send("go depth 3");
    CHECK(c.best_move().size() == 4);
    CHECK(c.error_of(std::string(1'000'000, 'x')).size() < 200);
    CHECK(c.error_of("position fen " + std::string(1'000'000, '8')).size() < 300);
    CHECK(c.error_of("setoption name " + std::string(1'000'000, 'n')).size() < 200);
    CHECK(c.error_of(std::string("is\0ready", 8)).contains("unknown command \"is?ready\""));
    CHECK(c.error_of(std::string("position fen \0\0", 15)).starts_with("position: FEN, field 1"));
    CHECK(c.ask("isready") == Lines{"readyok"});
}

TEST_CASE("a pipe is no log: to open it would wait for a reader") {
    const auto path = std::filesystem::temp_directory_path() / "kibitz session test.pipe";
    std::filesystem::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    Conversation c;
    CHECK(
        c.error_of("setoption name Debug Log File value " + path.string()).ends_with(" is a pipe"));
    std::filesystem::remove(path);
}

TEST_CASE("the log holds both sides of the conversation") {
    const auto path = std::filesystem::temp_directory_path() / "kibitz session test.log";
    std::filesystem::remove(path);
    Conversation c;
    c.send("setoption name Debug Log File value " + path.string());
    c.send("isready");
    c.send("setoption name Debug Log File value <empty>");
    c.send("uci");
    std::ifstream log(path);
    Lines lines;
    for (std::string line; std::getline(log, line);) lines.push_back(line);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == ">> isready");
    CHECK(lines[1] == "<< readyok");
    CHECK(lines[2] == ">> setoption name Debug Log File value <empty>");
    std::filesystem::remove(path);
}
