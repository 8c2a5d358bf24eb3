// A damaged log is looked through, and copied without the damage.
#include "serve/arena/log_check.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "arena/three_players.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using namespace kibitz::arena;
using namespace kibitz::arena::test;
using kibitz::test::TemporaryFolder;

namespace {

// The log of two games that are over, in a file.
class DamagedLog {
   public:
    explicit DamagedLog(int more_players = 0) {
        ThreePlayers players;
        for (int n = 0; n < more_players; ++n) players.register_bot("bot " + std::to_string(n));
        for (std::string* game : {&first_game, &second_game}) {
            *game = players.start_game();
            for (const auto& [id, uci] : {std::pair(ann, "e2e4"), {bob, "e7e5"}, {ann, "g1f3"}})
                players.send(id, {{"type", "move"}, {"game", *game}, {"move", {{"uci", uci}}}});
            players.send(bob, {{"type", "resign"}, {"game", *game}});
        }
        entries = players.arena.log.size();
        const auto store = store::open_sqlite_store(path);
        REQUIRE(store);
        REQUIRE((*store)->append(players.arena.log));
    }

    void damage(const std::string& statement) const {
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec(statement);
    }
    serve::LogCheck check(store::EventStore* copy = nullptr) const {
        const auto store = store::open_sqlite_store_for_reading(path);
        REQUIRE_MESSAGE(store, store.error());
        const auto checked = serve::check_log(**store, copy);
        REQUIRE(checked);
        return *checked;
    }

    const TemporaryFolder folder;
    const std::string path = folder / "arena.db";
    std::string first_game, second_game;
    std::size_t entries = 0;
};

std::vector<LogEntry> all(store::EventStore& store) {
    std::vector<LogEntry> found;
    REQUIRE(store::replay(store, [&](const LogEntry& entry) { found.push_back(entry); }));
    return found;
}

// A server can start with it.
void check_replays(store::EventStore& store) {
    VirtualArena arena;
    arena.log = all(store);
    arena.restart();
    CHECK(arena.misfits.empty());
}

}  // namespace

TEST_CASE("a log without damage is whole, and so is its copy") {
    const DamagedLog log;
    const auto copy = store::make_memory_store();
    const serve::LogCheck check = log.check(copy.get());
    CHECK(check.is_whole());
    CHECK(check.entries == log.entries);
    CHECK(all(*copy).size() == log.entries);
    CHECK(serve::describe(check) ==
          std::to_string(log.entries) + " entries are as they should be\n");
}

TEST_CASE("a game ends before its first damaged entry, and others are untouched") {
    const DamagedLog log;
    log.damage("UPDATE log SET fact = replace(fact, 'e7e5', 'e7e6') WHERE stream = '" +
               log.first_game + "' AND number = 3");
    const auto copy = store::make_memory_store();
    const serve::LogCheck check = log.check(copy.get());
    CHECK_FALSE(check.is_whole());
    REQUIRE(check.damaged.size() == 1);
    CHECK(check.damaged[0].stream == log.first_game);
    CHECK(check.damaged[0].number == 3);
    CHECK(check.cut_games.at(log.first_game).later == 2);
    CHECK(check.entries == log.entries - 3);
    CHECK(copy->stream(log.first_game)->size() == 2);
    CHECK(copy->stream(log.second_game)->size() == 5);
    check_replays(*copy);
    const std::string text = serve::describe(check);
    CHECK(text.starts_with("entry 3 of the stream \"" + log.first_game +
                           "\": its checksum does not fit: it is not as it was written\n"
                           "  the game ends before it; 2 later entries go, too\n"));
    // Only looking changes nothing.
    CHECK(log.check().entries == check.entries);
}

TEST_CASE("after a damaged account the others move up") {
    const DamagedLog log;
    log.damage(
        "UPDATE log SET fact = replace(fact, 'Bob', 'Rob') WHERE stream = 'accounts'"
        " AND number = 2");
    const auto copy = store::make_memory_store();
    const serve::LogCheck check = log.check(copy.get());
    CHECK(check.damaged ==
          std::vector{store::Damage{"accounts", 2,
                                    "its checksum does not fit: it is not as it was written"}});
    const auto accounts = copy->stream("accounts");
    REQUIRE(accounts);
    REQUIRE(accounts->size() == 2);
    CHECK((*accounts)[1].number == 2);
    CHECK((*accounts)[1].fact["name"] == "Eve");
    check_replays(*copy);
}

TEST_CASE("an entry that is missing is noticed by what comes after it") {
    const DamagedLog log;
    log.damage("DELETE FROM log WHERE stream = '" + log.second_game + "' AND number = 4");
    const serve::LogCheck check = log.check();
    REQUIRE(check.damaged.size() == 1);
    CHECK(check.damaged[0].stream == log.second_game);
    CHECK(check.damaged[0].number == 5);
    CHECK(check.damaged[0].what == "entry 4 should be here");
}

TEST_CASE("of a file that was cut off, what can be read is kept") {
    constexpr int many = 300;  // so that the file has many pages
    const DamagedLog log(many);
    const auto size = std::filesystem::file_size(log.path);
    std::filesystem::resize_file(log.path, size - size / 3);
    const auto copy = store::make_memory_store();
    const auto store = store::open_sqlite_store_for_reading(log.path);
    REQUIRE_MESSAGE(store, store.error());
    const auto check = serve::check_log(**store, copy.get());
    REQUIRE(check);
    CHECK_FALSE(check->is_whole());
    CHECK(check->unread.find("malformed") != std::string::npos);
    CHECK(check->entries == all(*copy).size());
    CHECK(check->entries < log.entries);
    check_replays(*copy);
}
