#include "uci/client/child_process.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/test.hpp"

using namespace kibitz::uci_client;
using namespace std::chrono_literals;

namespace {

ChildProcess shell(const std::string& script) {
    auto child = ChildProcess::start({.program = "/bin/sh", .arguments = {"-c", script}});
    REQUIRE(child.has_value());
    return *std::move(child);
}

TimePoint soon() { return Clock::now() + 30s; }

}  // namespace

TEST_CASE("lines come without their ends, in either convention; without one there is no line") {
    ChildProcess child = shell("printf 'one\\r\\ntwo\\n\\nlast'");
    CHECK(child.read_line(soon()).value() == "one");
    CHECK(child.read_line(soon()).value() == "two");
    CHECK(child.read_line(soon()).value() == "");
    CHECK(child.read_line(soon()).error() == ReadEnd::closed);
    CHECK(child.wait(30s) == ExitStatus{.by_signal = false, .number = 0});
}

TEST_CASE("what is written comes to the child") {
    ChildProcess child = shell("read a; echo got $a");
    CHECK(child.write("something\n", soon()));
    CHECK(child.read_line(soon()).value() == "got something");
}

TEST_CASE("a deadline is kept, and what comes later can still be read") {
    ChildProcess child = shell("sleep 2; echo late");
    const auto begin = Clock::now();
    CHECK(child.read_line(begin + 50ms).error() == ReadEnd::timeout);
    const auto waited = Clock::now() - begin;
    CHECK(waited >= 50ms);
    CHECK(waited < 1900ms);
    CHECK(child.read_line(soon()).value() == "late");
}

TEST_CASE("the end of a process is reported as it was") {
    CHECK(shell("exit 7").wait(30s) == ExitStatus{.by_signal = false, .number = 7});
    CHECK(shell("kill -SEGV $$").wait(30s) == ExitStatus{.by_signal = true, .number = SIGSEGV});
    CHECK(to_string(ExitStatus{true, SIGSEGV}) == "signal 11 (Segmentation fault)");
    CHECK(shell("sleep 60").wait(10ms) == std::nullopt);
    CHECK(shell("sleep 60").kill() == ExitStatus{.by_signal = true, .number = SIGKILL});
}

TEST_CASE("what cannot be started says why") {
    const auto missing = ChildProcess::start({.program = "/no/such/program"});
    REQUIRE(!missing.has_value());
    CHECK(missing.error() == "cannot run \"/no/such/program\": No such file or directory");
    const auto nowhere = ChildProcess::start({.program = "true", .directory = "/no/such"});
    REQUIRE(!nowhere.has_value());
    CHECK(nowhere.error() == "cannot enter directory \"/no/such\": No such file or directory");
}

TEST_CASE("the standard error is drained and its last part kept") {
    ChildProcess child = shell(
        "i=0; while [ $i -lt 3000 ]; do echo 'a line of complaints to nobody' >&2; i=$((i+1)); "
        "done; echo the end >&2; echo done");
    CHECK(child.read_line(soon()).value() == "done");  // it would block on a full pipe
    CHECK(child.wait(30s).has_value());
    CHECK(child.error_output().ends_with("the end\n"));
    CHECK(child.error_output().size() <= ChildProcess::kept_error_output);
}

TEST_CASE("writing to a process that does not read gives up, to one that is gone as well") {
    ChildProcess sleeper = shell("sleep 60");
    CHECK(!sleeper.write(std::string(1 << 20, 'x'), Clock::now() + 50ms));
    ChildProcess gone = shell("exit 0");
    CHECK(gone.wait(30s).has_value());
    CHECK(!gone.write("hello\n", soon()));
}

TEST_CASE("both pipes full is no deadlock") {
    ChildProcess child = shell("cat");
    std::string line(1000, 'x');
    line += '\n';
    std::string text;
    for (int i = 0; i < 500; ++i) text += line;
    CHECK(child.write(text, soon()));
    for (int i = 0; i < 500; ++i) CHECK(child.read_line(soon()).value().size() == 1000);
}

TEST_CASE("a line without end is found out") {
    ChildProcess child = shell("while :; do printf '%01000d' 0; done");
    CHECK(child.read_line(soon()).error() == ReadEnd::too_long);
}

TEST_CASE("nothing is left behind: not the process, nor what it started") {
    const auto path = std::filesystem::temp_directory_path() / "kibitz_grandchild_test";
    std::filesystem::remove(path);
    {
        ChildProcess child = shell("sleep 60 & echo $! > " + path.string() + "; echo up; wait");
        CHECK(child.read_line(soon()).value() == "up");
    }
    int grandchild = 0;
    std::ifstream(path) >> grandchild;
    REQUIRE(grandchild > 0);
    std::filesystem::remove(path);
    // Killed at once, but reaped by whoever inherits it.
    bool gone = false;
    for (int i = 0; i < 100 && !gone; ++i) {
        std::ifstream status("/proc/" + std::to_string(grandchild) + "/stat");
        std::string text((std::istreambuf_iterator<char>(status)), {});
        gone = text.empty() || text.find(") Z ") != std::string::npos;
        if (!gone) std::this_thread::sleep_for(10ms);
    }
    CHECK(gone);
}
