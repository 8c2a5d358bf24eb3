// Tablebases through the protocol.
#include <map>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
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

TEST_CASE("scores and hits are reported") {
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

namespace {

// The displayed centipawns, or the word "mate", of the last line for each first move.
std::map<std::string, std::string> scores_of_moves(const std::vector<std::string>& lines) {
    std::map<std::string, std::string> scores;
    for (const std::string& line : lines)
        if (const std::string move = word_after(line, "pv"); line.starts_with("info depth"))
            scores[move] = line.contains(" score mate ") ? "mate" : word_after(line, "cp");
    return scores;
}

}  // namespace

TEST_CASE("each line has the score of its own move, and what is won comes first") {
    if (is_missing()) return;
    Conversation c;
    c.send_all({"setoption name SyzygyPath value " + folder(), "setoption name MultiPV value 40",
                "position fen 8/8/8/4k3/8/8/8/3QK3 w - - 0 1"});
    const auto lines = c.result_of("go depth 6");
    const auto scores = scores_of_moves(lines);
    CHECK(scores.size() == 21);
    // Three moves give the queen away.
    for (const auto& [move, score] : scores) {
        CAPTURE(move);
        if (move == "d1d4" || move == "d1d5" || move == "d1d6")
            CHECK(score == "0");
        else
            CHECK((score == "20000" || score == "mate"));
    }
    REQUIRE(lines.size() > 21);
    for (std::size_t i = lines.size() - 4; i < lines.size() - 1; ++i)
        CHECK(word_after(lines[i], "cp") == "0");

    // Where only moves that give it away are allowed, it is given away.
    CHECK(scores_of_moves(c.result_of("go depth 6 searchmoves d1d4 d1d5")) ==
          std::map<std::string, std::string>{{"d1d4", "0"}, {"d1d5", "0"}});
    c.send("setoption name MultiPV value 1");
    for (const auto& [move, score] : scores_of_moves(c.result_of("go depth 3 searchmoves d1d4")))
        CHECK(score == "0");
    const auto wins = scores_of_moves(c.result_of("go depth 3 searchmoves d1d4 d1d2"));
    CHECK(wins.contains("d1d2"));
    CHECK_FALSE(wins.contains("d1d4"));
}

TEST_CASE("with several lines a won ending is won too") {
    if (is_missing()) return;
    Conversation c;
    c.send_all({"setoption name SyzygyPath value " + folder(), "setoption name MultiPV value 3"});
    Position position = *parse_fen("8/8/8/3k4/8/8/8/BN2K3 w - - 0 1");
    std::string game = "position fen 8/8/8/3k4/8/8/8/BN2K3 w - - 0 1 moves";
    while (has_legal_move(position) && position.halfmove_clock() < 100) {
        c.send_all({game, "go nodes 300"});
        const std::string move = c.best_move();
        const auto read = parse_uci(position, move);
        REQUIRE(read.has_value());
        position.play(*read);
        game += " " + move;
    }
    CHECK_FALSE(has_legal_move(position));
    CHECK(position.in_check());
}

TEST_CASE("Syzygy50MoveRule decides what a win too long is worth") {
    if (is_missing()) return;
    Conversation c;
    c.send_all({"setoption name SyzygyPath value " + folder(),
                "position fen 8/8/8/4k3/8/8/8/K1BN4 w - - 70 100"});
    const auto last_score = [&] {
        const auto lines = c.result_of("go depth 4");
        return word_after(lines.at(lines.size() - 2), "cp");
    };
    CHECK(last_score() == "0");
    c.send("setoption name Syzygy50MoveRule value false");
    CHECK(last_score() == "20000");
}

TEST_CASE("d shows what the tables say") {
    if (is_missing()) return;
    Conversation c;
    c.send("setoption name SyzygyPath value " + folder());
    const auto said_of = [&](const std::string& fen) {
        c.send("position fen " + fen);
        const std::string last = c.ask("d").back();
        return last.starts_with("Tablebases: ") ? last : "";
    };
    CHECK(said_of("8/8/8/8/8/2k5/8/K1B5 w - - 0 1") == "Tablebases: draw, DTZ 0");
    CHECK(said_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1") == "Tablebases: win, DTZ 1");
    CHECK(said_of("7k/8/6K1/8/8/8/8/R7 b - - 0 1") == "Tablebases: loss, DTZ 2");
    CHECK(said_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1") == "Tablebases: loss, DTZ 0");
    CHECK(said_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").empty());
    CHECK(said_of("4k3/8/8/8/8/8/PPPPP3/R3K3 w - - 0 1").empty());
}

TEST_CASE("a path that is refused does not end a search") {
    if (is_missing()) return;
    Conversation c;
    c.send_all({"setoption name SyzygyPath value " + folder(), "go infinite",
                "setoption name SyzygyPath value /nowhere"});
    CHECK(c.stays_away("bestmove"));
    c.send("stop");
    CHECK_FALSE(c.best_move().empty());
}
