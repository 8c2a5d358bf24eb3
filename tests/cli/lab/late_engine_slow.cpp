// A worker of `kibitz lab` whose engines begin late. It waits for more than a minute.
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "cli/lab/lab_processes.hpp"

using namespace kibitz::test;
using namespace std::chrono_literals;

TEST_CASE("a worker in the background waits for engines that others keep from the processor") {
    const Laboratory lab;
    std::filesystem::create_directory(lab.home / "engines");
    // As slow to begin as Kibitz at the lowest priority of a busy machine.
    const std::string late =
        lab.home.write("engines/late",
                       "#!/bin/sh\nsleep 12\nexec " + program("fake_engine").string() + " plays\n");
    std::filesystem::permissions(late, std::filesystem::perms::owner_all);
    const Words options{"--cores",    "1",
                        "--engines",  lab.home / "engines",
                        "--readable", program("fake_engine").parent_path().string()};
    const auto work = [&](const std::string& name, const Words& more) {
        return CommandChild(Words{"lab", "work", "--join", lab.token(name)} + options + more,
                            lab.home.path());
    };
    REQUIRE(lab.ask({"test", "-engine", "name=new", "nodes=100", "-engine", "name=old", "nodes=20",
                     "-each", "cmd=late", "-rounds", "1", "-games", "2"})
                .code == 0);
    {
        CommandChild hurried = work("hurried", {});
        CHECK(hurried.wait_for("failed to start: no answer before uciok"));
    }
    CommandChild patient = work("patient", {"--nice", "1"});
    REQUIRE(patient.wait_for("joined"));
    for (const auto until = std::chrono::steady_clock::now() + 90s;
         !lab.ask({"status"}).says("complete") && std::chrono::steady_clock::now() < until;)
        std::this_thread::sleep_for(500ms);
    CHECK(lab.ask({"status"}).says("complete"));
    CHECK_FALSE(patient.output().contains("failed to start"));
}
