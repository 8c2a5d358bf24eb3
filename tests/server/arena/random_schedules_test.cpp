// Random schedules in virtual time. KIBITZ_ARENA_GAMES says how many games, if more than usual:
//     KIBITZ_ARENA_GAMES=100000 build/release/test_arena --source-file='*random_schedules*'
#include <cstdlib>

#include "arena/random_arena.hpp"

using namespace kibitz::arena;

TEST_CASE(
    "whatever clients do, games end once, clocks and books are right, and the log is enough") {
#ifdef KIBITZ_SANITIZED
    int wanted = 500;
#else
    int wanted = 1'500;
#endif
    if (const char* games = std::getenv("KIBITZ_ARENA_GAMES")) wanted = std::atoi(games);
    constexpr int games_of_an_arena = 250;
    int played = 0;
    std::map<std::string, int> endings, club;
    for (std::uint64_t seed = 1; played < wanted; ++seed) {
        CAPTURE(seed);
        test::RandomArena arena(seed);
        played += arena.play(std::min(games_of_an_arena, wanted - played));
        for (const auto& [ending, count] : arena.endings()) endings[ending] += count;
        for (const auto& [fact, count] : arena.club_facts()) club[fact] += count;
    }
    MESSAGE(played << " games: " << Json(endings).dump() << ", club: " << Json(club).dump());
    CHECK(played >= wanted);
    // The schedules reach everything.
    for (const char* ending : ending_names) CHECK_MESSAGE(endings[ending] > 0, std::string(ending));
    for (const char* fact :
         {"registration", "moderator", "invited", "invitationUsed", "invitationRevoked",
          "networkBarred", "networkFreed", "signInLink", "signedIn"})
        CHECK_MESSAGE(club[fact] > 0, std::string(fact));
}

TEST_CASE("sides are even among people who seek") {
    test::VirtualArena arena;
    kibitz::test::Random random(7);
    constexpr int people = 9, rounds = 400;
    for (ConnectionId id = 1; id <= people; ++id) {
        arena.open(id, Protocol::kibitz);
        arena.receive(id, Json{{"type", "register"}, {"name", "P" + std::to_string(id)}}.dump());
    }
    for (int round = 0; round < rounds; ++round) {
        arena.receive(1 + random.below(people),
                      R"({"type":"seek","game":"connectfour","base":1000,"increment":0})");
        arena.wait_until(arena.now + std::chrono::seconds(1));
    }
    CHECK(arena.arena->hall().finished().of("connectfour").size() > rounds / 4);
    for (int id = 1; id <= people; ++id)
        CHECK(std::abs(arena.arena->hall().first_side_surplus("connectfour",
                                                              "P" + std::to_string(id))) <= 3);
}
