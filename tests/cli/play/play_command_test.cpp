// `kibitz play` as a program: pipes, terminals, signals, and what stays on the disk.
#include <csignal>

#include "cli/command_child.hpp"
#include "cli/program/user_files.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

using test::CommandChild;
using test::Connection;
using test::TemporaryFolder;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string kept_game(const TemporaryFolder& home) {
    return read_text_file(home.path() / "state" / "kibitz" / "game-1.pgn").value_or("");
}

std::string finished_games(const TemporaryFolder& home) {
    return read_text_file(home.path() / "data" / "kibitz" / "games.pgn").value_or("");
}

constexpr char control_c = 3;
constexpr char control_d = 4;

TEST_CASE("a game through a pipe has no colours, prompts or questions") {
    const TemporaryFolder home;
    CommandChild play({"play", "--level", "1"}, home.path());
    play.type("e4\nhint\nfoo\n");
    play.close_input();
    CHECK(play.finish() == 0);
    CHECK(has(play.output(), "Level 1 plays 1..."));
    CHECK(has(play.output(), "I would play"));
    CHECK(has(play.output(), "I do not know \"foo\""));
    CHECK(has(play.output(), "The game is kept"));
    CHECK_FALSE(has(play.output(), "\x1b"));
    CHECK_FALSE(has(play.output(), "White >"));
    CHECK(has(kept_game(home), "1. e4 "));
}

TEST_CASE("through a pipe a game is given up and put aside at a word") {
    const TemporaryFolder home;
    CommandChild play({"play", "--two"}, home.path());
    play.type("e4\nresign\nnew\nd4\nnew\nc4\nquit\n");
    CHECK(play.finish() == 0);
    CHECK_FALSE(has(play.output(), "(yes/no)"));
    CHECK(has(play.output(), "White wins: Black resigned."));
    CHECK(has(finished_games(home), "1. d4 *"));
    CHECK(has(kept_game(home), "1. c4 *"));
}

TEST_CASE("a last line without its end counts") {
    const TemporaryFolder home;
    CommandChild play({"play", "--two"}, home.path());
    play.type("e4\r\ne5");
    play.close_input();
    CHECK(play.finish() == 0);
    CHECK(has(kept_game(home), "1. e4 e5 *"));
}

TEST_CASE("a finished game shows its result and where it is kept") {
    const TemporaryFolder home;
    CommandChild play({"play", "--two"}, home.path());
    play.type("f3\ne5\ng4\nQh4\nquit\n");
    CHECK(play.finish() == 0);
    CHECK(has(play.output(), "Black wins: checkmate."));
    CHECK(has(play.output(), (home.path() / "data" / "kibitz" / "games.pgn").string()));
    CHECK(has(finished_games(home), "0-1"));
    CHECK(kept_game(home).empty());
}

TEST_CASE("a program that is killed loses nothing") {
    const TemporaryFolder home;
    {
        CommandChild play({"play", "--two"}, home.path());
        play.type("e4\n");
        REQUIRE(play.wait_for("> Black"));
        play.signal(SIGKILL);
        CHECK(play.finish() == -SIGKILL);
    }
    SUBCASE("it continues with --resume") {
        CommandChild play({"play", "--resume"}, home.path());
        play.type("c5\nquit\n");
        CHECK(play.finish() == 0);
        CHECK(has(kept_game(home), "1. e4 c5 *"));
    }
    SUBCASE("a new game moves it to the finished ones") {
        CommandChild play({"play", "--two"}, home.path());
        play.type("d4\nquit\n");
        CHECK(play.finish() == 0);
        CHECK(has(finished_games(home), "1. e4 *"));
        CHECK(has(kept_game(home), "1. d4 *"));
    }
    SUBCASE("at a terminal, a position asked for comes before it") {
        CommandChild play({"play", "--two", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
                          home.path(), Connection::terminal);
        REQUIRE(play.wait_for("White >"));
        play.type("e2e4\nquit\n");
        CHECK(play.finish() == 0);
        CHECK(has(play.output(), "Your last game was put into"));
        CHECK(has(finished_games(home), "1. e4 *"));
        CHECK(has(kept_game(home), "4k3/8/8/8/8/8/4P3/4K3"));
    }
    SUBCASE("at a terminal, options that name an opponent come before it") {
        for (const std::vector<std::string>& options :
             {std::vector<std::string>{"--level", "3", "--side", "white"}, {"--two"}}) {
            std::vector<std::string> arguments{"play"};
            arguments.insert(arguments.end(), options.begin(), options.end());
            CommandChild play(arguments, home.path(), Connection::terminal);
            REQUIRE(play.wait_for("White >"));
            play.type("d4\nquit\n");
            CHECK(play.finish() == 0);
            CHECK(!has(play.output(), "Go on with it?"));
            CHECK(has(finished_games(home), "1. e4 *"));
            CHECK(has(kept_game(home), "1. d4"));
        }
    }
    SUBCASE("it is not continued against somebody else") {
        CommandChild play({"play", "--resume", "--level", "3"}, home.path());
        CHECK(play.finish() == 2);
        CHECK(has(play.output(), "kibitz play: "));
        CHECK(has(kept_game(home), "1. e4 *"));
    }
    SUBCASE("at a terminal it is offered") {
        CommandChild play({"play"}, home.path(), Connection::terminal);
        REQUIRE(play.wait_for("Go on with it?"));
        play.type("\n");
        CHECK(play.wait_for("1... Black"));
        play.type("quit\n");
        CHECK(play.finish() == 0);
    }
}

TEST_CASE("Ctrl-C while the engine thinks makes it play at once") {
    const TemporaryFolder home;
    CommandChild play({"play", "--level", "full-strength"}, home.path(), Connection::terminal);
    REQUIRE(play.wait_for("1. White > "));
    CHECK(has(play.output(), "\x1b[1;48;5;"));
    play.type("e4\n");
    REQUIRE(play.wait_for("half-moves deep"));
    play.type({&control_c, 1});
    REQUIRE(play.wait_for("Kibitz plays"));
    REQUIRE(play.wait_for("2. White > "));
    SUBCASE("where a move is awaited it takes two to leave") {
        play.type({&control_c, 1});
        REQUIRE(play.wait_for("press Ctrl-C again"));
        REQUIRE(play.wait_for("2. White > "));
        play.type({&control_c, 1});
    }
    SUBCASE("Ctrl-D leaves") { play.type({&control_d, 1}); }
    CHECK(play.finish() == 0);
    CHECK(has(kept_game(home), "1. e4 "));
}

TEST_CASE("the wishes of the terminal are obeyed") {
    const TemporaryFolder home;
    for (const std::string variable : {"NO_COLOR=1", "TERM=dumb"}) {
        CAPTURE(variable);
        CommandChild play({"play", "--two", "--new"}, home.path(), Connection::terminal,
                          {variable});
        CHECK(play.wait_for("8 r n b q k b n r"));
        play.type("quit\n");
        CHECK(play.finish() == 0);
        CHECK_FALSE(has(play.output(), "\x1b"));
    }
}

TEST_CASE("a flag falls while nobody types") {
    const TemporaryFolder home;
    CommandChild play({"play", "--two", "--clock", "0.005"}, home.path());
    CHECK(play.wait_for("Black wins: White's time is up."));
    play.type("quit\n");
    CHECK(play.finish() == 0);
}

TEST_CASE("wrong options are refused with what to do instead") {
    const TemporaryFolder home;
    const auto complaint = [&](const std::vector<std::string>& arguments) {
        std::vector<std::string> words{"play"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        CommandChild play(words, home.path());
        play.close_input();
        CHECK(play.finish() == 2);
        return play.output();
    };
    CHECK(has(complaint({"--fen", "8/8 w"}), "A FEN looks like this"));
    CHECK(has(complaint({"--960", "960"}), "0 to 959"));
    CHECK(has(complaint({"--clock", "soon"}), "minutes+seconds"));
    CHECK(has(complaint({"--level", "99"}), "from 1 (weakest)"));
    CHECK(has(complaint({"--opponent", "atacker"}), "did you mean \"attacker\"?"));
    CHECK(has(complaint({"--two", "--side", "black"}), "excludes"));
}

TEST_CASE("Chess960 by number") {
    const TemporaryFolder home;
    CommandChild play({"play", "--two", "--960", "0"}, home.path());
    play.type("fen\nquit\n");
    CHECK(play.finish() == 0);
    CHECK(has(play.output(), "bbqnnrkr/pppppppp/"));
}

}  // namespace
}  // namespace kibitz::cli
