// `kibitz lab work` on a machine that its owner wants to use, too.
#include <sys/resource.h>

#include <ctime>
#include <string>
#include <vector>

#include "cli/command_child.hpp"
#include "platform/local_time.hpp"

using namespace kibitz;
using namespace kibitz::test;

namespace {

using Words = std::vector<std::string>;

std::string join_token(const TemporaryFolder& home) {
    const Ended added = run_command(home, {"lab", "key", "add", "ann"});
    REQUIRE_MESSAGE(added.code == 0, added.output);
    return added.output.substr(0, added.output.find('\n'));
}

// An hour that begins in two hours.
std::string hours_to_come() {
    constexpr int day = 24;
    const int now = local_time(std::time(nullptr)).tm_hour;
    return std::to_string((now + 2) % day) + "-" + std::to_string((now + 3) % day);
}

}  // namespace

TEST_CASE("a worker begins no unit outside of its hours") {
    const TemporaryFolder home;
    CommandChild gate({"lab", "up", "--port", "0"}, home.path());
    REQUIRE(gate.wait_for("Ctrl-C ends it"));
    const std::string token = join_token(home);
    REQUIRE(run_command(home, {"lab", "test", "-engine", "name=new", "nodes=20", "-engine",
                               "name=old", "nodes=20", "-each", "cmd=kibitz", "-rounds", "1"})
                .output == "test 1\n");
    CommandChild worker({"lab", "work", "--join", token, "--cores", "1", "--nice", "19",
                         "--on-battery", "--hours", hours_to_come()},
                        home.path());
    REQUIRE(worker.wait_for("no new units: it is not the time of --hours"));
    CHECK(::getpriority(PRIO_PROCESS, static_cast<id_t>(worker.process())) == 19);
    CHECK(run_command(home, {"lab", "status"}).says("playing 0"));
    worker.signal(SIGINT);
    CHECK(worker.finish() == 0);

    CommandChild willing({"lab", "work", "--join", token, "--cores", "1", "--on-battery"},
                         home.path());
    CHECK(run_command(home, {"lab", "watch", "1"}).says("complete"));
    willing.signal(SIGINT);
    CHECK(willing.finish() == 0);
}

TEST_CASE("hours that are none are refused before anything else is done") {
    const TemporaryFolder home;
    const Ended ended =
        run_command(home, {"lab", "work", "--join", "ws://127.0.0.1:1#ann:00", "--hours", "night"});
    CHECK(ended.code == 2);
    CHECK(ended.says("write them as 22-7"));
}
