// Databases of games over HTTP: what is answered, what is refused, and how much anybody may ask.
// tests/examples/games_served_test.py compares the answers with those of kibitz games.
#include "serve/games/games_service.hpp"

#include <algorithm>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "collection/invented_games.hpp"
#include "net/http_status.hpp"
#include "page_protocol/games/games_question.hpp"
#include "serve/games/imported_games.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::collection;
using nlohmann::json;

namespace {

constexpr int many_games = 400;

// A database of invented games, and one that grows.
class Databases {
   public:
    Databases() {
        test::Random random(11);
        std::string pgn;
        for (int i = 0; i < many_games; ++i) pgn += to_pgn(test::invented_game(random, 60)) + '\n';
        import("many", pgn);
        import("small", test::one_game("Ann", "2024.05.17"));
    }

    void import(const std::string& name, const std::string& pgn) const {
        test::import_games(folder_ / name, pgn);
    }

    [[nodiscard]] serve::GamesSettings settings() const {
        serve::GamesSettings settings;
        settings.databases = {"many=" + (folder_ / "many"), "small=" + (folder_ / "small")};
        settings.pause = std::chrono::milliseconds(0);
        return settings;
    }
    [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

   private:
    test::TemporaryFolder folder_;
};

std::unique_ptr<serve::GamesService> opened(serve::GamesSettings settings) {
    auto service = serve::GamesService::open(std::move(settings));
    REQUIRE_MESSAGE(service.has_value(), service.error());
    return *std::move(service);
}

std::future<net::Response> begin(serve::GamesService& service, const std::string& rest,
                                 const std::string& client = "192.0.2.1") {
    const std::size_t mark = rest.find('?');
    auto answered = std::make_shared<std::promise<net::Response>>();
    service.answer(
        {.method = "GET",
         .path = std::string(serve::GamesService::path) + rest.substr(0, mark),
         .query = mark == std::string::npos ? "" : rest.substr(mark + 1),
         .headers = {},
         .body = {},
         .address = client},
        [answered](net::Response response) { answered->set_value(std::move(response)); });
    return answered->get_future();
}

net::Response ask(serve::GamesService& service, const std::string& rest) {
    return begin(service, rest).get();
}

json told(serve::GamesService& service, const std::string& rest) {
    const net::Response response = ask(service, rest);
    CHECK_MESSAGE(response.status == net::status_ok, rest << ": " << response.body);
    return json::parse(response.body);
}

}  // namespace

TEST_CASE("only the addresses of the databases are theirs") {
    CHECK(serve::GamesService::has_path("/api/games"));
    CHECK(serve::GamesService::has_path("/api/games/many/tree"));
    CHECK_FALSE(serve::GamesService::has_path("/api/gamesters"));
    CHECK_FALSE(serve::GamesService::has_path("/games"));
}

TEST_CASE("a server without databases says that there are none") {
    const auto service = opened({});
    CHECK(ask(*service, "").body == "{\"databases\":[]}\n");
    CHECK(ask(*service, "/many/tree").status == net::status_not_found);
}

TEST_CASE("databases that cannot be served are named before anything is served") {
    const Databases databases;
    const auto refused = [](std::vector<std::string> options) {
        serve::GamesSettings settings;
        settings.databases = std::move(options);
        const auto service = serve::GamesService::open(std::move(settings));
        REQUIRE_FALSE(service.has_value());
        return service.error();
    };
    CHECK(refused({"many"}).find("is no NAME=FOLDER; a NAME alone") != std::string::npos);
    CHECK(refused({"many="}).find("write NAME=FOLDER") != std::string::npos);
    CHECK(refused({"a/b=" + databases.path("many")}).find("NAME=FOLDER") != std::string::npos);
    CHECK(refused({"x=/nowhere"}) == "--games: /nowhere is no database of games");
    CHECK(refused({"x=" + databases.path("many"), "x=" + databases.path("small")}) ==
          "--games: there are two databases with the name x");
}

TEST_CASE("the tree of a position has the moves with results, ratings and dates") {
    const Databases databases;
    const auto service = opened(databases.settings());
    const json tree = told(*service, "/small/tree");
    CHECK(tree == json::parse(R"({"moves":[{"uci":"e2e4","san":"e4","games":1,"wins":1,"draws":0,
        "losses":0,"rating":2000,"performance":null,"last":"2024.05.17"}],
        "total":{"games":1,"wins":1,"draws":0,"losses":0,"rating":2000,"performance":null,
        "last":"2024.05.17"},"complete":true})"));
    const json reply = told(*service,
                            "/small/tree?position=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP"
                            "%2FRNBQKBNR+b+KQkq+-+0+1");
    CHECK(reply["moves"][0]["san"] == "c5");
    CHECK(reply["moves"][0]["losses"] == 1);
    CHECK(told(*service, "/many/tree")["total"]["games"] ==
          told(*service, "/many/find?limit=0&position=position+startpos")["found"]);
}

TEST_CASE("games come a page at a time, in the order that is asked for") {
    const Databases databases;
    const auto service = opened(databases.settings());
    const json all = told(*service, "/many/find?limit=100");
    CHECK(all["found"].get<int>() > many_games / 2);
    CHECK(all["games"].size() == 100);
    CHECK(all["games"][0]["number"] == 1);
    std::vector<json> pages;
    for (const int offset : {0, 30, 60})
        for (const json& game :
             told(*service, "/many/find?sort=date&reverse=true&limit=30&offset=" +
                                std::to_string(offset))["games"])
            pages.push_back(game);
    CHECK(pages.size() == 90);
    const json whole = told(*service, "/many/find?sort=date&reverse=true&limit=90");
    CHECK(whole["games"] == json(pages));
    for (std::size_t i = 1; i < pages.size(); ++i)
        CHECK(pages[i - 1]["date"].get<std::string>().substr(0, 4) >=
              pages[i]["date"].get<std::string>().substr(0, 4));
    CHECK(told(*service, "/many/find?limit=5&offset=10000")["games"].empty());
    CHECK(told(*service, "/many/find?player=carlsen&outcome=win&limit=1")["games"].size() == 1);
}

TEST_CASE("a game comes as PGN, by its number") {
    const Databases databases;
    const auto service = opened(databases.settings());
    const net::Response game = ask(*service, "/small/game/1");
    CHECK(game.status == net::status_ok);
    CHECK(game.body.find("1. e4 c5 2. Nf3 1-0") != std::string::npos);
    CHECK(read_games(game.body).size() == 1);
    for (const char* const number : {"0", "2", "-1", "one", "1.0", "18446744073709551616", ""})
        CHECK_MESSAGE(ask(*service, "/small/game/" + std::string(number))
                          .body.starts_with("{\"code\":\"noSuchGame\""),
                      number);
}

TEST_CASE("players are found by the beginnings of names, and what they play is counted") {
    const Databases databases;
    const auto service = opened(databases.settings());
    CHECK(told(*service, "/small/names?name=an") ==
          json::parse(R"({"names":[{"name":"Ann","games":1}]})"));
    CHECK(told(*service, "/small/names")["names"].size() == 2);
    CHECK(told(*service, "/many/names?name=carl")["names"].size() == 2);
    const json player = told(*service, "/small/player?player=ann");
    CHECK(player["white"]["total"]["games"] == 1);
    CHECK(player["white"]["firstMoves"][0]["name"] == "1. e4 c5");
    CHECK(player["white"]["openings"][0]["name"] == "Sicilian Defense");
    CHECK(player["black"]["total"]["games"] == 0);
}

TEST_CASE("games that are added while the server runs are found, and what was remembered is not") {
    const Databases databases;
    const auto service = opened(databases.settings());
    CHECK(told(*service, "/small/tree")["total"]["games"] == 1);
    CHECK(told(*service, "/small/names")["names"].size() == 2);
    databases.import("small", test::one_game("Cleo", "2025.01.01"));
    CHECK(told(*service, "/small/tree")["total"]["games"] == 2);
    CHECK(told(*service, "/small/names")["names"].size() == 3);
    CHECK(told(*service, "")["databases"][1] == json({{"name", "small"}, {"games", 2}}));
}

TEST_CASE("what makes no sense is refused with a code and a sentence") {
    const Databases databases;
    const auto service = opened(databases.settings());
    const std::string long_text(page_protocol::GamesLimits().longest_field + 1, 'x');
    std::string many_fields;
    for (std::size_t i = 0; i <= page_protocol::most_games_fields; ++i) many_fields += "tag=a%3Db&";
    const std::vector<std::pair<std::string, std::string>> table = {
        {"/nothing/tree", "404 noDatabase"},
        {"//tree", "404 noDatabase"},
        {"/../tree", "404 noDatabase"},
        {"/many", "400 badAddress"},
        {"/many/", "400 badAddress"},
        {"/many/drop", "400 badAddress"},
        {"/many/tree/1", "400 badAddress"},
        {"/many/game", "400 badAddress"},
        {"/many/game/1/2", "400 badAddress"},
        {"/many/game/99999", "404 noSuchGame"},
        {"/many/game/1e3", "404 noSuchGame"},
        {"/many/player", "400 badQuery"},
        {"/many/find?nonsense=1", "400 badQuery"},
        {"/many/find?nonsense", "400 badQuery"},
        {"/many/find?=1", "400 badQuery"},
        {"/many/find?elo=abc", "400 badQuery"},
        {"/many/find?elo=3000-2000", "400 badQuery"},
        {"/many/find?elo=99999999999999999999", "400 badQuery"},
        {"/many/find?since=yesterday", "400 badQuery"},
        {"/many/find?outcome=win", "400 badQuery"},
        {"/many/find?player=a&outcome=won", "400 badQuery"},
        {"/many/find?result=2-0", "400 badQuery"},
        {"/many/find?time=slow", "400 badQuery"},
        {"/many/find?eco=Z99", "400 badQuery"},
        {"/many/find?tag=Round", "400 badQuery"},
        {"/many/find?position=nonsense", "400 badQuery"},
        {"/many/find?position=8/8/8/8/8/8/8/8+w+-+-", "400 badQuery"},
        {"/many/find?line=1.+e5", "400 badQuery"},
        {"/many/find?material=KZvK", "400 badQuery"},
        {"/many/find?pawns=isolated-z", "400 badQuery"},
        {"/many/find?bishops=red", "400 badQuery"},
        {"/many/find?for=0", "400 badQuery"},
        {"/many/find?for=x", "400 badQuery"},
        {"/many/find?swapped=perhaps", "400 badQuery"},
        {"/many/find?swapped=true", "400 badQuery"},
        {"/many/find?sort=length", "400 badQuery"},
        {"/many/find?sort=", "400 badQuery"},
        {"/many/find?reverse=1", "400 badQuery"},
        {"/many/find?limit=101", "400 badQuery"},
        {"/many/find?limit=-1", "400 badQuery"},
        {"/many/find?offset=10001", "400 badQuery"},
        {"/many/find?player=" + long_text, "400 badQuery"},
        {"/many/find?" + long_text + "=1", "400 badQuery"},
        {"/many/find?" + many_fields, "400 badQuery"},
        {"/many/find?player=%FF", "400 badQuery"},
        {"/many/find?player=%ED%A0%80", "400 badQuery"},
        {"/many/find?player=a%00b", "400 badQuery"},
        {"/many/find?player=a%0Ab", "400 badQuery"},
        {"/many/tree?line=1.+e4", "400 badQuery"},
    };
    for (const auto& [rest, expected] : table) {
        const net::Response response = ask(*service, rest);
        const json refusal = json::parse(response.body);
        CHECK_MESSAGE(
            std::to_string(response.status) + ' ' + refusal["code"].get<std::string>() == expected,
            rest);
        const auto sentence = refusal["error"].get<std::string>();
        CHECK_MESSAGE(sentence.size() > 10, rest);
        CHECK_MESSAGE(sentence.find("--") == std::string::npos, sentence);
    }
    // What is empty asks for nothing, as on the command line.
    CHECK(ask(*service, "/many/find?&&player=&elo=&").status == net::status_ok);
}

TEST_CASE("a search that takes too long ends with what it has found, and says so") {
    const Databases databases;
    serve::GamesSettings settings = databases.settings();
    settings.time = std::chrono::milliseconds(0);
    const auto hasty = opened(settings);
    for (const char* const rest : {"/many/tree?elo=1000-", "/many/find", "/many/player?player=a"}) {
        const json answer = told(*hasty, rest);
        CHECK_MESSAGE(answer["complete"] == false, rest);
    }
    CHECK(told(*hasty, "/many/find")["found"] == 0);
}

TEST_CASE("one client, and all of them together, have only so many searches at once") {
    const Databases databases;
    serve::GamesSettings settings = databases.settings();
    settings.at_once = 1;
    settings.most_waiting = 3;
    settings.most_of_client = 2;
    const auto service = opened(settings);
    // The one thread is kept busy by an answer that is being taken.
    std::promise<void> may_go_on;
    std::promise<void> is_taken;
    std::shared_future<void> signal = may_go_on.get_future().share();
    service->answer({.method = "GET",
                     .path = "/api/games/many/names",
                     .query = {},
                     .headers = {},
                     .body = {},
                     .address = "192.0.2.9"},
                    [&](const net::Response&) {
                        is_taken.set_value();
                        signal.wait();
                    });
    is_taken.get_future().wait();
    std::vector<std::future<net::Response>> waiting;
    const auto begins = [&](const std::string& client) {
        waiting.push_back(begin(*service, "/many/tree", client));
        return waiting.back().wait_for(std::chrono::seconds(0)) == std::future_status::timeout;
    };
    CHECK(begins("192.0.2.1"));
    CHECK(begins("192.0.2.1"));
    CHECK_FALSE(begins("192.0.2.1"));
    CHECK(waiting.back().get().body.starts_with("{\"code\":\"tooManyRequests\""));
    waiting.pop_back();
    CHECK(begins("2001:db8::1"));
    CHECK_FALSE(begins("192.0.2.2"));
    CHECK(waiting.back().get().body.starts_with("{\"code\":\"busy\""));
    waiting.pop_back();
    may_go_on.set_value();
    for (auto& answer : waiting) CHECK(answer.get().status == net::status_ok);
    // Who has an answer may ask again.
    CHECK(ask(*service, "/many/tree").status == net::status_ok);
}
