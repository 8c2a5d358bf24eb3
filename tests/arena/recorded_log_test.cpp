// The log that an earlier version wrote gives back what it meant (tests/data/arena/README.md).
//     KIBITZ_RECORD_ARENA=tests/data/arena/NAME test_arena --source-file='*recorded_log*'
// records this version's.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "arena/sample_course.hpp"

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

}  // namespace

TEST_CASE("logs of earlier versions give back the arenas that wrote them") {
    const fs::path data = kibitz::test::source_dir() / "tests" / "data" / "arena";
    if (const char* folder = std::getenv("KIBITZ_RECORD_ARENA")) record(folder);
    int found = 0;
    for (const auto& folder : fs::directory_iterator(data)) {
        if (!folder.is_directory()) continue;
        CAPTURE(folder.path().string());
        ++found;
        VirtualArena arena;
        for (const Json& line : read_lines(folder.path() / "log.jsonl"))
            arena.log.push_back({line["stream"], line["number"], line["fact"]});
        const Json clients = Json::parse(std::ifstream(folder.path() / "clients.json"));
        arena.now = from_epoch(clients["now"]);
        arena.restart();
        CHECK(arena.misfits.empty());
        const Json answers = public_answers(arena);
        const auto expected = read_lines(folder.path() / "answers.jsonl");
        CHECK(expected.size() > 50);
        for (const Json& then : expected) {
            const std::string path = then["path"];
            REQUIRE_MESSAGE(answers.contains(path), path);
            compare(answers[path], then["body"], path);
        }
    }
    CHECK(found >= 1);
}
