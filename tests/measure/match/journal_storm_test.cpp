// The journal of a match, killed and on a full disk at every byte.
#include <nlohmann/json.hpp>

#include "match/journal.hpp"
#include "support/journal_storm.hpp"

using namespace kibitz;
using namespace kibitz::match;
using test::bytes_of;
using test::TemporaryFolder;

namespace {

std::string text_of(const ReplayedGame& game) { return to_json(game.task, game.game).dump(); }

// As `kibitz match` does: a journal is resumed where there is one, and begun where there is none.
std::size_t play(const std::string& path, const JournalContents& match) {
    std::size_t games = 0;
    const auto play_rest = [&](Journal& journal) {
        for (; games < match.games.size(); ++games) {
            journal.game_finished(match.games[games].task, match.games[games].game);
            if (!journal.error().empty()) return;
        }
    };
    if (auto resumed = Journal::resume(path)) {
        games = resumed->second.games.size();
        play_rest(resumed->first);
    } else if (auto created = Journal::create(path, match.header)) {
        play_rest(*created);
    }
    return games;
}

}  // namespace

TEST_CASE("a match that is killed or out of room at every byte goes on with all its games") {
    auto match = read_journal((test::source_dir() / "tests/data/match-0.1.journal").string());
    REQUIRE_MESSAGE(match.has_value(), match.error());
    match->games.resize(3);
    test::storm_of_journals({.write = [&](const std::string& path) { return play(path, *match); },
                             .read =
                                 [](const std::string& path) {
                                     std::vector<std::string> games;
                                     if (const auto found = read_journal(path))
                                         for (const ReplayedGame& game : found->games)
                                             games.push_back(text_of(game));
                                     return games;
                                 }});
}

TEST_CASE("a journal that could not be begun leaves no file behind") {
    const TemporaryFolder folder;
    const std::string path = folder / "a.journal";
    std::expected<Journal, std::string> created = std::unexpected("");
    {
        const test::FullDisk full(5);
        auto tried = Journal::create(path, {});
        if (!tried) created = std::unexpected(tried.error());
    }
    REQUIRE(!created);
    CHECK(created.error() == "journal \"" + path + "\": File too large");
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("after an error no game is written, also when there is room again") {
    const auto match = read_journal((test::source_dir() / "tests/data/match-0.1.journal").string());
    REQUIRE(match.has_value());
    const TemporaryFolder folder;
    const std::string path = folder / "a.journal";
    auto journal = Journal::create(path, match->header);
    REQUIRE(journal);
    const std::string before = bytes_of(path);
    {
        const test::FullDisk full(before.size() + 10);
        journal->game_finished(match->games[0].task, match->games[0].game);
    }
    CHECK(journal->error() == "journal \"" + path + "\": File too large");
    journal->game_finished(match->games[1].task, match->games[1].game);
    CHECK(bytes_of(path) == before);
}

TEST_CASE("one match at a time has a journal, and somebody's file is left alone") {
    const TemporaryFolder folder;
    const std::string path = folder / "a.journal";
    const auto journal = Journal::create(path, {});
    REQUIRE(journal);
    const std::string taken = "journal \"" + path + "\": another match is writing it";
    CHECK(Journal::create(path, {}).error() == taken);
    CHECK(Journal::resume(path).error() == taken);
    const std::string letter = folder.write("letter.txt", "Dear Ann, how are y");
    CHECK(Journal::create(letter, {}).error().contains("exists already"));
    CHECK(Journal::resume(letter).error().contains("is empty"));
    CHECK(bytes_of(letter) == "Dear Ann, how are y");
}
