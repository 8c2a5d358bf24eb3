// Databases of games that servers share by PostgreSQL. Skipped where its server is not installed.
#include "serve/games/shared_database.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>
#include <vector>

#include "database/game_database.hpp"
#include "serve/games/games_service.hpp"
#include "serve/games/imported_games.hpp"
#include "store/postgres_cluster.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::serve;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

constexpr auto short_pause = 20ms;

struct Told {
    std::vector<std::string> files{};
    std::expected<Published, std::string> published{};
};

Told publish(const std::string& folder, const std::string& address,
             const std::string& name = "club") {
    Told told;
    told.published =
        publish_database(folder, address, name, [&told](const std::string& file, std::size_t sent) {
            CHECK(sent == told.files.size());
            told.files.push_back(file);
        });
    return told;
}

// Two games in a file.
void import_in_small_files(const std::string& folder, int from, int to) {
    ImportSettings settings;
    settings.games_of_segment = 2;
    std::string pgn;
    for (int i = from; i < to; ++i) pgn += one_game("Player " + std::to_string(i), "2024.05.17");
    import_games(folder, pgn, std::move(settings));
}

std::uint64_t games_in(const std::string& folder) {
    const auto database = GameDatabase::open(folder);
    return database ? database->games() : 0;
}

bool comes_to_have(const std::string& folder, std::uint64_t games) {
    for (int i = 0; i < 500; ++i) {
        if (games_in(folder) == games) return true;
        std::this_thread::sleep_for(short_pause);
    }
    return false;
}

}  // namespace

TEST_CASE("a database that is published is on every server, and stays as it is published") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    static PostgresCluster cluster;  // for all of them: it takes long to make
    const std::string address = cluster.new_database();
    const TemporaryFolder folder;
    const std::string ours = folder / "ours", copy = folder / "data/games/club";
    const auto open = [&](const std::string& name = "club") {
        return SharedDatabase::open(address, name, copy, short_pause);
    };
    import_in_small_files(ours, 0, 5);

    SUBCASE("only what has changed is sent and fetched") {
        CHECK(publish(ours, address).files ==
              std::vector<std::string>{"kibitz-games", "000001.games", "000002.games",
                                       "000003.games"});
        CHECK(publish(ours, address).files.empty());
        const auto shared = open();
        REQUIRE_MESSAGE(shared.has_value(), shared.error());
        CHECK((*shared)->folder() == copy);
        CHECK(games_in(copy) == 5);
        const auto first_written = std::filesystem::last_write_time(copy + "/000001.games");
        // The last file is filled up, and another is new.
        import_in_small_files(ours, 5, 8);
        CHECK(games_in(ours) == 8);
        const Told told = publish(ours, address);
        CHECK(told.files == std::vector<std::string>{"000003.games", "000004.games"});
        REQUIRE(told.published.has_value());
        CHECK(told.published->sent == 2);
        CHECK(told.published->files == 5);
        CHECK(comes_to_have(copy, 8));
        CHECK(std::filesystem::last_write_time(copy + "/000001.games") == first_written);
    }

    SUBCASE("another database of that name takes the place of the first") {
        REQUIRE(publish(ours, address).published.has_value());
        const auto shared = open();
        REQUIRE_MESSAGE(shared.has_value(), shared.error());
        import_in_small_files(folder / "smaller", 100, 101);
        REQUIRE(publish(folder / "smaller", address).published.has_value());
        CHECK(comes_to_have(copy, 1));
        CHECK(!std::filesystem::exists(copy + "/000003.games"));
        // One of another name is left alone.
        REQUIRE(publish(ours, address, "people").published.has_value());
        std::this_thread::sleep_for(10 * short_pause);
        CHECK(games_in(copy) == 1);
    }

    SUBCASE("a copy that is damaged, or of another state, is mended when the server starts") {
        REQUIRE(publish(ours, address).published.has_value());
        {
            REQUIRE(open().has_value());
        }
        std::ofstream(copy + "/000002.games") << "damaged";
        std::filesystem::copy_file(copy + "/000001.games", copy + "/000009.games");
        {
            REQUIRE(open().has_value());
        }
        CHECK(games_in(copy) == 5);
        CHECK(!std::filesystem::exists(copy + "/000009.games"));
        std::filesystem::remove(copy + "/kibitz-games");
        {
            REQUIRE(open().has_value());
        }
        CHECK(games_in(copy) == 5);
    }

    SUBCASE("a name without a folder is served from there") {
        GamesSettings settings;
        settings.databases = {"club"};
        settings.store = address;
        settings.copies = folder / "data/games";
        CHECK(!GamesService::open(settings).has_value());  // nothing is published yet
        REQUIRE(publish(ours, address).published.has_value());
        const auto service = GamesService::open(settings);
        REQUIRE_MESSAGE(service.has_value(), service.error());
        std::promise<std::string> listed;
        (*service)->answer(
            {.method = "GET",
             .path = std::string(GamesService::path),
             .query = "",
             .headers = {},
             .body = "",
             .address = "192.0.2.1"},
            [&listed](const net::Response& response) { listed.set_value(response.body); });
        CHECK(listed.get_future().get() == "{\"databases\":[{\"name\":\"club\",\"games\":5}]}\n");
    }

    SUBCASE("while PostgreSQL is away, the copy stays; what is published later comes") {
        REQUIRE(publish(ours, address).published.has_value());
        const auto shared = open();
        REQUIRE_MESSAGE(shared.has_value(), shared.error());
        cluster.stop(SIGQUIT);
        CHECK(open().has_value());  // with what was there
        CHECK(!SharedDatabase::open(address, "club", folder / "empty", short_pause).has_value());
        import_in_small_files(ours, 5, 6);
        const Told told = publish(ours, address);
        REQUIRE(!told.published.has_value());
        CHECK(told.published.error().starts_with("games in PostgreSQL: "));
        std::this_thread::sleep_for(5 * short_pause);
        CHECK(games_in(copy) == 5);
        cluster.start();
        REQUIRE(publish(ours, address).published.has_value());
        CHECK(comes_to_have(copy, 6));
    }

    SUBCASE("a publication that fails changes nothing") {
        REQUIRE(publish(ours, address).published.has_value());
        import_in_small_files(ours, 5, 8);
        const auto failed = publish_database(
            ours, address, "club", [&](const std::string& file, std::size_t /*sent*/) {
                // Another import is at work; what is sent is not what was to be sent.
                if (file == "000004.games") std::ofstream(ours + "/" + file) << "being written";
            });
        REQUIRE(!failed.has_value());
        CHECK(failed.error() == "games in PostgreSQL: 000004.games has changed while it was sent");
        REQUIRE(open().has_value());
        CHECK(games_in(copy) == 5);
    }

    SUBCASE("nobody is told of a database that is not there") {
        const auto nowhere = open();
        REQUIRE(!nowhere.has_value());
        CHECK(nowhere.error() ==
              "no database of games was published as club; kibitz games publish does that");
        REQUIRE(publish(ours, address).published.has_value());
        CHECK(!open("Club").has_value());
        CHECK(!publish(folder / "none", address).published.has_value());
        CHECK(!publish(ours, "postgresql://[").published.has_value());
    }

    SUBCASE("a file with a name that leads elsewhere is not written") {
        REQUIRE(publish(ours, address).published.has_value());
        REQUIRE(cluster.query("INSERT INTO kibitz_games VALUES ('club', '../../stolen', "
                              "encode(sha256('x'), 'hex'), 'x')",
                              address) == 0);
        const auto refused = open();
        REQUIRE(!refused.has_value());
        CHECK(refused.error() == "\"../../stolen\" is no file of a database of games");
        CHECK(!std::filesystem::exists(folder / "data/stolen"));
    }
}
