// Finished games as PGN, out of the log that an earlier version wrote.
#include "serve/arena/game_archive.hpp"

#include <fstream>
#include <map>
#include <regex>

#include "arena/accounts.hpp"
#include "arena/fields.hpp"
#include "arena/game_event.hpp"
#include "arena/iso_time.hpp"
#include "store/recorded_log.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::serve;
using namespace kibitz::test;

namespace {

std::string text_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator(in), {}};
}

// The chess games of a log that count, by the month of their end, and who played.
struct PlayedGame {
    std::string month;
    std::array<std::string, 2> players;
};
std::vector<PlayedGame> chess_games(const std::vector<store::LogEntry>& log) {
    std::map<std::string, std::array<std::string, 2>> players;
    std::vector<PlayedGame> games;
    for (const store::LogEntry& entry : log) {
        const auto event = arena::game_event_of(entry.fact);
        if (!event) continue;
        if (const auto* started = std::get_if<arena::Started>(&event->fact);
            started && started->settings.game.starts_with("chess"))
            players[entry.stream] = started->settings.players;
        const auto* ended = std::get_if<arena::Ended>(&event->fact);
        constexpr std::size_t month_size = 7;
        if (ended && ended->ending != arena::Ending::aborted && players.contains(entry.stream))
            games.push_back(
                {arena::iso_time(event->time).substr(0, month_size), players[entry.stream]});
    }
    return games;
}

}  // namespace

TEST_CASE("finished games are archived by month and by player") {
    const TemporaryFolder folder;
    const auto log = store::test::read_log(store::test::recorded_logs() / "0.1.0");
    const auto store = store::make_memory_store();
    REQUIRE(store->append(log));
    const auto games = chess_games(log);
    REQUIRE(games.size() > 1);
    const std::string month = games.front().month, player = games.front().players[0];
    int files = 0;
    // As many games as the file says, each with a result.
    const auto archived = [&](const GameSelection& selection) {
        const std::string file = folder.path() / (std::to_string(++files) + ".pgn");
        const auto count = archive_games(*store, selection, file);
        REQUIRE(count);
        const std::string text = text_of(file);
        const std::regex event(R"(\[Event "[^\n]*"\])");
        CHECK(std::distance(std::sregex_iterator(text.begin(), text.end(), event), {}) ==
              static_cast<std::ptrdiff_t>(*count));
        return *count;
    };
    const auto expected = [&](const auto& is_wanted) {
        return static_cast<std::size_t>(std::ranges::count_if(games, is_wanted));
    };
    CHECK(archived({}) == games.size());
    CHECK(archived({.month = month}) ==
          expected([&](const PlayedGame& game) { return game.month == month; }));
    CHECK(archived({.month = "1999-12"}) == 0);
    CHECK(archived({.player = player}) == expected([&](const PlayedGame& game) {
              return game.players[0] == player || game.players[1] == player;
          }));
    CHECK(archived({.player = "Nobody"}) == 0);
}

TEST_CASE("an archive names no player whose data was deleted later") {
    const TemporaryFolder folder;
    auto log = store::test::read_log(store::test::recorded_logs() / "0.1.0");
    const std::string player = chess_games(log).front().players[0];
    const auto count_of = [&](const std::string& name, const char* file) {
        const auto store = store::make_memory_store();
        REQUIRE(store->append(log));
        return archive_games(*store, {.player = name}, folder.path() / file).value_or(0);
    };
    const std::size_t games = count_of(player, "before.pgn");
    REQUIRE(games > 0);
    const auto accounts =
        std::ranges::count(log, arena::Accounts::stream, &arena::LogEntry::stream);
    log.push_back({arena::Accounts::stream,
                   static_cast<int>(accounts) + 1,
                   {{"type", "forgotten"}, {"name", player}, {"to", "Deleted player 99"}}});
    CHECK(count_of(player, "old_name.pgn") == 0);
    CHECK(count_of("Deleted player 99", "new_name.pgn") == games);
    CHECK(count_of("", "all.pgn") > games);
    CHECK(text_of(folder.path() / "before.pgn").find('"' + player + '"') != std::string::npos);
    for (const char* file : {"new_name.pgn", "all.pgn"})
        CHECK(text_of(folder.path() / file).find('"' + player + '"') == std::string::npos);
}

TEST_CASE("an archive is never written over a file or halfway") {
    const TemporaryFolder folder;
    const auto store = store::make_memory_store();
    const std::string file = folder.path() / "games.pgn";
    REQUIRE(archive_games(*store, {}, file) == 0U);
    const auto code = [&](const GameSelection& selection, const std::string& path) {
        const auto done = archive_games(*store, selection, path);
        REQUIRE(!done);
        return done.error().code;
    };
    CHECK(code({}, file) == arena::ErrorCode::file_exists);
    CHECK(code({}, "games.pgn") == arena::ErrorCode::path_not_absolute);
    CHECK(code({.month = "October"}, file + "2") == arena::ErrorCode::bad_field);
    CHECK(code({}, folder.path() / "none" / "games.pgn") == arena::ErrorCode::copy_failed);
    auto log = store::test::read_log(store::test::recorded_logs() / "0.1.0");
    log.erase(log.begin() + 1);
    REQUIRE(store->append(log));
    CHECK(code({}, file + "3") == arena::ErrorCode::copy_failed);
    CHECK(!std::filesystem::exists(file + "3"));
}
