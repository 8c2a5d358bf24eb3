// `kibitz analyse` and `kibitz diagram` as programs.
#include <csignal>

#include "chess/game.hpp"
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

TEST_CASE("an interrupted review goes on, and a finished one is not overwritten") {
    const TemporaryFolder home;
    std::string three_games;
    for (const char* white : {"Ann", "Bob", "Cat"})
        three_games += "[White \"" + std::string(white) + "\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    const std::string games = write(home, "games.pgn", three_games);
    const std::string out = (home.path() / "out.pgn").string(), journal = out + ".journal";
    const auto analyse = [&](std::vector<std::string> more) {
        std::vector<std::string> words = {"analyse", games, "--annotate", out, "--hash", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return run_command(home, words);
    };
    const auto text = [&] { return read_text_file(out).value_or(""); };
    REQUIRE(analyse({"--nodes", "2000"}).code == 0);
    const std::string whole = text();
    CHECK(!std::filesystem::exists(journal));

    // Nothing is overwritten unasked.
    const Ended refused = analyse({"--nodes", "2000"});
    CHECK(refused.code == 2);
    CHECK(has(refused.output, "is there already"));
    CHECK(text() == whole);
    CHECK(analyse({"--nodes", "2000", "--overwrite"}).code == 0);
    CHECK(text() == whole);

    // What a kill leaves: one game that counts, and a part of the next one.
    const std::size_t second = whole.find("[White \"Bob\"]");
    const std::size_t first_bytes = whole.rfind("\n\n", second) + 1;
    REQUIRE(second != std::string::npos);
    const std::string header = "# kibitz analyse 1, nodes 2000, language en, games games.pgn of " +
                               std::to_string(three_games.size()) + " bytes\n";
    const auto interrupted = [&] {
        REQUIRE(replace_text_file(out, whole.substr(0, second + 20)).has_value());
        const std::string lines =
            "games 1, bytes " + std::to_string(first_bytes) + "\ngames 2, bytes 99999\nga";
        REQUIRE(replace_text_file(journal, header + lines).has_value());
    };
    interrupted();
    const Ended continued = analyse({"--nodes", "2000"});
    CAPTURE(continued.output);
    CHECK(continued.code == 0);
    CHECK(has(continued.output, "has 1 game already"));
    CHECK(!has(continued.output, "Ann"));
    CHECK(has(continued.output, "Cat"));
    CHECK(text() == whole);
    CHECK(!std::filesystem::exists(journal));

    // With other settings, or for other games, it is another analysis.
    interrupted();
    const Ended other = analyse({"--nodes", "3000"});
    CHECK(other.code == 2);
    CHECK(has(other.output, "with other settings"));
    CHECK(text() == whole.substr(0, second + 20));
    CHECK(analyse({"--nodes", "2000", "--jobs", "2"}).code == 0);  // may differ
    CHECK(text() == whole);
}

TEST_CASE("Ctrl-C leaves a review that the same command continues") {
    const TemporaryFolder home;
    std::string many;
    constexpr std::size_t count = 15;
    for (std::size_t i = 0; i < count; ++i) many += std::string(fools_mate) + "\n\n";
    const std::string games = write(home, "games.pgn", many);
    const std::string out = (home.path() / "out.pgn").string();
    const std::vector<std::string> command = {"analyse", games, "--annotate", out,
                                              "--hash",  "1",   "--nodes",    "20000"};
    {
        test::CommandChild child(command, home.path());
        REQUIRE(child.wait_for("Game 2"));
        child.signal(SIGINT);
        child.finish();
        CHECK(has(child.output(), "the same command continues it"));
    }
    CHECK(std::filesystem::exists(out + ".journal"));
    const Ended rest = run_command(home, command);
    CHECK(rest.code == 0);
    CHECK(has(rest.output, "already: goes on behind"));
    CHECK(read_games(read_text_file(out).value_or("")).size() == count);
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
    // Black could not move.
    CHECK(why({"--threat", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"}).output ==
          "Nothing is threatened at once.\n");
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
