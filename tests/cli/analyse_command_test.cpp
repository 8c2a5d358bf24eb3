// `kibitz analyse` and `kibitz diagram` as programs.
#include <csignal>

#include "cli/command_child.hpp"
#include "cli/program/user_files.hpp"
#include "support/test.hpp"

namespace kibitz::cli {
namespace {

using test::CommandChild;
using test::Connection;
using test::Ended;
using test::run_command;
using test::TemporaryFolder;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr std::string_view fools_mate = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

std::string write(const TemporaryFolder& home, const std::string& name, std::string_view text) {
    const auto path = home.path() / name;
    REQUIRE(replace_text_file(path, std::string(text)).has_value());
    return path.string();
}

TEST_CASE("a PGN file is reviewed and annotated") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    const std::string out = (home.path() / "out.pgn").string();
    const Ended review =
        run_command(home, {"analyse", game, "--nodes", "2000", "--annotate", out, "--hash", "1"});
    CHECK(review.code == 0);
    CHECK(has(review.output, "2. g4 ??"));
    CHECK_FALSE(has(review.output, "\x1b"));
    CHECK(has(read_text_file(out).value_or(""), "2. g4 $4"));
    CHECK(
        has(run_command(home, {"analyse", game, "--annotate", game}).output, "give another name"));
    CHECK(read_text_file(game) == std::string(fools_mate));
}

TEST_CASE("a blunder into a mate counts in the average loss") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    const Ended review =
        run_command(home, {"analyse", game, "--nodes", "2000", "--json", "--hash", "1"});
    constexpr std::string_view key = R"("average_centipawn_loss":)";
    const auto at = review.output.find(key);  // White's comes first
    REQUIRE(at != std::string::npos);
    // One of the two moves lost ten pawns.
    CHECK(std::stod(review.output.substr(at + key.size())) > 400);
}

TEST_CASE("why explains a move, in two languages and as JSON") {
    const TemporaryFolder home;
    const std::vector<std::string> question = {
        "why",  "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "Nf6",  "--nodes",
        "5000", "--hash",
        "1"};
    const auto with = [&](std::initializer_list<const char*> more) {
        std::vector<std::string> arguments = question;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(home, arguments);
    };
    const Ended english = with({});
    CHECK(english.code == 0);
    CHECK(has(english.output, "threat of Qxf7#, which mates."));
    CHECK(has(with({"--lang", "de"}).output, "Drohung Dxf7# mit Matt"));
    CHECK(has(with({"--json"}).output, R"("kind":"ignores threat")"));
    CHECK(has(run_command(home, {"why", "startpos", "e5", "--nodes", "100"}).output, "e5"));
    CHECK(run_command(home, {"why", "startpos", "e5", "--nodes", "100"}).code == 2);
    CHECK(run_command(home, {"why", "startpos"}).code == 2);
    CHECK(has(run_command(home, {"why", "--help"}).output, "Examples:"));
}

TEST_CASE("why takes several moves, a move of a game, and asks for the threat") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    const auto why = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "why");
        for (const char* more : {"--nodes", "2000", "--hash", "1"}) arguments.emplace_back(more);
        return run_command(home, arguments);
    };
    const Ended several = why({"startpos", "g4", "e4"});
    CHECK(several.code == 0);
    CHECK(has(several.output, "1. g4: "));
    CHECK(has(several.output, "1. e4: "));
    CHECK(has(why({game, "3"}).output, "Qh4# is mate"));
    CHECK(has(why({game, "2.", "e4"}).output, "2. e4: "));
    CHECK(has(why({game, "2..."}).output, "It is mate"));
    CHECK(has(why({game, "9."}).output, "no such move"));
    CHECK(why({game, "9."}).code == 2);
    CHECK(has(why({game, "soon"}).output, "say which move of the game"));
    CHECK(has(why({game, "1", "--game", "2"}).output, "there is no game 2"));
    const std::string scholar = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    CHECK(has(why({"--threat", scholar}).output, "The threat is Qxf7# with mate."));
    CHECK(has(why({"--threat", "startpos"}).output, "Nothing is threatened at once"));
    CHECK(why({"--threat", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"}).code == 2);
}

TEST_CASE("a review tells the story of the game") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    const std::string out = (home.path() / "out.pgn").string();
    const Ended review =
        run_command(home, {"analyse", game, "--nodes", "2000", "--annotate", out, "--hash", "1"});
    CHECK(has(review.output, "The game was decided by 2. g4"));
    CHECK(has(review.output, "On move 2 Black gave mate."));
    const std::string annotated = read_text_file(out).value_or("");
    CHECK(has(annotated, "{Review: "));
    // It is told once, however often the game is reviewed.
    const std::string again = (home.path() / "again.pgn").string();
    run_command(home, {"analyse", out, "--nodes", "1000", "--annotate", again, "--hash", "1"});
    const std::string twice = read_text_file(again).value_or("");
    CHECK(twice.find("Review:") == twice.rfind("Review:"));
    CHECK(
        has(run_command(home, {"analyse", game, "--nodes", "2000", "--json", "--hash", "1"}).output,
            R"("part":"turning point","ply":3)"));
}

TEST_CASE("games and suites come through standard input") {
    const TemporaryFolder home;
    const Ended game = run_command(home, {"analyse", "-", "--depth", "2", "--json"}, fools_mate);
    CHECK(game.code == 0);
    CHECK(has(game.output, R"("type":"game")"));
    const Ended suite = run_command(home, {"analyse", "-", "--depth", "4"},
                                    "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n");
    CHECK(suite.code == 0);
    CHECK(has(suite.output, "Solved 1 of 1 (100.0%)"));
    CHECK(run_command(home, {"analyse", "-"}).code != 0);
}

TEST_CASE("a FEN need not be quoted, and an error in it is reported") {
    const TemporaryFolder home;
    const Ended good = run_command(home, {"analyse", "6k1/5ppp/8/8/8/8/8/R5K1", "w", "-", "-", "0",
                                          "1", "--depth", "4", "--multipv", "2"});
    CHECK(good.code == 0);
    CHECK(has(good.output, "1      #1  1. Ra8#"));
    const Ended bad = run_command(home, {"analyse", "8/8/8/8/8/8/8/8 w - - 0 1"});
    CHECK(bad.code == 2);
    CHECK(has(bad.output, "a side has no king"));
    CHECK(has(run_command(home, {"analyse", "nothing.pgn"}).output,
              "there is no file \"nothing.pgn\""));
    CHECK(has(run_command(home, {"analyse", "startpos", "--time", "soon"}).output, "write 500ms"));
}

TEST_CASE("Ctrl-C finishes the position and prints the summary") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    CommandChild child({"analyse", game, "--time", "400ms"}, home.path());
    REQUIRE(child.wait_for("1. f3"));
    child.signal(SIGINT);
    CHECK(child.finish() == 0);
    CHECK(has(child.output(), "accuracy"));
    CHECK(has(child.output(), "stopped: only the moves above count"));
    CHECK_FALSE(has(child.output(), "2... Qh4#"));
}

TEST_CASE("Ctrl-C ends an analysis without limits") {
    const TemporaryFolder home;
    CommandChild child({"analyse", "startpos", "--infinite"}, home.path(), Connection::terminal);
    REQUIRE(child.wait_for("  depth "));
    child.signal(SIGINT);
    CHECK(child.finish() == 0);
    CHECK(has(child.output(), "  1   "));
}

TEST_CASE("diagrams") {
    const TemporaryFolder home;
    const std::string game = write(home, "game.pgn", fools_mate);
    CHECK(has(run_command(home, {"diagram"}).output, "8 r n b q k b n r\n"));
    CHECK(has(run_command(home, {"diagram", game, "--ply", "1"}).output, "3 . . . . .[P]. .\n"));
    CHECK(has(run_command(home, {"diagram", game, "--flip"}).output, "h g f e d c b a"));
    CHECK(has(run_command(home, {"diagram", "--style", "unicode"}).output, "♖ ♘ ♗"));

    const std::string picture = (home.path() / "board.svg").string();
    CHECK(run_command(home, {"diagram", game, "--arrows", "e2e4:red,g1f3", "--marks", "d5",
                             "--dark", "--size", "300", "-o", picture})
              .code == 0);
    const std::string svg = read_text_file(picture).value_or("");
    CHECK(svg.starts_with("<svg "));
    CHECK(has(svg, "width=\"300\""));
    CHECK(has(svg, "\"red\""));

    CHECK(has(run_command(home, {"diagram", game, "--ply", "9"}).output, "4 half-moves"));
    CHECK(has(run_command(home, {"diagram", "--arrows", "e2", "--style", "svg"}).output,
              "two squares"));
    CHECK(has(run_command(home, {"diagram", "--arrows", "e", "--style", "svg"}).output,
              "two squares"));
    CHECK(has(run_command(home, {"diagram", "--marks", "e4"}).output, "need a picture"));
    CHECK(has(run_command(home, {"diagram", "--last", "x"}).output, "two squares"));
    CHECK(run_command(home, {"diagram", "--size", "1"}).code == 2);
}

}  // namespace
}  // namespace kibitz::cli
