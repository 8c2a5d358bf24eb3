// A server that stands by takes over. Skipped where PostgreSQL's server is not installed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <memory>
#include <thread>

#include "arena/hall.hpp"
#include "serve/arena_client.hpp"
#include "serve/log/server_log.hpp"
#include "serve/running_arena.hpp"
#include "store/postgres_cluster.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

// More than are kept in memory, so that the oldest can only be read from the log.
constexpr std::size_t games_played = arena::Hall::most_finished_games + 20;

std::string id_of(std::size_t game) {
    constexpr std::size_t digits = 16;
    const std::string number = std::to_string(game);
    return std::string(digits - number.size(), '0') + number;
}

std::vector<store::LogEntry> log_of_games() {
    std::vector<store::LogEntry> log;
    for (std::size_t game = 0; game < games_played; ++game) {
        log.push_back({id_of(game),
                       1,
                       {{"type", "start"},
                        {"number", 1},
                        {"time", 1'500'000'000'000 + game},
                        {"game", "chess"},
                        {"setup", Json::object()},
                        {"players", {"Ann", "Bob"}},
                        {"base", 180'000},
                        {"increment", 0},
                        {"perMove", false},
                        {"lagCredit", 100},
                        {"awayLimit", 60'000},
                        {"mostFaults", 0},
                        {"rated", false},
                        {"classic", false},
                        {"contest", ""}}});
        log.push_back({id_of(game),
                       2,
                       {{"type", "end"},
                        {"number", 2},
                        {"time", 1'500'000'000'001 + game},
                        {"ending", "resignation"},
                        {"winner", 0},
                        {"reason", "resignation"}}});
    }
    return log;
}

std::vector<Json> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<Json> lines;
    for (std::string line; std::getline(file, line);) {
        Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!json.is_discarded()) lines.push_back(std::move(json));
    }
    return lines;
}

std::string event_of(const Json& line) { return line.at("event"); }

bool has(const std::vector<Json>& lines, const std::string& event) {
    return std::ranges::find(lines, event, event_of) != lines.end();
}

// The lines of the server log from the first of that event on.
std::vector<Json> lines_from(const std::string& path, const std::string& event) {
    const std::vector<Json> lines = lines_of(path);
    return {std::ranges::find(lines, event, event_of), lines.end()};
}

void wait_for(const std::string& path, const std::string& event) {
    constexpr int tries = 1'200;
    for (int i = 0; i < tries && !has(lines_of(path), event); ++i)
        std::this_thread::sleep_for(50ms);
    REQUIRE(has(lines_of(path), event));
}

}  // namespace

// What takes longer where the log has led to more is not timed but counted: that it reads a
// snapshot, writes one, or replays what it has replayed.
TEST_CASE("a standby goes on with the arena that it has, and does not make it anew") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    PostgresCluster cluster;
    const std::string address = cluster.new_database();
    {
        const auto store = store::open_postgres_store(address);
        REQUIRE_MESSAGE(store, store.error());
        REQUIRE((*store)->append(log_of_games()));
    }
    const TemporaryFolder first_folder, second_folder;
    const std::string log = second_folder / "log";
    auto first = std::make_unique<RunningArena>(serve::ArenaSettings{first_folder.path(), address});
    const std::string ann = register_bot(first->port(), "ann");
    std::filesystem::copy_file(first_folder / "key", second_folder / "key");

    REQUIRE(serve::open_server_log(log));
    auto taking_over = std::async(std::launch::async, [&] {
        return std::make_unique<RunningArena>(serve::ArenaSettings{
            .folder = second_folder.path(), .store_address = address, .is_standby = true});
    });
    wait_for(log, "standingBy");
    const std::string bob = register_bot(first->port(), "bob");
    first.reset();
    const auto second = taking_over.get();

    const auto lines = lines_from(log, "takingOver");
    CHECK_FALSE(has(lines, "snapshotLoaded"));
    CHECK_FALSE(has(lines, "snapshotWritten"));
    const auto replayed = std::ranges::find(lines, std::string("logReplayed"), event_of);
    REQUIRE(replayed != lines.end());
    CHECK(replayed->at("entries") <= 1);  // bob, if the standby had not read that yet
    CHECK(replayed->at("last") > 2 * games_played);

    // It has the key now, and reads the log.
    CHECK(BattleBot(second->port(), "ann", ann).authentication == "OK");
    CHECK(BattleBot(second->port(), "bob", bob).authentication == "OK");
    CHECK(get(second->port(), "/arena/games/" + id_of(0))["events"].size() == 2);
}
