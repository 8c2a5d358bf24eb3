// A match that is killed at any moment goes on, and ends as if it had not been.
#include "match/journal.hpp"

#include <unistd.h>
#include <csignal>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "chess/uci_move.hpp"
#include "match/fake_match.hpp"
#include "players/random.hpp"
#include "support/temporary_folder.hpp"
#include "uci/client/child_process.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;
using test::TemporaryFolder;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

// What has to be the same: all but the times.
std::string essence(const ReplayedGame& game) {
    std::string text = std::to_string(game.task.white) + "-" + std::to_string(game.task.black) +
                       " " + to_string(game.game.end) + ":";
    for (const PlayedMove& move : game.game.moves) text += " " + to_uci(move.move);
    return text;
}
std::map<std::int64_t, std::string> essences(const std::string& journal) {
    const auto contents = read_journal(journal);
    REQUIRE_MESSAGE(contents.has_value(), contents.error());
    std::map<std::int64_t, std::string> result;
    for (const ReplayedGame& game : contents->games) {
        CHECK(!result.contains(game.task.number));  // none is played twice
        result[game.task.number] = essence(game);
    }
    return result;
}

std::vector<std::string> match_arguments(const std::string& journal, const std::string& pgn) {
    const std::string engine = test::program("fake_engine");
    return {"match",
            "-engine",
            "cmd=" + engine,
            "name=A",
            "-engine",
            "cmd=" + engine,
            "name=B",
            "args=seed=2",
            "-each",
            "nodes=100",
            "-rounds",
            "100",
            "-concurrency",
            "2",
            "-ratinginterval",
            "0",
            "-openings",
            "file=" + (test::source_dir() / "tests/measure/match/openings.epd").string(),
            "-journal",
            journal,
            "-pgnout",
            pgn};
}

uci_client::ChildProcess start_kibitz(const std::vector<std::string>& arguments) {
    auto started = uci_client::ChildProcess::start(
        {.program = test::program("kibitz").string(), .arguments = arguments});
    REQUIRE_MESSAGE(started.has_value(), started.error());
    return *std::move(started);
}
// All its output, to the end.
std::string run_kibitz(const std::vector<std::string>& arguments) {
    auto process = start_kibitz(arguments);
    std::string text;
    while (const auto line = process.read_line(uci_client::Clock::now() + 60s))
        text += std::string(*line) + "\n";
    // Its standard output may close before its last words on standard error are read.
    process.wait(60s);
    return text + process.error_output();
}

// The lines of a summary that do not tell times.
std::string result_lines(const std::string& summary) {
    std::istringstream lines(summary);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        if (line.find(" against ") != std::string::npos || line.starts_with("  Elo") ||
            line.starts_with("  pairs") || line.starts_with("  ends"))
            result += line + "\n";
    return result;
}

std::string slurp(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}
std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("kill -9 at ten random moments: the same games and the same result") {
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.journal", cut = folder / "cut.journal";
    const std::string uncut = run_kibitz(match_arguments(whole, folder / "whole.pgn"));
    const auto expected = essences(whole);
    REQUIRE(expected.size() == 200);

    // The PGN file has a game of an earlier match, which has to stay.
    const std::string pgn = folder / "cut.pgn";
    std::ofstream(pgn) << "[Event \"Earlier\"]\n\n*\n\n";
    kibitz::players::Random random(7);
    int kills_in_the_middle = 0;
    for (int kill = 0; kill < 10; ++kill) {
        auto process = start_kibitz(kill == 0 ? match_arguments(cut, pgn)
                                              : std::vector<std::string>{"match", "-resume", cut});
        const std::size_t before = fs::exists(cut) ? fs::file_size(cut) : 0;
        // Not before it has played something, at whatever point after that.
        for (int i = 0; i < 500 && (!fs::exists(cut) || fs::file_size(cut) <= before); ++i)
            std::this_thread::sleep_for(2ms);
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(40'000)));
        process.kill();
        if (essences(cut).size() < 200) ++kills_in_the_middle;
        if (kill == 4) std::ofstream(cut, std::ios::app) << "{\"game\":3,\"enco";  // half a line
    }
    CHECK(kills_in_the_middle >= 5);
    const std::string resumed = run_kibitz({"match", "-concurrency", "3", "-resume", cut});
    CHECK(essences(cut) == expected);
    CHECK(result_lines(resumed) == result_lines(uncut));
    CHECK(!result_lines(uncut).empty());
    const std::string games = slurp(pgn);
    CHECK(games.starts_with("[Event \"Earlier\"]"));
    CHECK(count(games, "[Event ") == 201);
    for (int i = 1; i <= 200; ++i)
        CHECK(count(games, "." + std::to_string(i) + "\"]\n[White") == 1);
}

TEST_CASE("a journal that cannot be resumed is refused with the reason") {
    const TemporaryFolder folder;
    const std::string file = folder / "a.journal";
    CHECK(run_kibitz({"match", "-resume", file}).find("No such file") != std::string::npos);
    std::ofstream(file) << "";
    CHECK(run_kibitz({"match", "-resume", file}).find("is empty") != std::string::npos);
    std::ofstream(file) << "{\"some\":\"thing\"}\n";
    CHECK(run_kibitz({"match", "-resume", file}).find("does not begin like a match journal") !=
          std::string::npos);
    fs::remove(file);
    REQUIRE(Journal::create(file, {}).has_value());
    CHECK(Journal::create(file, {}).error().contains("exists already"));
    CHECK(Journal::create(file, {}).error().contains("kibitz match -resume " + file));
    CHECK(run_kibitz({"match", "-resume"}).contains("kibitz match -resume match.journal"));
    std::ofstream(file, std::ios::app) << "{\"game\":1}\n";
    CHECK(read_journal(file).error().find("line 2: ") != std::string::npos);
}

TEST_CASE("a full disk ends the match at once, and -resume continues from there") {
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.journal", cut = folder / "cut.journal";
    const auto arguments = [&](const std::string& journal, const std::string& pgn) {
        auto words = match_arguments(journal, folder / pgn);
        words.insert(words.end(), {"-rounds", "20"});
        return words;
    };
    run_kibitz(arguments(whole, "whole.pgn"));
    // No file may grow beyond a few games: what the system says then is not how it kills.
    std::string command =
        "ulimit -f 32; trap '' XFSZ; exec '" + test::program("kibitz").string() + "'";
    for (const std::string& word : arguments(cut, "cut.pgn")) command += " '" + word + "'";
    auto shell =
        uci_client::ChildProcess::start({.program = "/bin/sh", .arguments = {"-c", command}});
    REQUIRE_MESSAGE(shell.has_value(), shell.error());
    std::string said;
    while (const auto line = shell->read_line(uci_client::Clock::now() + 60s))
        said += std::string(*line) + "\n";
    CHECK(shell->wait(60s) == uci_client::ExitStatus{.number = 1});
    CHECK(said.find("no further game begins: make room, and continue with -resume") !=
          std::string::npos);
    CHECK(essences(cut).size() < 40);
    run_kibitz({"match", "-resume", cut});
    CHECK(essences(cut) == essences(whole));
}

TEST_CASE("nothing is left to resume where nothing could begin") {
    const TemporaryFolder folder;
    const std::string file = folder / "a.journal";
    for (const std::string option : {"-pgnout", "-epdout", "-html", "-events"}) {
        CAPTURE(option);
        auto arguments = match_arguments(file, folder / "a.pgn");
        arguments.insert(arguments.end(), {option, folder / "no/such/folder"});
        CHECK(run_kibitz(arguments).find("cannot write") != std::string::npos);
        CHECK_FALSE(fs::exists(file));
    }
}

TEST_CASE("a player whose file has changed is another player") {
    const TemporaryFolder folder;
    const std::string file = folder / "a.journal", player = folder / "player.toml";
    const auto write_player = [&](const std::string& first_line, int seed) {
        std::ofstream(player) << first_line
                              << "\nname = \"Loaded dice\"\nkind = \"random\"\n[random]\nseed = "
                              << seed << "\n";
    };
    write_player("# one", 1);
    run_kibitz({"match", "-engine", "player=" + player, "-engine", "player=random", "-maxmoves",
                "3", "-journal", file});
    const std::vector<std::string> resume = {"match", "-resume", file, "-rounds", "2"};
    SUBCASE("if it plays otherwise") {
        write_player("# one", 2);
        const std::string said = run_kibitz(resume);
        CHECK(said.find("player.toml\" has changed since these games were played: random.seed was "
                        "\"1\" and is \"2\"") != std::string::npos);
        CHECK(essences(file).size() == 2);
    }
    SUBCASE("but not by its name and description") {
        write_player("description = \"As the dice fall\"\nrating = 200\nrating_interval = 9", 1);
        run_kibitz(resume);
        CHECK(essences(file).size() == 4);
    }
    SUBCASE("and journals from before this was recorded continue") {
        std::string text = slurp(file);
        const auto begin = text.find(",\"players\":");
        REQUIRE(begin != std::string::npos);
        text.erase(begin, text.find('\n') - begin - 1);
        std::ofstream(file, std::ios::trunc) << text;
        write_player("# one", 2);
        run_kibitz(resume);
        CHECK(essences(file).size() == 4);
    }
}

TEST_CASE("two matches do not write one journal") {
    const TemporaryFolder folder;
    const std::string file = folder / "a.journal";
    const auto first = Journal::create(file, {});
    REQUIRE(first.has_value());
    CHECK(Journal::resume(file).error().find("another match") != std::string::npos);
}

TEST_CASE("a game comes back from JSON as it was") {
    Participant lying = fake("liar", {"lies", "after=3"});
    lying.ponder = true;
    lying.limits = {};
    lying.limits.clock = TimeControl{.base = Milliseconds(10'000)};
    Collector collector;
    play(duel(lying, fake("good", {"plays"}), 1), collector);
    for (const auto& [task, game] : collector.items) {
        const auto json = to_json(task, game);
        const auto back = game_from_json(json);
        REQUIRE_MESSAGE(back.has_value(), back.error());
        CHECK(to_json(back->task, back->game) == json);
        CHECK(back->game.moves.size() == game.moves.size());
        CHECK(back->game.faults.size() == game.faults.size());
        CHECK(back->game.moves.front().score == game.moves.front().score);
        CHECK(back->game.moves.front().time == game.moves.front().time);
    }
}
