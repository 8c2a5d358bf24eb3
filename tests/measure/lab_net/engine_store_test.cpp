// Engines that a test sends along, built in a sandbox: what a build and an engine can touch there,
// what is checked, and what a machine without bubblewrap does.
#include "lab_net/engine_store.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lab_net/program_run.hpp"
#include "secrets/sodium_secrets.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using namespace kibitz::lab_net;
using namespace std::chrono_literals;
using lab::EngineBuild;

namespace {

// An "engine" that the shell builds: its benchmark says 42.
constexpr const char* engine_script = "#!/bin/sh\necho 'Nodes searched : 42'\n";

bool never() { return false; }

class Workshop {
   public:
    explicit Workshop(BuildLimits limits = {}, bool without_sandbox = false)
        : sandbox(without_sandbox ? Sandbox() : Sandbox::find({})),
          store(
              {.folder = folder / "kept",
               .limits = limits,
               .may_do_without_sandbox = without_sandbox},
              sandbox,
              [this](const std::string& hash, const EngineStore::GivenUp&) { return fetch(hash); },
              [this](const std::string& line) { said += line + "\n"; }) {}

    // Packs the files, which are name and text by turns, as a source.
    std::string pack(const std::vector<std::string>& files) {
        const std::string source = folder / "source";
        std::filesystem::create_directories(source);
        for (std::size_t file = 0; file + 1 < files.size(); file += 2)
            folder.write("source/" + files[file], files[file + 1]);
        auto packed =
            run_program({.program = "tar", .arguments = {"-czf", "-", "-C", source, "."}}, "", {});
        REQUIRE(packed);
        REQUIRE(packed->has_succeeded());
        content = packed->output;
        return secrets::SodiumSecrets("").sha256_hex(content);
    }
    EngineBuild engine(const std::string& command = "cp engine.sh engine") {
        return {.what = "engine",
                .content = pack({"engine.sh", engine_script}),
                .command = command,
                .program = "engine",
                .bench = "bench",
                .pattern = "Nodes searched : {}",
                .signature = 42};
    }
    std::string problem(const EngineBuild& build) {
        const auto path = store.program(build, never);
        return path ? "" : path.error();
    }
    std::expected<std::string, std::string> fetch(const std::string& hash) {
        ++fetched;
        if (hash != secrets::SodiumSecrets("").sha256_hex(content) && !sends_anything)
            return std::unexpected("no such upload");
        return content;
    }

    test::TemporaryFolder folder;
    std::string content, said;
    int fetched = 0;
    bool sends_anything = false;
    Sandbox sandbox;
    EngineStore store;
};

// False, and said, where there is no bubblewrap.
bool can_build() {
    const Sandbox sandbox = Sandbox::find({});
    if (!sandbox.is_there()) test::skip(sandbox.why_not());
    return sandbox.is_there();
}

}  // namespace

TEST_CASE("an engine is fetched, built and tried once, and kept by its content") {
    if (!can_build()) return;
    Workshop workshop;
    const EngineBuild build = workshop.engine();
    const auto path = workshop.store.program(build, never);
    REQUIRE_MESSAGE(path.has_value(), path.error());
    CHECK(workshop.store.program(build, never) == path);
    CHECK(workshop.fetched == 1);
    CHECK(workshop.said.contains("building engine"));
    CHECK(workshop.said.contains("signature 42"));

    // Another process of this machine, and the same source under another name.
    EngineStore again(
        {.folder = workshop.folder / "kept"}, workshop.sandbox,
        [](const std::string&, const EngineStore::GivenUp&) {
            return std::unexpected<std::string>("nothing is fetched");
        },
        [](const std::string&) {});
    EngineBuild renamed = build;
    renamed.what = "the same";
    CHECK(again.program(renamed, never) == path);
}

TEST_CASE("a kept engine that was changed is built anew") {
    if (!can_build()) return;
    Workshop workshop;
    const EngineBuild build = workshop.engine();
    const auto path = workshop.store.program(build, never);
    REQUIRE(path);
    std::ofstream(*path) << "#!/bin/sh\necho 'Nodes searched : 43'\n";
    EngineStore again(
        {.folder = workshop.folder / "kept"}, workshop.sandbox,
        [&](const std::string& hash, const EngineStore::GivenUp&) { return workshop.fetch(hash); },
        [](const std::string&) {});
    CHECK(again.program(build, never) == path);
    CHECK(workshop.fetched == 2);
}

TEST_CASE("an engine with another signature, or without one, is not played") {
    if (!can_build()) return;
    Workshop workshop;
    EngineBuild build = workshop.engine();
    build.signature = 41;
    CHECK(workshop.problem(build) == "engine: its benchmark gives 42, and the test names 41");
    build = workshop.engine("printf '#!/bin/sh\\necho hello\\n' > engine");
    CHECK(workshop.problem(build).contains("has no line like \"Nodes searched : {}\""));
    build = workshop.engine("printf '#!/bin/sh\\necho no good; exit 3\\n' > engine");
    CHECK(workshop.problem(build).contains("its benchmark failed with exit code 3: no good"));
    build = workshop.engine("echo 'engine.cpp:1: error' >&2; exit 2");
    CHECK(workshop.problem(build).contains("its build failed with exit code 2: engine.cpp:1"));
    build = workshop.engine("true");
    CHECK(workshop.problem(build).contains("its build failed"));
    CHECK(std::filesystem::is_empty(workshop.folder / "kept"));
}

TEST_CASE("other bytes than the test names are refused") {
    if (!can_build()) return;
    Workshop workshop;
    EngineBuild build = workshop.engine();
    build.content = std::string(64, '0');
    CHECK(workshop.problem(build) == "engine: no such upload");
    workshop.sends_anything = true;
    build.content = std::string(64, '1');
    CHECK(workshop.problem(build) == "engine: the laboratory sent other bytes than the test names");
}

TEST_CASE("a program that was uploaded is used as it is") {
    if (!can_build()) return;
    Workshop workshop;
    workshop.content = engine_script;
    const EngineBuild build{.what = "mine",
                            .content = secrets::SodiumSecrets("").sha256_hex(engine_script),
                            .program = "mine"};
    const auto path = workshop.store.program(build, never);
    REQUIRE_MESSAGE(path.has_value(), path.error());
    CHECK(run_program({.program = *path}, "", {})->output == "Nodes searched : 42\n");
}

TEST_CASE("a build has limits") {
    if (!can_build()) return;
    Workshop workshop({.time = 1s,
                       .memory_bytes = std::uint64_t{64} << 20,
                       .folder_bytes = std::uint64_t{4} << 20,
                       .program_bytes = 1000});
    CHECK(workshop.problem(workshop.engine("sleep 20")).contains("it took more than 1 s"));
    CHECK(workshop.problem(workshop.engine("head -c 20000000 /dev/zero > big; cp engine.sh engine"))
              .contains("its build failed"));
    // Many files, each of them small.
    CHECK(workshop
              .problem(workshop.engine("for i in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > "
                                       "$i || exit 1; done; cp engine.sh engine"))
              .contains("its build failed"));
    CHECK(workshop.problem(workshop.engine("head -c 2000 /dev/zero > engine"))
              .contains("it wrote more than 1000 bytes"));
    // Of 64 MB, the shell cannot keep 200 MB in a variable.
    CHECK(workshop
              .problem(workshop.engine(
                  "x=$(head -c 200000000 /dev/zero | tr '\\0' a); cp engine.sh engine"))
              .contains("its build "));
}

TEST_CASE("whoever has given up does not wait for a build, and the next one begins it anew") {
    if (!can_build()) return;
    Workshop workshop;
    const EngineBuild build = workshop.engine("sleep 1; cp engine.sh engine");
    const auto given_up = workshop.store.program(build, [] { return true; });
    REQUIRE_FALSE(given_up.has_value());
    CHECK(given_up.error().empty());
    CHECK(workshop.problem(build).empty());
}

TEST_CASE("in the sandbox there is no network, no home and nothing to write to but /tmp") {
    if (!can_build()) return;
    const Sandbox sandbox = Sandbox::find({});
    const test::TemporaryFolder folder;
    const std::string secret = folder.write("secret", "x");
    ::setenv("KIBITZ_SECRET", "x", 1);
    const auto inside = [&](const std::string& script, const Sandbox::Allowance& allowance = {}) {
        const auto run = run_program(
            sandbox.enclose({.program = "sh", .arguments = {"-c", script}}, allowance), "", {});
        REQUIRE(run);
        return run->output;
    };
    CHECK(inside("ls -A / | sort | tr '\\n' ' '").find("home") == std::string::npos);
    CHECK(inside("test -e /root -o -e /home -o -e /var -o -e /sys && echo there").empty());
    CHECK(inside("echo x > /x 2>/dev/null && echo written").empty());
    CHECK(inside("echo x > /usr/x 2>/dev/null && echo written").empty());
    CHECK(inside("echo x > /dev/x 2>/dev/null && echo written").empty());
    CHECK(inside("echo x > /dev/null && echo x > /dev/shm/x && echo written") == "written\n");
    const std::string own = "/tmp/" + folder.path().filename().string() + "-x";
    CHECK(inside("echo x > " + own + " && echo written") == "written\n");
    CHECK_FALSE(std::filesystem::exists(own));
    CHECK(inside("head -c 3000000 /dev/zero > " + own + " 2>/dev/null && echo written",
                 {.temporary_bytes = 1'000'000})
              .empty());
    CHECK(inside("cat " + secret + " 2>/dev/null").empty());
    CHECK(inside("cat " + secret, {.readable = {secret}}) == "x");
    CHECK(inside("echo y > " + secret + " 2>/dev/null && echo written", {.readable = {secret}})
              .empty());
    CHECK(inside("echo $KIBITZ_SECRET") == "\n");
    // Of all interfaces it sees the loopback of its own.
    CHECK(inside("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '") == "lo\n");
    // And of all processes its own.
    CHECK(inside("test -e /proc/" + std::to_string(::getpid()) + " && echo there").empty());
    ::unsetenv("KIBITZ_SECRET");
}

TEST_CASE("without bubblewrap nothing is built unless the owner of the machine says so") {
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", "/nonexistent", 1);
    const Sandbox none = Sandbox::find({});
    ::setenv("PATH", path.c_str(), 1);
    CHECK_FALSE(none.is_there());
    CHECK(none.why_not().contains("bubblewrap, is not there"));
    EngineStore store({}, none, {}, {});
    const auto refused = store.program({.what = "x", .content = "x", .program = "x"}, never);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().starts_with("no engine is built here: bwrap"));

    Workshop workshop({}, /*without_sandbox=*/true);
    CHECK(workshop.problem(workshop.engine()) == "");
}
