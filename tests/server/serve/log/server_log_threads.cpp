// The server's own log: bounded, and opened anew where logrotate moves it away.
#include "serve/log/server_log.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

std::vector<json> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<json> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
    return lines;
}

}  // namespace

TEST_CASE("lines that are repeated are counted, not written") {
    const test::TemporaryFolder folder;
    const std::string path = folder / "log";
    REQUIRE(serve::open_server_log(path));
    constexpr int refusals = 20'000;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 1; i <= refusals; ++i)
        serve::log_event(serve::LogLevel::warning, "connectionRefused", {{"address", i}});
    const auto took =
        std::chrono::ceil<std::chrono::seconds>(std::chrono::steady_clock::now() - began);
    std::this_thread::sleep_for(1500ms);
    const auto lines = lines_of(path);
    // One line a second, and each refusal is in one of them.
    CHECK(static_cast<std::int64_t>(lines.size()) <= took.count() + 2);
    std::int64_t counted = 0;
    for (const json& line : lines) {
        CHECK(line["event"] == "connectionRefused");
        counted += line.value("repeated", 1);
    }
    CHECK(counted == refusals);
    CHECK(lines.back()["address"] == refusals);
    CHECK(lines.back()["level"] == "warning");
}

TEST_CASE("the log is opened anew after it was moved away") {
    const test::TemporaryFolder folder;
    const std::string path = folder / "log", old = folder / "log.1";
    REQUIRE(serve::open_server_log(path));
    serve::log_event(serve::LogLevel::info, "first");
    std::filesystem::rename(path, old);
    serve::log_event(serve::LogLevel::info, "second");
    REQUIRE(serve::reopen_server_log());
    serve::log_event(serve::LogLevel::info, "third");
    CHECK(lines_of(old).size() == 2);
    const auto lines = lines_of(path);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0]["event"] == "third");

    // A file is where the folder was.
    std::filesystem::remove_all(folder.path());
    std::ofstream(folder.path()) << "x";
    CHECK(!serve::reopen_server_log());
    serve::log_event(serve::LogLevel::info, "fourth");
    REQUIRE(serve::open_server_log("-"));
}
