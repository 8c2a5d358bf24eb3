// Snapshots of the arena's state. That nothing is missing in them is what random schedules show.
#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

std::string snapshot_with_a_game_and_a_contest() {
    ThreePlayers server;
    (void)server.start_game();
    server.send(ann, {{"type", "createContest"},
                      {"name", "Open"},
                      {"kind", "swiss"},
                      {"game", "chess"},
                      {"base", 60'000},
                      {"increment", 0}});
    server.send(ann, {{"type", "joinContest"}, {"contest", "Open"}});
    server.send(bob, {{"type", "joinContest"}, {"contest", "Open"}});
    server.send(ann, {{"type", "startContest"}, {"contest", "Open"}});
    return server.arena.saved(server.arena.log.size());
}

bool can_be_loaded(std::string_view saved) {
    FakeSecrets secrets;
    Arena arena(secrets, [](const StreamPart&) { return std::vector<LogEntry>(); });
    return arena.load(saved);
}

}  // namespace

TEST_CASE("a snapshot that was cut off or has something after it is refused") {
    const std::string saved = snapshot_with_a_game_and_a_contest();
    CHECK(can_be_loaded(saved));
    for (std::size_t size = 0; size < saved.size(); ++size)
        CHECK_FALSE(can_be_loaded(std::string_view(saved).substr(0, size)));
    CHECK_FALSE(can_be_loaded(saved + '\0'));
}

TEST_CASE("bytes that are no snapshot do no harm") {
    const std::string saved = snapshot_with_a_game_and_a_contest();
    for (std::size_t i = 0; i < saved.size(); ++i) {
        std::string changed = saved;
        changed[i] = static_cast<char>(~changed[i]);
        (void)can_be_loaded(changed);
    }
}
