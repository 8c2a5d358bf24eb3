// The program itself: how it is started, what it says to wrong arguments, and the commands that
// measure.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "cli/command_child.hpp"
#include "support/test.hpp"
#include "uci/client/child_process.hpp"

using namespace kibitz;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 120s;  // on a busy machine, with sanitizers

struct Run {
    int exit_code = -1;  // -1: it did not end, or by a signal
    std::vector<std::string> lines;
    std::string errors;

    [[nodiscard]] std::string last() const { return lines.empty() ? "" : lines.back(); }
    [[nodiscard]] bool has(std::string_view text) const {
        for (const std::string& line : lines)
            if (line.contains(text)) return true;
        return false;
    }
};

// Runs the program to its end, with the input given whole.
Run run(const std::vector<std::string>& arguments, std::string_view input = {}) {
    const auto deadline = uci_client::Clock::now() + patience;
    auto child = uci_client::ChildProcess::start(
        {.program = test::program("kibitz").string(), .arguments = arguments});
    REQUIRE(child.has_value());
    if (!input.empty()) CHECK(child->write(input, deadline));
    child->close_input();
    Run result;
    while (const auto line = child->read_line(deadline)) result.lines.emplace_back(*line);
    const auto status = child->wait(patience);
    if (status && !status->by_signal) result.exit_code = status->number;
    (void)child->read_line(deadline);  // the last of its errors
    result.errors = child->error_output();
    return result;
}

constexpr int failure = 1, bad_usage = 2;

// The commands in the list that `kibitz --help` prints.
std::vector<std::string> listed_commands(const Run& help) {
    std::vector<std::string> names;
    for (const std::string& line : help.lines)
        if (line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

}  // namespace

TEST_CASE("without a command and not at a terminal it is a UCI engine") {
    const Run uci = run({}, "uci\nisready\nquit\n");
    CHECK(uci.exit_code == 0);
    CHECK(uci.lines.front().starts_with("id name Kibitz "));
    CHECK(uci.has("option name Threads type spin default 1 min 1 max "));
    CHECK(uci.has("uciok"));
    CHECK(uci.last() == "readyok");
}

TEST_CASE("UCI lines as arguments: acted on, the search waited for") {
    const Run search = run({"uci", "position startpos moves e2e4", "go depth 5"});
    CHECK(search.exit_code == 0);
    CHECK(search.last().starts_with("bestmove "));
    CHECK(run({"uci", "fen", "quit", "fen"}).lines.size() == 1);
    const Run bad = run({"uci", "go depth", "go depth 5"});
    CHECK(bad.exit_code == 1);
    CHECK(bad.last() == "info string error: go depth: the number is missing");
    // Nobody could stop it.
    CHECK(run({"uci", "go infinite"}).exit_code == 1);
}

TEST_CASE("the end of input ends a search without end, with its move") {
    const Run uci = run({"uci"}, "go infinite\n");
    CHECK(uci.exit_code == 0);
    CHECK(uci.last().starts_with("bestmove "));
}

TEST_CASE("nothing that comes in ends the program but quit") {
    const Run uci = run({}, std::string("\n\xFF\xFE\n") + std::string(100'000, 'x') +
                                "\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\n"
                                "setoption name Hash value 99999999999999999999\n"
                                "position startpos moves e2e5\nisready\n");
    CHECK(uci.exit_code == 0);
    CHECK(uci.last() == "readyok");
    int errors = 0;
    for (const std::string& line : uci.lines) errors += line.starts_with("info string error: ");
    CHECK(errors == 5);
}

TEST_CASE("help lists the commands, and each of them has help of its own") {
    const Run help = run({"--help"});
    CHECK(help.exit_code == 0);
    const std::vector<std::string> names = listed_commands(help);
    CHECK(names.size() >= 20);
    for (const std::string& name : names) {
        CAPTURE(name);
        for (const char* wish : {"--help", "-h"}) {
            const Run own = run({name, wish});
            CHECK(own.exit_code == 0);
            CHECK(own.lines.size() >= 3);
            // Without arguments there is nothing to give an example of.
            const bool has_arguments = name != "compiler" && name != "license" && name != "uci";
            CHECK((own.has("kibitz " + name + " ") || !has_arguments));
        }
    }
    CHECK(run({"help"}).lines == help.lines);
    CHECK(run({"-h"}).lines == help.lines);
    CHECK(run({"--version"}).last().starts_with("Kibitz "));
}

TEST_CASE("help groups the commands") {
    const std::vector<std::string> lines = run({"--help"}).lines;
    std::string heading;
    std::map<std::string, std::string> heading_of;
    for (const std::string& line : lines) {
        if (!line.starts_with("  ") && !line.empty()) heading = line;
        if (line.starts_with("  ")) heading_of[line.substr(2, line.find(' ', 2) - 2)] = heading;
    }
    CHECK(heading_of["play"] == "Play and analyse");
    CHECK(heading_of["serve"] == "Run a server, or take part in one");
    CHECK(heading_of["match"] == "Use and test engines");
    CHECK(heading_of["train"] == "Train and tune");
    CHECK(heading_of["completion"] == "Install");
}

TEST_CASE("errors in the arguments begin with the command") {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"puzzles"},
                                               {"why"},
                                               {"analyse"},
                                               {"perft"},
                                               {"player", "--frob"},
                                               {"diagram", "a", "b", "c"},
                                               {"play", "--frob"},
                                               {"lab", "test", "--frob"}}) {
        const Run refused = run(words);
        CAPTURE(words.front());
        CHECK(refused.exit_code == bad_usage);
        CHECK(refused.errors.starts_with("kibitz " + words.front()));
    }
}

TEST_CASE("docs/commands.md has a row with each command") {
    std::ifstream file(test::source_dir() / "docs/commands.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const std::string& name : listed_commands(run({"--help"}))) {
        CAPTURE(name);
        CHECK((text.contains("| `" + name + "`") || text.contains(", `" + name + "`")));
    }
}

TEST_CASE("command lines that make no sense: the error and the exit code") {
    struct BadLine {
        std::vector<std::string> words;
        int exit_code;
        std::string error;
    };
    const std::vector<BadLine> lines = {
        {{"plya"},
         bad_usage,
         "there is no command \"plya\"; kibitz --help lists them. Did you mean play?"},
        {{"anlyse"}, bad_usage, "Did you mean analyse?"},
        {{"--frob"}, bad_usage, "there is no command \"--frob\""},
        {{"--cpu"}, bad_usage, "kibitz --cpu NAME COMMAND"},
        {{"--cpu", "z80", "bench"}, bad_usage, "\"z80\""},
        {{"play", "--frob"}, bad_usage, "--frob"},
        {{"play", "--two", "--side", "white"}, bad_usage, "--two excludes --side"},
        {{"play", "--resume", "--level", "3"}, bad_usage, "--level excludes --resume"},
        {{"play", "--", "x"}, bad_usage, "not expected: x"},
        {{"play", "--level", "99"}, bad_usage, "kibitz play: "},
        {{"analyse"}, bad_usage, "input is required"},
        {{"analyse", "play"}, bad_usage, "kibitz analyse: "},  // a file, not another command
        {{"diagram", "--arrows", "e9", "--style", "svg"},
         bad_usage,
         "kibitz diagram: --arrows \"e9\""},
        {{"diagram", "-o", "d.png"}, bad_usage, "drawn as SVG, not as png"},
        {{"diagram", "-o", "d.PDF"}, bad_usage, "drawn as SVG, not as pdf"},
        {{"diagram", "-o", "d.jpeg", "--style", "svg"}, bad_usage, "drawn as SVG, not as jpeg"},
        {{"diagram", "-o", "d.svg", "--style", "ascii"}, bad_usage, "leave out one of them"},
        {{"diagram", "none.pgn"}, bad_usage, "there is no file \"none.pgn\""},
        {{"eval", "x"}, bad_usage, "kibitz eval: FEN"},
        {{"player", "99"}, failure, "kibitz player: "},
        {{"pgn"}, bad_usage, "name one of its commands"},
        {{"pgn", "check", "data"}, failure, "kibitz pgn: data: "},
        {{"pgn", "format", "none.pgn"}, failure, "kibitz pgn: "},
        {{"pgn", "book", "none.pgn"}, failure, "kibitz pgn: book.bin is not written"},
        {{"perft", "startpos"}, bad_usage, "kibitz perft: "},
        {{"match", "-frob"}, bad_usage, "kibitz match: "},
        {{"match", "-resume", "none"}, bad_usage, "kibitz match: "},
        {{"sprt", "elo0=x"}, bad_usage, "kibitz sprt: elo0"},
        {{"sprt", "elo0=5", "elo1=0"}, bad_usage, "kibitz sprt: "},
        {{"calibrate"}, bad_usage, "--journal is required"},
        {{"calibrate", "--journal", "/nowhere/j"}, failure, "kibitz calibrate: name at least two"},
        {{"serve", "--port", "http"}, bad_usage, "kibitz serve: --port: \"http\" is not a value"},
        {{"serve", "--port", "99999"}, bad_usage, "--port: \"99999\" is not a value"},
        {{"serve", "--data", "/dev/null", "--port", "0"}, failure, "kibitz serve: "},
        {{"admin"}, bad_usage, "name one of its commands"},
        {{"admin", "--data", "/nowhere", "status"}, failure, "kibitz admin: "},
        {{"bot", "--server", "http://127.0.0.1:1", "--name", "x"},
         failure,
         "kibitz bot: no player"},
        {{"bot"}, bad_usage, "kibitz bot: --server or --lichess is missing"},
        {{"bot", "--lichess", "level-05"}, bad_usage, "not expected: level-05"},
        {{"bot", "--lichess", "--name", "x"}, bad_usage, "--name excludes --lichess"},
        {{"bot", "--server", "x", "--name", "x", "--takebacks"}, bad_usage, "requires --lichess"},
        {{"bot", "--lichess", "--server", "ftp://x"}, failure, "kibitz bot: --server: "},
        {{"datagen"}, bad_usage, "--out is required"},
        {{"data"}, bad_usage, "name one of its commands"},
        {{"data", "inspect", "none.vf"}, bad_usage, "kibitz data inspect: "},
        {{"data", "rescore", "none.vf", "--out", "x.vf"},
         bad_usage,
         "give --nodes N, --stockfish-network FILE or --syzygy PATH"},
        {{"train", "--data", "x"}, bad_usage, "kibitz train: --out is required"},
        {{"train", "--kind", "people", "--frob"}, bad_usage, "kibitz train"},
        {{"train", "--data", "x", "--out", "y", "--score-share", "7"},
         bad_usage,
         "kibitz train: a share is a number from 0 to 1"},
        {{"train", "--data", "none.vf", "--out", "/dev/null/y"}, failure, "kibitz train: "},
        {{"tune"}, bad_usage, "kibitz tune: give --journal FILE"},
        {{"tune", "--journal", "j", "--parameters", "frob"}, bad_usage, "no parameter \"frob\""},
        {{"tune-eval", "--data", "/nowhere", "--output", "x"}, failure, "kibitz tune-eval: "},
        {{"fit-score-model", "--data", "none"}, failure, "kibitz fit-score-model: "},
    };
    for (const BadLine& line : lines) {
        std::string typed;
        for (const std::string& word : line.words) typed += " " + word;
        CAPTURE(typed);
        const Run refused = run(line.words);
        CHECK(refused.exit_code == line.exit_code);
        CHECK_MESSAGE(refused.errors.contains(line.error), refused.errors);
    }
}

TEST_CASE("an unknown command or CPU path is an error that explains what to do") {
    const Run unknown = run({"plya"});
    CHECK(unknown.exit_code == bad_usage);
    CHECK(unknown.lines.empty());
    CHECK(unknown.errors.contains("\"plya\""));
    CHECK(unknown.errors.contains("kibitz --help"));

    // The engine's own commands, as other engines take them.
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"go", "depth", "3"}, std::vector<std::string>{"go depth 3"}}) {
        const Run engine = run(words);
        CHECK(engine.exit_code == 0);
        CHECK(engine.last().starts_with("bestmove "));
    }
    CHECK(run({"d"}).has("Checkers:"));

    const Run path = run({"--cpu", "z80", "bench"});
    CHECK(path.exit_code == bad_usage);
    CHECK(path.errors.contains("\"z80\""));
    CHECK(path.errors.contains("this build has"));

    const Run nothing = run({"--cpu"});
    CHECK(nothing.exit_code == bad_usage);
    CHECK(nothing.errors.contains("kibitz --cpu NAME COMMAND"));
}

TEST_CASE("perft counts, on one thread and two, and divides") {
    const Run one = run({"perft", "startpos", "4"});
    CHECK(one.exit_code == 0);
    CHECK(one.has("Nodes searched: 197281"));
    CHECK(run({"perft", "startpos", "4", "--threads", "2"}).has("Nodes searched: 197281"));

    const Run divided = run({"perft", "8/8/8/8/8/8/5k1P/7K w - - 0 1", "1", "--divide"});
    CHECK(divided.lines[0] == "h2h3: 1");
    CHECK(divided.lines[1] == "h2h4: 1");
    CHECK(divided.has("Nodes searched: 2"));
}

TEST_CASE("perft takes a FEN without quotes") {
    const Run cut = run({"perft", "8/8/8/8/8/8/5k1P/7K", "w", "-", "-", "0", "1", "1"});
    CHECK(cut.exit_code == 0);
    CHECK(cut.has("Nodes searched: 2"));
    const Run options =
        run({"perft", "8/8/8/8/8/8/5k1P/7K", "w", "-", "-", "0", "1", "1", "--divide"});
    CHECK(options.lines[0] == "h2h3: 1");
    // The move number of a FEN is not taken for the depth.
    const Run without_depth = run({"perft", "8/8/8/8/8/8/5k1P/7K", "w", "-", "-", "0", "1"});
    CHECK(without_depth.exit_code == bad_usage);
    CHECK(without_depth.errors.contains("is \"1\" the depth or the FEN's last field?"));
}

TEST_CASE("a number outside its range is refused with the range") {
    CHECK(run({"perft", "startpos", "99"}).errors ==
          "kibitz perft: DEPTH is 1 to 30 half-moves, not \"99\"; write kibitz perft FEN DEPTH, or "
          "kibitz perft startpos DEPTH\n");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"analyse", "startpos", "--nodes", "0"},
          std::vector<std::string>{"datagen", "--out", "x", "--games", "0"},
          std::vector<std::string>{"diagram", "--game", "0"},
          std::vector<std::string>{"pgn", "book", "x", "--min-games", "0"},
          std::vector<std::string>{"play", "--hash", "0"},
          std::vector<std::string>{"tune", "--iterations", "0"}}) {
        CAPTURE(arguments.front());
        const Run refused = run(arguments);
        CHECK(refused.exit_code == bad_usage);
        const std::string& option = arguments[arguments.size() - 2];
        CHECK(refused.errors.starts_with("kibitz " + arguments.front()));
        CHECK(refused.errors.contains(": " + option + ": 1 or more, not 0\n"));
    }
    CHECK(run({"tune", "--rate", "nan"})
              .errors.starts_with("kibitz tune: --rate: 0 or more, not nan\n"));
    CHECK(
        run({"tune", "--rate", "x"}).errors.starts_with("kibitz tune: --rate: 0 or more, not x\n"));
    CHECK(run({"diagram", "--ply", "-1"})
              .errors.starts_with("kibitz diagram: --ply: 0 or more, not -1\n"));
}

TEST_CASE("bench and speedtest say what their words mean, each its own") {
    const Run bench = run({"bench", "--help"});
    CHECK(bench.has("usage: kibitz bench [HASH_MB [THREADS [LIMIT [POSITIONS [KIND]]]]]"));
    CHECK(bench.has("  HASH_MB    memory for positions already seen, 1 to 33554432 MB (16)"));
    const Run speed = run({"speedtest", "--help"});
    CHECK(speed.has("usage: kibitz speedtest [THREADS [HASH_MB [SECONDS]]]"));
    CHECK(speed.has("  THREADS  1 to 1024 (all that the machine has)"));
}

TEST_CASE("perft says what is wrong") {
    const Run fen = run({"perft", "8/8/8/8/8/8/8/K7 w - - 0 1", "2"});
    CHECK(fen.exit_code == bad_usage);
    CHECK(fen.errors.contains("FEN"));
    CHECK(run({"perft", "3"}).errors.contains("the depth is missing"));
    CHECK(run({"perft", "startpos", "0"}).exit_code == bad_usage);
    CHECK(run({"perft", "startpos"}).exit_code == bad_usage);
    CHECK(run({"perft", "startpos", "3", "--threads", "x"}).exit_code == bad_usage);
}

TEST_CASE("pgn takes its options before the files and behind them") {
    const test::TemporaryFolder folder;
    const std::string book = folder.path() / "games.bin";
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"pgn", "book", "-o", book, "--min-games", "1", "-"},
          std::vector<std::string>{"pgn", "book", "-", "--min-games", "1", "-o", book}}) {
        const Run made = run(arguments, "1. e4 e5 *");
        CHECK(made.exit_code == 0);
        CHECK(made.last() == book + ": 2 moves from 1 game");
        CHECK(std::filesystem::file_size(book) == 32);
    }
    CHECK(run({"pgn", "book", "-", "--min-games", "0"}).exit_code == bad_usage);
    CHECK(run({"pgn", "frob"}).exit_code == bad_usage);
    const Run checked = run({"pgn", "check", "-"}, "1. e4 e\x1b[7m5 *");
    CHECK(checked.last() == "1 game, 1 move, 0 errors");
    CHECK(checked.errors.contains("\\x1B"));
    CHECK_FALSE(checked.errors.contains('\x1b'));  // what is read does not rule the terminal
}

TEST_CASE("pgn book leaves a book alone if it has none to put there") {
    const test::TemporaryFolder folder;
    const std::string book = folder.write("games.bin", "precious");
    const std::string games = folder.write("games.pgn", "1. e4 e5 *\n");
    const std::string none = folder.path() / "typo.pgn";
    const Run unreadable = run({"pgn", "book", games, none, "--min-games", "1", "-o", book});
    CHECK(unreadable.exit_code == 1);
    CHECK(unreadable.errors.contains(none));
    CHECK(unreadable.errors.contains("is not written"));
    const Run empty = run({"pgn", "book", games, "-o", book});
    CHECK(empty.exit_code == 1);
    CHECK(empty.errors.contains("no move"));
    CHECK(std::filesystem::file_size(book) == std::string_view("precious").size());
}

TEST_CASE("a picture is not put into a folder that is not there") {
    const test::TemporaryFolder folder;
    const Run drawn = run({"diagram", "startpos", "-o", folder.path() / "none" / "x.svg"});
    CHECK(drawn.exit_code == 1);
    CHECK(drawn.errors.contains("x.svg"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST_CASE("pgn format writes what it read, null moves and broken games too") {
    const Run null =
        run({"pgn", "format", "-"}, "[Result \"1-0\"]\n\n1. e4 {a} -- 2. d4 d5 {b} 1-0\n");
    CHECK(null.exit_code == 0);
    CHECK(null.has("[Result \"1-0\"]"));
    CHECK(null.has("1. e4 {a} 1... -- 2. d4 d5 {b} 1-0"));
    const Run broken =
        run({"pgn", "format", "-"}, "[Result \"1-0\"]\n\n1. e4 {a} e4 2. d4 d5 1-0\n");
    CHECK(broken.exit_code == 1);
    CHECK(broken.errors.contains("\"e4\": no legal move"));
    CHECK(broken.has("1. e4 {a Unread: e4 2. d4 d5} 1-0"));
    const Run commented = run({"pgn", "format", "-"}, "{a} 1. e4 *\n\n; b } c\n");
    CHECK(commented.has("{a} 1. e4 *"));
    CHECK(commented.last() == "; b } c");
}

TEST_CASE("errors in several files are counted in each") {
    const test::TemporaryFolder folder;
    const std::string good = folder.write("good.pgn", "1. e4 *\n\n1. d4 *\n"),
                      bad = folder.write("bad.pgn", "1. c4 *\n\n1. e5 *\n");
    const Run checked = run({"pgn", "check", good, bad});
    CHECK(checked.last() == "4 games, 3 moves, 1 error");
    CHECK(checked.errors.starts_with(bad + ": game 2, line 3, "));
}

TEST_CASE("pgn check accounts for every game") {
    const Run checked = run({"pgn", "check", "-"},
                            "[Event \"a\"]\n\n1. e4 1-0\n\n[Event b]\n\n1. e4 TN e5 1-0\n\n"
                            "[Event \"c\"]\n\n1. e4 -- 2. Kh9 1-0\n\n"
                            "[Event \"d\"]\n[FEN \"8/8 w\"]\n\n1. e4 1-0\n");
    CHECK(checked.exit_code == 1);
    CHECK(checked.has("1 read as they are, 1 repaired, 1 cut, 1 refused; 1 repair"));
    CHECK(checked.last() == "4 games, 5 moves, 2 errors");
    CHECK(checked.errors.contains("game 2, line 5, column 1: \"Event b\""));
    const Run repaired = run({"pgn", "check", "-"}, "1. e4 hello e5 *");
    CHECK(repaired.exit_code == 0);
    CHECK(repaired.last() == "1 game, 2 moves, 0 errors");
    CHECK(run({"pgn", "check", "-"}, "only words").exit_code == 1);
}

TEST_CASE("a file that is no text is named") {
    const test::TemporaryFolder folder;
    const std::string packed = folder.write("games.pgn", "\xFD\x37zXZ and so on");
    const Run checked = run({"pgn", "check", packed});
    CHECK(checked.exit_code == 1);
    CHECK(checked.errors.contains("games.pgn is compressed with xz; unpack it"));
    CHECK(run({"diagram", packed}).errors.contains("is compressed with xz"));
    const std::string damaged = folder.write("other.pgn", "\x1F\x8B\x08 and so on");
    const Run refused = run({"pgn", "check", damaged});
    CHECK(refused.exit_code == 1);
    CHECK(refused.errors.contains("other.pgn: gzip: "));
    CHECK(run({"diagram", damaged}).errors.contains("gzip: "));
}

TEST_CASE("positions are opened as people paste them") {
    const Run expected = run({"diagram", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"});
    CHECK(expected.exit_code == 0);
    for (const std::string text :
         {"4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1", "\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"",
          "FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
          "https://lichess.org/analysis/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"}) {
        CAPTURE(text);
        CHECK(run({"diagram", text}).lines == expected.lines);
    }
    CHECK(run({"diagram", "position startpos moves e2e4 e7e5"}).exit_code == 0);
}

TEST_CASE("a player is asked by its name or its level, and shows its sums") {
    CHECK(run({"player", "2"}).lines[0].starts_with("Level 2 plays "));
    const Run classic = run({"player", "classic", "--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"});
    CHECK(classic.lines[0] == "Clockwork plays Ra8#");
    CHECK(classic.lines[1] == "After Ra8#:");
    CHECK(classic.has("checkmate"));
    CHECK(classic.has("Adjusted ratings, + is good for White; one of those marked * is drawn:"));
    CHECK(classic.has(" * Ra8#"));
    CHECK(classic.has("   Ra7 "));
    CHECK(run({"player", "99"}).errors.contains("levels go from 1 (weakest)"));
}

TEST_CASE("sprt says in words what has no bounds") {
    const Run won = run({"sprt", "elo0=0", "elo1=5", "results=10,0,0"});
    CHECK(won.exit_code == 0);
    CHECK(won.has("Elo    boundless"));
    CHECK_FALSE(won.has("inf"));
    CHECK(run({"sprt", "elo0=0", "elo1=5", "results=0,0,10"}).has("Elo    boundless below"));
}

TEST_CASE("serve says what is wrong with its words") {
    CHECK(run({"serve", "--port", "http"}).exit_code == bad_usage);
    CHECK(run({"serve", "--frob"}).exit_code == bad_usage);
}

TEST_CASE("output that a full disk swallows is missed") {
    auto shell = uci_client::ChildProcess::start(
        {.program = "/bin/sh",
         .arguments = {"-c", "echo '1. e4 *' | '" + test::program("kibitz").string() +
                                 "' pgn format - >/dev/full"}});
    REQUIRE(shell.has_value());
    CHECK(shell->wait(patience) == uci_client::ExitStatus{.number = 1});
    (void)shell->read_line(uci_client::Clock::now() + patience);
    CHECK(shell->error_output().contains("could not be written"));
}

TEST_CASE("bench ends with its node count, the same each time and on every CPU path") {
    const std::vector<std::string> quick{"bench", "1", "1", "5"};
    const Run first = run(quick);
    CHECK(first.exit_code == 0);
    CHECK(first.last().starts_with("Nodes searched: "));
    CHECK(run(quick).last() == first.last());

    int paths = 0;
    for (const char* path : {"avx512", "avx2", "v2", "base"}) {
        CAPTURE(path);
        const Run same = run({"--cpu", path, "bench", "1", "1", "5"});
        if (same.exit_code == bad_usage) continue;  // not in this build or not on this machine
        CHECK(same.last() == first.last());
        ++paths;
    }
    CHECK(paths > 0);
}

TEST_CASE("bench and speedtest say what is wrong, and fail") {
    const Run words = run({"bench", "sixteen"});
    CHECK(words.exit_code == 1);
    CHECK(words.last().starts_with("info string error: bench: \"sixteen\""));
    CHECK(run({"bench", "33554432"}).exit_code == 1);  // 32 TB of table
    CHECK(run({"speedtest", "0"}).exit_code == 1);
}
