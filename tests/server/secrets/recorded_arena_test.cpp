// The log that an earlier version wrote gives back what it meant (tests/data/arena/README.md).
//     KIBITZ_RECORD_ARENA=tests/data/arena/NAME test_secrets --source-file='*recorded*'
// records this version's, and with KIBITZ_RECORD_SNAPSHOTS set it records a snapshot in each
// folder.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "secrets/sample_course.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;
namespace fs = std::filesystem;

namespace {

void record(const fs::path& folder) {
    SampleCourse course;
    fs::create_directories(folder);
    std::ofstream log(folder / "log.jsonl");
    for (const LogEntry& entry : course.arena.log)
        log << Json{{"stream", entry.stream}, {"number", entry.number}, {"fact", entry.fact}}.dump()
            << '\n';
    course.arena.restart();
    REQUIRE(course.arena.misfits.empty());
    std::ofstream(folder / "clients.json") << Json{{"now", to_epoch(course.arena.now)},
                                                   {"tokens", course.tokens},
                                                   {"passHashes", course.pass_hashes}}
                                                  .dump(2)
                                           << '\n';
    std::ofstream answers(folder / "answers.jsonl");
    for (const auto& [path, body] : public_answers(course.arena).items())
        answers << Json{{"path", path}, {"body", body}}.dump() << '\n';
}

std::vector<Json> read_lines(const fs::path& path) {
    std::vector<Json> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
    return lines;
}

// Where `now` lacks something of `then` or has another value; later versions may add fields.
void compare(const Json& now, const Json& then, const std::string& where) {
    CAPTURE(where);
    if (then.is_object() && now.is_object()) {
        for (const auto& [name, value] : then.items()) {
            REQUIRE_MESSAGE(now.contains(name), where, " has no ", name);
            compare(now[name], value, where + " " + name);
        }
    } else if (then.is_array() && now.is_array() && then.size() == now.size()) {
        for (std::size_t i = 0; i < then.size(); ++i)
            compare(now[i], then[i], where + " " + std::to_string(i));
    } else {
        CHECK(now == then);
    }
}

void check_token(VirtualArena& arena, const std::string& name, const std::string& token) {
    CAPTURE(name);
    static ConnectionId id = 10'000;
    arena.open(++id, Protocol::kibitz);
    arena.receive(id, Json{{"type", "hello"}, {"token", token}}.dump());
    const Json answer = Json::parse(arena.mail[id].messages.front());
    if (arena.arena->accounts().find(name)->is_banned) {
        CHECK(answer["code"] == "banned");
    } else {
        CHECK(answer["type"] == "welcome");
        CHECK(answer["name"] == name);
    }
}

void check_pass_hash(VirtualArena& arena, const std::string& bot, const std::string& pass_hash) {
    CAPTURE(bot);
    static ConnectionId id = 20'000;
    arena.open(++id, Protocol::battlebot);
    const std::string salt = Json::parse(arena.mail[id].messages.back())["salt"];
    arena.receive(id, Json{{"bot_id", bot},
                           {"login_hash", arena.secrets->sha256_hex(pass_hash + salt)},
                           {"game", "noughtsandcrosses"}}
                          .dump());
    CHECK(Json::parse(arena.mail[id].messages[1])["authentication"] == "OK");
    arena.lose(id);
}

// The snapshot of this version means what the log means. Where it does not, or cannot be read, what
// has changed needs a higher Arena::saved_version and snapshots recorded anew.
void check_snapshot(const fs::path& folder, const VirtualArena& replayed, const Json& answers) {
    const fs::path file = folder / ("snapshot-" + std::to_string(Arena::saved_version));
    const std::size_t entries = read_lines(folder / "log.jsonl").size();
    constexpr std::uint64_t beginning = 2'000'000;
    VirtualArena arena(std::make_unique<RepeatableSecrets>(beginning));
    arena.log.assign(replayed.log.begin(),
                     replayed.log.begin() + static_cast<std::ptrdiff_t>(entries));
    arena.now = replayed.now;
    if (std::getenv("KIBITZ_RECORD_SNAPSHOTS") != nullptr)
        std::ofstream(file, std::ios::binary) << arena.saved(entries);
    std::ifstream saved(file, std::ios::binary);
    REQUIRE_MESSAGE(saved, file.string());
    arena.restart_from(std::string(std::istreambuf_iterator(saved), {}), entries);
    CHECK(arena.misfits.empty());
    CHECK(public_answers(arena) == answers);
}

// Clocks run out and rounds follow, until every contest is over.
void play_on(VirtualArena& arena) {
    const Time end = arena.now + std::chrono::hours(48);
    while (arena.now < end) arena.wait_until(arena.now + std::chrono::minutes(10));
    for (const auto& [name, contest] : arena.arena->contests().all()) {
        CAPTURE(name);
        CHECK(contest->stage() == Contest::Stage::over);
    }
}

Json contests_of(VirtualArena& arena) {
    Json contests = Json::object();
    for (const Json& listed : arena.arena->contests().listed()) {
        const std::string name = listed["name"];
        contests[name] = *arena.arena->contests().shown(name);
    }
    return contests;
}

}  // namespace

TEST_CASE("logs of earlier versions give back the arenas that wrote them") {
    const fs::path data = kibitz::test::source_dir() / "tests" / "data" / "arena";
    if (const char* folder = std::getenv("KIBITZ_RECORD_ARENA")) record(folder);
    int found = 0;
    for (const auto& folder : fs::directory_iterator(data)) {
        if (!folder.is_directory()) continue;
        CAPTURE(folder.path().string());
        ++found;
        // Ids other than those in the log.
        constexpr std::uint64_t beginning = 1'000'000;
        VirtualArena arena(std::make_unique<RepeatableSecrets>(beginning));
        for (const Json& line : read_lines(folder.path() / "log.jsonl"))
            arena.log.push_back({line["stream"], line["number"], line["fact"]});
        const Json clients = Json::parse(std::ifstream(folder.path() / "clients.json"));
        arena.now = from_epoch(clients["now"]);
        arena.restart();
        CHECK(arena.misfits.empty());
        const Json answers = public_answers(arena);
        check_snapshot(folder.path(), arena, answers);
        const auto expected = read_lines(folder.path() / "answers.jsonl");
        CHECK(expected.size() > 50);
        for (const Json& then : expected) {
            const std::string path = then["path"];
            REQUIRE_MESSAGE(answers.contains(path), path);
            compare(answers[path], then["body"], path);
        }
        for (const auto& [name, token] : clients["tokens"].items()) check_token(arena, name, token);
        for (const auto& [name, pass_hash] : clients["passHashes"].items())
            check_pass_hash(arena, name, pass_hash);
        // Contests that were running are played to their end, by rounds that are in the log now.
        play_on(arena);
        const auto after = contests_of(arena);
        arena.restart();
        CHECK(arena.misfits.empty());
        CHECK(contests_of(arena) == after);
    }
    CHECK(found >= 1);
}
