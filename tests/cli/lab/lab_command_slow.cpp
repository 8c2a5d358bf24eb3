// `kibitz lab` between processes: a gate and workers that are killed, and what comes out of it.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/lab/lab_processes.hpp"
#include "cli/program/user_files.hpp"
#include "match/journal.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

// Fixed nodes and one thread: the games are the same on every machine.
Words small_match(int rounds) {
    return {"-engine",  "name=new", "nodes=100", "-engine",
            "name=old", "nodes=20", "-rounds",   std::to_string(rounds),
            "-games",   "2",        "-srand",    "5"};
}

// The same for a laboratory, which names its programs, and for one machine, which needs a path.
Words with_engine(Words words, const std::string& command) {
    return words + Words{"-each", "cmd=" + command};
}

// The lines with the result of a match: counts, Elo, the test.
std::string result_in(const std::string& output) {
    const std::size_t begin = output.rfind("new against old");
    REQUIRE(begin != std::string::npos);
    return output.substr(begin, output.find("  ends:", begin) - begin);
}

// The same match on one machine, without a laboratory.
std::string on_one_machine(const TemporaryFolder& home, const Words& words) {
    const Ended ended = run_command(
        home, Words{"match"} + with_engine(words, program("kibitz").string()) + Words{"-recover"});
    REQUIRE_MESSAGE(ended.code == 0, ended.output);
    return result_in(ended.output);
}

std::string resumed(const TemporaryFolder& home, const std::string& journal) {
    const Ended ended = run_command(home, {"match", "-resume", journal});
    REQUIRE_MESSAGE(ended.code == 0, ended.output);
    return result_in(ended.output);
}

}  // namespace

TEST_CASE("kills of workers and gates change nothing in the result of a laboratory") {
    Laboratory lab;
    constexpr int rounds = 24;
    const Words words = small_match(rounds);
    auto first = lab.worker("first"), second = lab.worker("second");
    const Ended begun = lab.ask(Words{"test"} + with_engine(words, "kibitz"));
    REQUIRE_MESSAGE(begun.output == "test 1\n", begun.output);

    std::this_thread::sleep_for(500ms);
    first->signal(SIGKILL);
    CHECK(first->finish() == -SIGKILL);
    lab.kill_gate();
    std::this_thread::sleep_for(500ms);
    lab.restart_gate();
    first = lab.worker("third");
    std::this_thread::sleep_for(500ms);
    lab.kill_gate();
    lab.restart_gate();

    const Ended watched = lab.ask({"watch", "1"});
    CHECK_MESSAGE(watched.code == 0, watched.output);
    CHECK(watched.says("test 1  complete"));
    const std::string journal = lab.home / "test.journal";
    REQUIRE(lab.ask({"get", "1", journal}).code == 0);

    const auto contents = match::read_journal(journal);
    REQUIRE(contents);
    std::vector<bool> seen(2UL * rounds);
    for (const match::ReplayedGame& game : contents->games) {
        const auto number = static_cast<std::size_t>(game.task.number);
        REQUIRE(number < seen.size());
        CHECK_FALSE(seen[number]);
        seen[number] = true;
        CHECK(game.game.faults.empty());
    }
    CHECK(contents->games.size() == seen.size());
    CHECK(resumed(lab.home, journal) == on_one_machine(lab.home, words));

    second->signal(SIGINT);
    CHECK(second->finish() == 0);
    CHECK(lab.stop_gate() == 0);
}

TEST_CASE("a sequential test of a laboratory ends where that of one machine does") {
    Laboratory lab;
    const Words words = small_match(400) + Words{"-sprt", "elo0=0", "elo1=200"};
    const auto worker = lab.worker("ann", 2, {"--own"});
    REQUIRE(lab.ask(Words{"test"} + with_engine(words, "kibitz")).code == 0);
    const Ended watched = lab.ask({"watch", "1"});
    CHECK_MESSAGE(watched.says(" accepted"), watched.output);
    const std::string journal = lab.home / "test.journal";
    REQUIRE(lab.ask({"get", "1", journal}).code == 0);
    CHECK(resumed(lab.home, journal) == on_one_machine(lab.home, words));
}

TEST_CASE("an operator stops tests, voids workers and revokes keys") {
    Laboratory lab;
    const Words words = with_engine(small_match(100'000), "kibitz");
    const auto worker = lab.worker("ann");
    REQUIRE(lab.ask(Words{"test"} + words).code == 0);
    REQUIRE(lab.ask(Words{"test", "--priority", "1"} + words).output == "test 2\n");
    CHECK(lab.ask({"stop", "2"}).code == 0);
    CHECK(lab.ask({"status"}).says("test 2  stopped"));
    CHECK(lab.ask({"watch", "2"}).code == 0);
    CHECK(lab.ask({"stop", "3"}).says("there is no test 3"));

    const auto games_of_first = [&] {
        const std::string status = lab.ask({"status"}).output;
        return std::stoi(status.substr(status.find("test 1  open") + 12));
    };
    for (const auto until = std::chrono::steady_clock::now() + 20s;
         games_of_first() == 0 && std::chrono::steady_clock::now() < until;)
        std::this_thread::sleep_for(50ms);
    CHECK(games_of_first() > 0);
    CHECK(lab.ask({"void", "ann"}).code == 0);
    CHECK(games_of_first() == 0);
    CHECK(lab.ask({"status"}).says("  void"));
    CHECK(lab.ask({"restore", "ann"}).code == 0);
    CHECK(games_of_first() > 0);
    CHECK(lab.ask({"void", "bob"}).says("there is no key \"bob\""));

    CHECK(lab.ask({"key", "add", "ann"}).says("there is a key \"ann\" already"));
    CHECK(lab.ask({"key", "add", "no name"}).says("a name has at most 40 letters"));
    CHECK(lab.ask({"ban", "ann"}).code == 0);
    CHECK(worker->wait_for("the key was revoked"));
    CHECK(worker->finish() == 1);
    CHECK(lab.ask({"status"}).says("  void  revoked"));
    CHECK(games_of_first() == 0);
    CHECK(lab.ask({"ban", "bob"}).says("there is no key \"bob\""));
}

TEST_CASE("a test that a laboratory cannot play is refused with the reason") {
    const Laboratory lab;
    const Words words = small_match(4);
    CHECK(lab.ask(Words{"test"} + with_engine(words, "/bin/kibitz")).says("not a path"));
    CHECK(lab.ask(Words{"test"} + with_engine(words, "kibitz") + Words{"-tournament", "swiss"})
              .says("may not depend on its results"));
    CHECK(lab.ask({"test", "-nonsense"}).says("unknown option -nonsense"));
    CHECK(lab.ask({"get", "1", lab.home / "x"}).says("there is no test 1"));
    CHECK_FALSE(std::filesystem::exists(lab.home / "x"));

    CHECK(lab.ask(Words{"test"} + with_engine(words, "kibitz") +
                  Words{"option.Hash=1\nsetoption name Debug Log File value x"})
              .says("no control characters"));

    // An engine that no worker has: the operator sees it.
    const auto worker = lab.worker("ann");
    REQUIRE(lab.ask(Words{"test"} + with_engine(words, "stockfish")).code == 0);
    CHECK(worker->wait_for("there is no engine \"stockfish\" here"));
    CHECK(lab.ask({"status"}).says("there is no engine \"stockfish\" here"));
}

TEST_CASE("a worker that lacked an engine plays the test when its owner has mended that") {
    const Laboratory lab;
    const std::string token = lab.token("ann");
    const Words work{"lab", "work", "--cores", "1", "--join", token, "--no-sandbox"};
    REQUIRE(lab.ask(Words{"test"} + with_engine(small_match(1), "crane")).code == 0);
    {
        CommandChild worker(work, lab.home.path());
        REQUIRE(worker.wait_for("there is no engine \"crane\" here"));
    }
    std::filesystem::create_directory(lab.home / "engines");
    const std::string crane = lab.home.write(
        "engines/crane", "#!/bin/sh\nexec " + program("fake_engine").string() + " plays\n");
    std::filesystem::permissions(crane, std::filesystem::perms::owner_all);
    CommandChild worker(work + Words{"--engines", lab.home / "engines"}, lab.home.path());
    for (const auto until = std::chrono::steady_clock::now() + 30s;
         !lab.ask({"status"}).says("complete") && std::chrono::steady_clock::now() < until;)
        std::this_thread::sleep_for(200ms);
    const Ended status = lab.ask({"status"});
    CHECK_MESSAGE(status.says("complete"), status.output);
    CHECK_FALSE(status.says("there is no engine"));
}

#if defined(__x86_64__)
TEST_CASE("a test names the instructions that its workers' processors must have") {
    const Laboratory lab;
    const auto worker = lab.worker("ann");
    const Words words = with_engine(small_match(1), "kibitz");
    CHECK(lab.ask(Words{"test", "--instructions", "x86-64-v9"} + words).code == 2);
    // This program itself was built for such a processor.
    REQUIRE(lab.ask(Words{"test", "--instructions", "x86-64-v2"} + words).code == 0);
    CHECK(lab.ask({"watch", "1"}).says("complete"));
    CHECK(lab.ask({"status"}).says("  x86-64-v"));
}
#endif

TEST_CASE("a test makes no worker's engine write a file") {
    const Laboratory lab;
    const auto worker = lab.worker("ann");
    const std::string reason = "option Debug Log File is set by the owner of a machine alone";
    REQUIRE(lab.ask(Words{"test"} + with_engine(small_match(4), "kibitz") +
                    Words{"option.Debug Log File=debug.txt"})
                .code == 0);
    CHECK(worker->wait_for(reason));
    CHECK(lab.ask({"status"}).says(reason));
    CHECK_FALSE(std::filesystem::exists(lab.home / "debug.txt"));
}

TEST_CASE("a volunteer whose engine is another one is noticed by audits") {
    const Laboratory lab;
    const std::string engines = lab.home / "engines";
    std::filesystem::create_directory(engines);
    const std::string other = lab.home.write(
        "engines/kibitz", "#!/bin/sh\nexec " + program("fake_engine").string() + " plays\n");
    std::filesystem::permissions(other, std::filesystem::perms::owner_all);
    REQUIRE(lab.ask(Words{"test"} + with_engine(small_match(1000), "kibitz")).code == 0);
    const auto work = [&](const std::string& token, const Words& options) {
        return std::make_unique<CommandChild>(
            Words{"lab", "work", "--cores", "1", "--join", token} + options, lab.home.path());
    };
    const auto ann = work(lab.token("ann"), {}),
               bob = work(lab.token("bob"), {"--engines", engines, "--readable",
                                             program("fake_engine").parent_path().string()}),
               own = work(lab.token("own", {"--own"}), {});
    Ended status;
    // How many units of a worker had other games when they were played again. Several may have been
    // found between two looks.
    const auto differing = [&](const std::string& worker) {
        const std::string& said = status.output;
        const std::size_t line = said.find("worker " + worker);
        const std::string label = "differing ";
        const std::size_t number = said.find(label, line);
        return line == std::string::npos || number == std::string::npos
                   ? -1
                   : std::stoi(said.substr(number + label.size()));
    };
    for (const auto until = std::chrono::steady_clock::now() + 60s;
         differing("bob") < 2 && std::chrono::steady_clock::now() < until;) {
        std::this_thread::sleep_for(200ms);
        status = lab.ask({"status"});
    }
    CHECK_MESSAGE(differing("bob") >= 2, status.output);
    CHECK_MESSAGE(differing("ann") == 0, status.output);
    CHECK(status.says("other games than an own machine found"));
}

TEST_CASE("a worker trusts the certificate in its token and no other") {
    TemporaryFolder home;
    CommandChild gate({"lab", "up", "--bind", "0.0.0.0", "--address", "127.0.0.1", "--port", "0"},
                      home.path());
    REQUIRE(gate.wait_for("Ctrl-C ends it"));
    CHECK(gate.output().contains("wss://127.0.0.1:"));
    const Ended added = run_command(home, {"lab", "key", "add", "ann"});
    REQUIRE(added.code == 0);
    std::string token = added.output.substr(0, added.output.find('\n'));
    {
        CommandChild worker({"lab", "work", "--join", token, "--cores", "1"}, home.path());
        CHECK(worker.wait_for("joined with 1 core"));
    }
    token.back() = token.back() == '0' ? '1' : '0';
    CommandChild worker({"lab", "work", "--join", token, "--cores", "1"}, home.path());
    CHECK(worker.wait_for("is not trusted"));
    CHECK_FALSE(worker.output().contains("joined"));
}

TEST_CASE("a calibration in a laboratory rates players as one on one machine does") {
    const Laboratory lab;
    Words files;
    for (const auto& [name, seed] : {std::pair("Anna", "1"), {"Bert", "2"}, {"Carl", "3"}})
        files.push_back(lab.home.write(std::string(name) + ".toml",
                                       "name = \"" + std::string(name) +
                                           "\"\nkind = \"random\"\nrating = " + seed +
                                           "\n[random]\nseed = " + seed + "\n"));
    const auto worker = lab.worker("ann", 2);
    const Ended begun = lab.ask(Words{"calibrate"} + files + Words{"--rounds", "5"});
    REQUIRE_MESSAGE(begun.code == 0, begun.output);
    CHECK(begun.says("test 1\n"));
    CHECK(begun.says("kibitz lab get 1 games.journal"));
    const Ended watched = lab.ask({"watch", "1"});
    CHECK_MESSAGE(watched.says("complete"), watched.output);

    const std::string journal = lab.home / "lab.journal", local = lab.home / "local.journal";
    REQUIRE(lab.ask({"get", "1", journal}).code == 0);
    const Ended rated = run_command(lab.home, {"calibrate", "--journal", journal, "--fit-only"});
    REQUIRE_MESSAGE(rated.code == 0, rated.output);
    REQUIRE(run_command(lab.home,
                        Words{"calibrate"} + files + Words{"--journal", local, "--rounds", "5"})
                .code == 0);
    const Ended same = run_command(lab.home, {"calibrate", "--journal", local, "--fit-only"});
    CHECK(rated.output == same.output);
    CHECK(rated.says("| Anna |"));

    const std::string program = lab.home.write(
        "program.toml",
        "name = \"P\"\nkind = \"uci\"\nrating = 1\n[uci]\ncommand = \"/bin/sh\"\ndepth = 1\n");
    REQUIRE(lab.ask({"calibrate", files[0], program}).code == 0);
    CHECK(worker->wait_for("there is no engine \"sh\" here"));
    CHECK(lab.ask({"calibrate", files[0]}).says("name at least two players' files"));
}

TEST_CASE("a tuning that was killed continues from its journal as if it had not been") {
    const Laboratory lab;
    const auto worker = lab.worker("ann", 2);
    const std::string parameters = lab.home.write(
        "tuned.toml", "SoftNodes = { value = 60, least = 20, most = 400, step = 30 }\n");
    const std::string killed = lab.home / "killed.jsonl", whole = lab.home / "whole.jsonl";
    const auto tune = [&](const std::string& journal) {
        return Words{"lab",          "tune",       "--journal",    journal,
                     "--parameters", parameters,   "--iterations", "3",
                     "--pairs",      "4",          "--rate",       "0.5",
                     "-engine",      "cmd=kibitz", "-each",        "nodes=400"};
    };
    const auto lines = [](const std::string& journal) {
        return std::ranges::count(cli::read_text_file(journal).value_or(""), '\n');
    };
    {
        CommandChild child(tune(killed), lab.home.path());
        for (const auto until = std::chrono::steady_clock::now() + 60s;
             lines(killed) < 2 && std::chrono::steady_clock::now() < until;)
            std::this_thread::sleep_for(20ms);
        child.signal(SIGKILL);
        CHECK(child.finish() == -SIGKILL);
    }
    CHECK(lines(killed) >= 2);
    const Ended continued = run_command(lab.home, tune(killed));
    CHECK_MESSAGE(continued.says("finished:\n    SoftNodes = "), continued.output);
    const Ended unbroken = run_command(lab.home, tune(whole));
    REQUIRE(unbroken.code == 0);
    // The games are deterministic, so both found the same.
    CHECK(cli::read_text_file(killed) == cli::read_text_file(whole));
    CHECK(lines(whole) == 4);
    // Its iterations are not listed, but for the one that the kill left behind until it is over.
    CHECK_FALSE(lab.ask({"status"}).says("complete"));
    CHECK(lab.ask({"watch", "1"}).says("test 1  complete"));

    // As of other tests, the games can be left to machines with a tag.
    const std::string tagged = lab.home / "tagged.jsonl";
    const Words asked = tune(tagged);
    CommandChild waiting(
        Words{"lab", "tune", "--tag", "zen4"} + Words(asked.begin() + 2, asked.end()),
        lab.home.path());
    std::this_thread::sleep_for(3s);
    CHECK(lines(tagged) < 2);
    const auto zen = lab.worker("zen", 2, {"--tag", "zen4"});
    CHECK(waiting.finish() == 0);
    CHECK(lines(tagged) == 4);

    CHECK(run_command(lab.home, tune(lab.home / "x") + Words{"-rounds", "5"})
              .says("-rounds has no place in a tuning"));
    lab.home.write("tuned.toml", "SoftNodes = { value = 600, least = 20, most = 400, step = 1 }");
    CHECK(run_command(lab.home, tune(lab.home / "x")).says("lies between least and most"));
}

TEST_CASE("an author's test waits at the command line for an approver, who lets it begin") {
    Laboratory lab;
    const Words as_ann{"--join", lab.token("ann", {"--role", "author"})};
    const Words as_cal{"--join", lab.token("cal", {"--role", "approver"})};
    const auto worker = lab.worker("attic", 1, {"--own"});
    const Words begin = Words{"test", "--about", "fewer nodes are worse"} + as_ann;
    CHECK(lab.ask(Words{"test"} + with_engine(small_match(4), "kibitz") + Words{"--about", "x"})
              .says("--about has to stand before -engine"));
    const Ended begun = lab.ask(begin + with_engine(small_match(4), "kibitz"));
    CHECK_MESSAGE(begun.output == "test 1, which waits for approval\n", begun.output);
    CHECK(lab.ask({"status"}).says("proposed by ann; kibitz lab approve 1 lets it begin"));
    CHECK(lab.ask({"status"}).says("\n    new against old: fewer nodes are worse\n"));
    CHECK(lab.ask(Words{"approve", "1"} + as_ann).says("approvers and operators approve tests"));
    CHECK(lab.ask(Words{"pause", "1"} + as_cal).says("waits for approval"));
    CHECK(lab.ask(Words{"approve", "1"} + as_cal).code == 0);
    CHECK(lab.ask({"watch", "1"}).says("test 1  complete"));

    REQUIRE(lab.ask(Words{"test"} + as_ann + with_engine(small_match(4), "absent")).code == 0);
    REQUIRE(lab.ask(Words{"stop", "2", "--why", "nobody has this engine"} + as_cal).code == 0);
    CHECK(lab.ask({"status"}).says("stopped by cal: nobody has this engine"));
    CHECK(lab.ask({"key", "list"}).says("ann  author"));
    CHECK(lab.ask({"key", "list"}).says("attic  worker  own"));
    REQUIRE(lab.ask({"key", "revoke", "ann"}).code == 0);
    CHECK(lab.ask(Words{"status"} + as_ann).code != 0);
}
