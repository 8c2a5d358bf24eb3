// `kibitz lab datagen` between processes: workers and a gate that are killed, and what they make.
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>

#include "cli/lab/lab_data.hpp"
#include "cli/lab/lab_processes.hpp"
#include "cli/program/user_files.hpp"
#include "platform/networks.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* book =
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1\n";

Words datagen(const Laboratory& lab, int games, int nodes) {
    return {"datagen",
            "--games",
            std::to_string(games),
            "--unit",
            "4",
            "--nodes",
            std::to_string(nodes),
            "--seed",
            "5",
            "--openings",
            lab.home.write("book.epd", book),
            "--openings-share",
            "0.5"};
}

// A single question ends after half a minute, which on a busy machine is less than the games take.
void wait_until_complete(const Laboratory& lab) {
    Ended status;
    for (const auto until = std::chrono::steady_clock::now() + 5min;
         !status.says("test 1  complete  64 of 64 games") &&
         std::chrono::steady_clock::now() < until;) {
        std::this_thread::sleep_for(200ms);
        status = lab.ask({"status"});
    }
    REQUIRE_MESSAGE(status.says("test 1  complete  64 of 64 games"), status.output);
}

std::string games_of(const Laboratory& lab) {
    const std::string file = lab.home / "games.vf.zst";
    const Ended got = lab.ask({"get", "1", file});
    REQUIRE_MESSAGE(got.code == 0, got.output);
    CHECK_FALSE(got.says("is not over"));
    const Ended seen = run_command(lab.home, {"data", "inspect", file});
    CHECK_MESSAGE(seen.code == 0, seen.output);
    return cli::read_text_file(file).value_or("");
}

}  // namespace

TEST_CASE("killed workers and gates make the same games as one worker that nothing happens to") {
    constexpr int games = 64, nodes = 150;
    std::string undisturbed;
    {
        const Laboratory lab;
        const auto worker = lab.worker("ann");
        const Ended begun = lab.ask(datagen(lab, games, nodes));
        REQUIRE_MESSAGE(begun.says("test 1: 16 units of 4 games, seed 5\n"), begun.output);
        wait_until_complete(lab);
        undisturbed = games_of(lab);
        CHECK_FALSE(undisturbed.empty());
    }
    Laboratory lab;
    auto first = lab.worker("first"), second = lab.worker("second", 2);
    REQUIRE(lab.ask(datagen(lab, games, nodes)).code == 0);
    int kills = 0;
    const auto is_over = [&] { return lab.ask({"status"}).says("test 1  complete"); };
    for (; kills < 6 && !is_over(); ++kills) {
        std::this_thread::sleep_for(400ms);
        if (kills % 2 == 0) {
            first->signal(SIGKILL);
            CHECK(first->finish() == -SIGKILL);
            first = lab.worker("first" + std::to_string(kills));
        } else {
            lab.kill_gate();
            lab.restart_gate();
        }
    }
    CHECK(kills >= 2);
    wait_until_complete(lab);
    lab.kill_gate();  // what it has confirmed is on the disk
    lab.restart_gate();
    CHECK(games_of(lab) == undisturbed);
}

TEST_CASE("training data with a network of its own is made, stopped, and read by other commands") {
    const Laboratory lab;
    const auto worker = lab.worker("ann");
    CHECK(lab.ask({"datagen", "--games", "8", "--eval-file", lab.home / "absent"}).code != 0);
    CHECK(lab.ask({"datagen", "--games", "8", "--nodes", "100", "--hard-nodes", "10"})
              .says("--hard-nodes is less than --nodes"));
    CHECK(lab.ask({"datagen", "--games", "8", "--unit", "1000"}).says("is too large"));
    const std::vector<std::byte>& file = builtin_network().file;
    const std::string network =
        lab.home.write("network", {reinterpret_cast<const char*>(file.data()), file.size()});
    REQUIRE(lab.ask({"datagen", "--games", "8", "--unit", "4", "--nodes", "50", "--seed", "1",
                     "--eval-file", network})
                .says("test 1: 2 units"));
    REQUIRE(lab.ask({"datagen", "--games", "8", "--unit", "4", "--nodes", "50", "--seed", "1"})
                .says("test 2: 2 units"));
    REQUIRE(lab.ask({"datagen", "--games", "1000000", "--nodes", "50", "--eval-file", "classical"})
                .says("test 3: 31250 units"));
    for (const char* test : {"1", "2"}) REQUIRE(lab.ask({"watch", test}).says("complete"));
    // It is the network that the program has, so the games are the same.
    const std::string one = lab.home / "1.epd", two = lab.home / "2.epd";
    REQUIRE(lab.ask({"get", "1", one}).code == 0);
    REQUIRE(lab.ask({"get", "2", two}).code == 0);
    CHECK(cli::read_text_file(one) == cli::read_text_file(two));

    CHECK(lab.ask({"get", "3", lab.home / "part.vf"}).says("test 3 is not over"));
    REQUIRE(lab.ask({"stop", "3"}).code == 0);
    CHECK(lab.ask({"watch", "3"}).says("test 3  stopped"));
    CHECK(lab.ask({"get", "1", lab.home / "x.txt"}).says("its name has to end in"));
}

TEST_CASE("another version of the program makes no data for a test") {
    const lab_net::DataMaker make = cli::lab_data_maker(nullptr);
    const std::atomic<bool> is_given_up = false;
    const auto made = make({.units = 1, .games = 1, .signature = 1}, 0, is_given_up);
    REQUIRE_FALSE(made);
    CHECK(made.error().contains("another version of kibitz: its benchmark gives "));
    CHECK(made.error().ends_with(", and the test names 1"));
}
