// A database of games that grows while somebody looks things up in it.
#include "database/followed_database.hpp"

#include <filesystem>
#include <string>

#include "chess/pgn.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;

namespace {

constexpr std::chrono::milliseconds at_once{0};

void import(const std::string& folder, const std::string& pgn) {
    auto importing = GameImport::begin(folder);
    REQUIRE_MESSAGE(importing.has_value(), importing.error().text);
    const Query all;
    Finder finder(all, [&](const FoundGame& game) { CHECK(importing->add(game).has_value()); });
    PgnReader reader(finder);
    reader.feed(pgn);
    reader.finish();
    CHECK(importing->finish().has_value());
}

std::string game(const std::string& white, const std::string& black = "Bob") {
    return "[White \"" + white + "\"]\n[Black \"" + black +
           "\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
}

}  // namespace

TEST_CASE("games that are added are there at the next look, and old ones stay as they were") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    import(folder, game("Ann"));
    const auto followed = FollowedDatabase::open(folder, at_once);
    REQUIRE(followed.has_value());
    const auto before = (*followed)->current();
    CHECK(before->games() == 1);
    CHECK((*followed)->current() == before);  // nothing has changed
    import(folder, game("Cleo") + game("Dan"));
    CHECK((*followed)->current()->games() == 3);
    CHECK(before->games() == 1);
    PgnVisitor nobody;
    CHECK(before->play(1, nobody));  // its file has been replaced
}

TEST_CASE("files are not looked at more often than is asked for") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    import(folder, game("Ann"));
    const auto followed = FollowedDatabase::open(folder, std::chrono::hours(1));
    REQUIRE(followed.has_value());
    import(folder, game("Cleo"));
    CHECK((*followed)->current()->games() == 1);
}

TEST_CASE("a folder that is no database is refused, and one that is lost later stays as it was") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    const auto absent = FollowedDatabase::open(folder, at_once);
    REQUIRE_FALSE(absent.has_value());
    CHECK(absent.error().fault == DatabaseFault::no_database);
    import(folder, game("Ann"));
    const auto followed = FollowedDatabase::open(folder, at_once);
    REQUIRE(followed.has_value());
    std::filesystem::remove_all(folder);
    CHECK((*followed)->current()->games() == 1);
}

TEST_CASE("players are counted over both colours and all segments, the most frequent first") {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary / "db";
    import(folder, game("Ann") + game("Cleo", "Ann") + game("?", "Dan") + game("Dan", "Ann"));
    const auto players = GameDatabase::open(folder)->players();
    REQUIRE(players.size() == 4);
    CHECK(players[0].name == "Ann");
    CHECK(players[0].games == 3);
    CHECK(players[1].name == "Dan");
    CHECK(players[2].name == "Bob");
    CHECK(players[3].name == "Cleo");
    CHECK(players[3].games == 1);
}
