// `kibitz lab test -engine commit=...`: workers build two commits of a small engine from their
// sources, and the test ends where a match between the two on one machine does.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "cli/command_child.hpp"
#include "cli/words.hpp"
#include "lab_net/program_run.hpp"
#include "lab_net/sandbox.hpp"

using namespace kibitz;
using namespace kibitz::test;
namespace fs = std::filesystem;

namespace {

void run(const std::string& folder, const std::string& command) {
    const auto ended =
        lab_net::run_program({.program = "sh", .arguments = {"-euc", command}, .directory = folder},
                             "", {.time = std::chrono::minutes(5)});
    REQUIRE_MESSAGE(ended.has_value(), ended.error());
    REQUIRE_MESSAGE(ended->has_succeeded(), (command + "\n" + ended->output + ended->errors));
}

// A repository with two commits of examples/lab/tiny, the second of which likes the centre.
class TinyRepository {
   public:
    // One for all tests of this file, since it takes the compiler some seconds.
    static const TinyRepository& get() {
        static const TinyRepository repository;
        return repository;
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& recipe() const { return recipe_; }
    [[nodiscard]] std::string program(const std::string& tag) const { return home_ / tag; }

   private:
    TinyRepository() {
        fs::copy(source_dir() / "examples/lab/tiny", path_);
        run(path_,
            "git init -q; git config user.name A; git config user.email a@example.org; "
            "make >&2; cp tiny ../old; git add Makefile '*.?pp'; "
            "git commit -qm \"Begin\n\nbench: $(./tiny bench | sed -n 's/Nodes searched : //p')\"; "
            "git tag old; sed -i 's/centre_bonus = 0/centre_bonus = 12/' evaluation.hpp; "
            "make >&2; cp tiny ../new; "
            "git commit -qam \"Like the centre\n\nBench: $(./tiny bench | sed -n "
            "'s/Nodes searched : //p')\"; git tag new");
        fs::copy(source_dir() / "examples/lab/tiny.toml", recipe_);
    }

    const TemporaryFolder home_;
    const std::string path_ = home_ / "tiny", recipe_ = home_ / "tiny.toml";
};

const Words conditions{"-each",  "nodes=200", "-rounds", "300",    "-games",  "2",
                       "-srand", "3",         "-sprt",   "elo0=0", "elo1=150"};

std::string result_in(const std::string& output) {
    const std::size_t begin = output.rfind("new against old");
    REQUIRE_MESSAGE(begin != std::string::npos, output);
    return output.substr(begin, output.find("  ends:", begin) - begin);
}

struct Gate {
    explicit Gate(const TemporaryFolder& home) : child({"lab", "up", "--port", "0"}, home.path()) {
        REQUIRE(child.wait_for("Ctrl-C ends it"));
    }
    CommandChild child;
};

std::string token_for(const TemporaryFolder& home, const Words& words) {
    const Ended added = run_command(home, Words{"lab", "key", "add"} + words);
    REQUIRE_MESSAGE(added.code == 0, added.output);
    return added.output.substr(0, added.output.find('\n'));
}

// To the end of test 1. On a busy machine that takes longer than a command of a test may.
std::string watch(const TemporaryFolder& home) {
    constexpr int most_looks = 8;
    Ended watched{.code = -1, .output = {}};
    for (int look = 0; look < most_looks && watched.code != 0; ++look)
        watched = run_command(home, {"lab", "watch", "1"});
    return watched.output;
}

}  // namespace

TEST_CASE("a sequential test between two commits ends where a match between their programs does") {
    if (const auto sandbox = lab_net::Sandbox::find({}); !sandbox.is_there())
        return skip(sandbox.why_not());
    const TemporaryFolder home;
    const TinyRepository& tiny = TinyRepository::get();
    const Gate gate(home);
    CommandChild worker(
        {"lab", "work", "--join", token_for(home, {"ann", "--own"}), "--cores", "2"}, home.path());
    REQUIRE(worker.wait_for("joined with 2 cores"));

    const Words from{"lab", "test", "-recipe", tiny.recipe(), "-repo", tiny.path()};
    const Ended begun = run_command(
        home, from +
                  Words{"-engine", "commit=new", "name=new", "-engine", "commit=old", "name=old"} +
                  conditions);
    REQUIRE_MESSAGE(begun.code == 0, begun.output);
    CHECK(begun.says("test 1\n"));
    CHECK(begun.says(", signature "));
    CHECK(worker.wait_for("building tiny at "));
    const std::string watched = watch(home);
    REQUIRE_MESSAGE(watched.contains(" accepted"), watched);
    const std::string journal = home / "test.journal";
    REQUIRE(run_command(home, {"lab", "get", "1", journal}).code == 0);
    const Ended resumed = run_command(home, {"match", "-resume", journal});
    const Ended match =
        run_command(home, Words{"match", "-engine", "cmd=" + tiny.program("new"), "name=new",
                                "-engine", "cmd=" + tiny.program("old"), "name=old"} +
                              conditions + Words{"-recover"});
    REQUIRE_MESSAGE(match.code == 0, match.output);
    CHECK(result_in(resumed.output) == result_in(match.output));

    // An engine that is not what the test says it is.
    REQUIRE(run_command(home,
                        from + Words{"-engine", "commit=new", "bench=7", "-engine", "commit=old"} +
                            conditions)
                .code == 0);
    CHECK(worker.wait_for(", and the test names 7"));
    CHECK(run_command(home, {"lab", "status"}).says(", and the test names 7"));
}

TEST_CASE("a program that was uploaded is played by machines that are trusted alone") {
    if (const auto sandbox = lab_net::Sandbox::find({}); !sandbox.is_there())
        return skip(sandbox.why_not());
    const TemporaryFolder home;
    const TinyRepository& tiny = TinyRepository::get();
    const Gate gate(home);
    CommandChild volunteer({"lab", "work", "--join", token_for(home, {"vic"}), "--cores", "1"},
                           home.path());
    REQUIRE(volunteer.wait_for("joined"));
    const Ended begun =
        run_command(home, {"lab", "test", "-engine", "binary=" + tiny.program("new"), "-engine",
                           "binary=" + tiny.program("old"), "-each", "nodes=50", "-rounds", "4",
                           "-games", "2"});
    REQUIRE_MESSAGE(begun.code == 0, begun.output);
    CommandChild own({"lab", "work", "--join", token_for(home, {"own", "--own"}), "--cores", "1"},
                     home.path());
    const std::string watched = watch(home);
    REQUIRE_MESSAGE(watched.contains("complete"), watched);
    const std::string status = run_command(home, {"lab", "status"}).output;
    CHECK_MESSAGE(status.contains("worker vic  cores 1  playing 0  units 0"), status);
    CHECK_MESSAGE(status.contains("worker own  cores 1  playing 0  units 4"), status);
}

TEST_CASE("what cannot be sent is refused before anything is") {
    const TemporaryFolder home;
    const TinyRepository& tiny = TinyRepository::get();
    const auto said = [&](const Words& words) {
        const Ended ended = run_command(home, Words{"lab", "test"} + words + conditions);
        CHECK(ended.code == 2);
        return ended.output;
    };
    const Words with_recipe{"-recipe", tiny.recipe()};
    CHECK(said({"-engine", "commit=new"}).contains("needs a recipe: -recipe FILE"));
    CHECK(said(with_recipe + Words{"-engine", "commit=new"}).contains("in which repository?"));
    CHECK(said(with_recipe + Words{"-repo", tiny.path(), "-engine", "commit=none"})
              .contains("commit=none: git: "));
    CHECK(said(with_recipe + Words{"-repo", tiny.path(), "-engine", "commit=new", "bench=many"})
              .contains("bench=many: is no whole number"));
    CHECK(said({"-engine", "binary=" + (home / "none")}).contains("binary="));
    CHECK(said({"-recipe", home / "none.toml", "-repo", tiny.path(), "-engine", "commit=new"})
              .contains("none.toml"));
}

TEST_CASE("a worker without a sandbox takes no test with such engines, and says why") {
    const TemporaryFolder home;
    const Gate gate(home);
    // The program's own libraries are found without PATH.
    CommandChild worker({"lab", "work", "--join", token_for(home, {"ann"}), "--cores", "1"},
                        home.path(), Connection::pipes, {"PATH=/nonexistent"});
    CHECK(worker.wait_for("no sandbox: bwrap, of Debian's package bubblewrap, is not there"));
    CHECK(worker.wait_for("joined with 1 core"));
}
