// Games that are over: the newest are kept, the others are read from the store.
#include "arena/finished_games.hpp"

#include <fmt/format.h>

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

GameId numbered(std::size_t number) { return fmt::format("{:016x}", number); }

}  // namespace

TEST_CASE("of finished games the newest are kept, whoever played them and is called what now") {
    FinishedGames finished;
    constexpr std::size_t count = FinishedGames::most_of_game + 7;
    for (std::size_t n = 0; n < count; ++n)
        finished.add({.id = numbered(n), .game = "chess", .players = {"Ann", "Bob"}});
    const GameId other = numbered(count);
    finished.add({.id = other, .game = "connectfour", .players = {"Ann", "Ann Two"}});
    CHECK(finished.of("chess").size() == FinishedGames::most_of_game);
    CHECK(finished.of("chess").front().id == numbered(7));
    CHECK(finished.of("chess").back().id == numbered(count - 1));
    const auto of_ann = finished.of("chess", "Ann");
    CHECK(of_ann.size() == FinishedGames::most_of_player);
    CHECK(of_ann.back() == numbered(count - 1));
    CHECK(of_ann == finished.of("chess", "Bob"));

    finished.rename("Ann", "Zoe");
    CHECK(finished.of("chess", "Ann").empty());
    CHECK(finished.of("chess", "Zoe") == of_ann);
    CHECK(finished.of("connectfour", "Zoe") == std::vector{other});
    CHECK(finished.of("connectfour", "Ann Two") == std::vector{other});
    CHECK(finished.of("connectfour", "Bob").empty());
}

TEST_CASE("a player's games are found however old they are, also under another name") {
    ThreePlayers here;
    const auto games_of = [&](const std::string& player) {
        return here.arena.request("GET", "/arena/players/" + player).body["games"];
    };
    // Eve's only one, against Ann.
    const Json link{{"type", "link"}, {"game", "chess"}, {"base", 60000},
                    {"increment", 0}, {"rated", true},   {"side", 0}};
    const Json offer = here.ask(eve, link)["offer"];
    const GameId first = here.ask(ann, {{"type", "accept"}, {"offer", offer}})["game"];
    here.send(ann, {{"type", "resign"}, {"game", first}});
    const Json eves = games_of("Eve");
    REQUIRE(eves.size() == 1);
    CHECK(eves[0]["id"] == first);
    CHECK(eves[0]["players"] == Json{"Eve", "Ann"});

    for (std::size_t n = 0; n < Hall::most_finished_games; ++n)
        here.send(bob, {{"type", "resign"}, {"game", here.start_game()}});
    CHECK(!here.arena.arena->hall().find(first));
    CHECK(games_of("Eve") == eves);
    CHECK(games_of("Ann").size() == FinishedGames::most_of_player);
    CHECK(here.arena.request("GET", "/arena/games").body["finished"].size() == 50);

    const auto ratings = here.arena.arena->ratings();
    const Json bobs = games_of("Bob");
    for (const auto& [name, to] : {std::pair("Ann", "Anna"), {"Eve", "Eva"}})
        CHECK(here.arena.host({{"command", "rename"}, {"name", name}, {"to", to}})["ok"] == "done");
    Json renamed = eves;
    renamed[0]["players"] = {"Eva", "Anna"};
    const auto renamed_ratings = here.arena.arena->ratings();
    CHECK(renamed_ratings != ratings);
    const auto check = [&] {
        CHECK(games_of("Eva") == renamed);
        CHECK(games_of("Eve") == renamed);
        CHECK(games_of("Bob").size() == bobs.size());
        CHECK(games_of("Bob")[0]["players"] == Json{"Anna", "Bob"});
        CHECK(here.arena.arena->ratings() == renamed_ratings);
    };
    check();
    here.arena.restart();
    CHECK(here.arena.misfits.empty());
    check();
}
