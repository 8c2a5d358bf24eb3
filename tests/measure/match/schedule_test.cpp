// Who plays whom.
#include "match/schedule.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "support/test.hpp"
#include "tournament/swiss.hpp"

using namespace kibitz::match;
using kibitz::tournament::pair_swiss;
using kibitz::tournament::SwissPlayer;
using kibitz::tournament::SwissRound;

namespace {

MatchSettings tournament(TournamentKind kind, int players, int rounds, int games = 2) {
    MatchSettings settings;
    settings.kind = kind;
    settings.rounds = rounds;
    settings.games = games;
    for (int i = 0; i < players; ++i) {
        settings.players.emplace_back();
        settings.players.back().player.name = std::string("p") + std::to_string(i);
    }
    return settings;
}

// Plays a schedule to its end; `points` says what an encounter's first player makes.
std::vector<Encounter> run(const MatchSettings& settings,
                           const std::function<int(const Encounter&)>& points) {
    const auto schedule = make_schedule(settings);
    std::map<int, EncounterResult> finished;
    std::vector<Encounter> all, open;
    for (;;) {
        if (const auto encounter = schedule->next(finished)) {
            CHECK(encounter->number == static_cast<int>(all.size()));
            all.push_back(*encounter);
            open.push_back(*encounter);
            continue;
        }
        if (open.empty()) break;
        // In another order than they began.
        const Encounter done = open.back();
        open.pop_back();
        finished[done.number] = {done, points(done)};
    }
    return all;
}

int first_always_wins(const Encounter& encounter) { return 2 * encounter.games; }

}  // namespace

TEST_CASE("colours and openings of an encounter's games") {
    const Encounter encounter{
        .number = 5, .first = 3, .second = 1, .games = 4, .first_game = 20, .opening = 7};
    CHECK(task_of(encounter, 0).white == 3);
    CHECK(task_of(encounter, 1).white == 1);
    CHECK(task_of(encounter, 1).black == 3);
    CHECK(task_of(encounter, 3).number == 23);
    std::vector<std::size_t> openings;
    for (int game = 0; game < 4; ++game) openings.push_back(task_of(encounter, game).opening);
    CHECK(openings == std::vector<std::size_t>{7, 7, 8, 8});
}

TEST_CASE("round robin: everyone meets everyone once a round, on the same openings") {
    const auto all = run(tournament(TournamentKind::round_robin, 5, 3), first_always_wins);
    CHECK(all.size() == 30);
    for (int round = 0; round < 3; ++round) {
        std::set<std::pair<int, int>> met;
        for (const Encounter& encounter : all) {
            if (encounter.round != round) continue;
            met.insert(std::minmax(encounter.first, encounter.second));
            CHECK(encounter.opening == static_cast<std::size_t>(round));
        }
        CHECK(met.size() == 10);
    }
    CHECK(games_of(tournament(TournamentKind::round_robin, 5, 3)) == 60);
}

TEST_CASE("policy=encounter: every encounter has openings of its own") {
    for (const TournamentKind kind : {TournamentKind::round_robin, TournamentKind::swiss,
                                      TournamentKind::knockout, TournamentKind::gauntlet}) {
        MatchSettings settings = tournament(kind, 4, 2, 4);
        settings.book.policy = BookPolicy::encounter;
        std::set<std::size_t> openings;
        const auto encounters = run(settings, first_always_wins);
        for (const Encounter& encounter : encounters) openings.insert(encounter.opening);
        CHECK(openings.size() == encounters.size());
        settings.book.policy = BookPolicy::round;
        std::map<int, std::set<std::size_t>> of_round;
        for (const Encounter& encounter : run(settings, first_always_wins))
            of_round[encounter.round].insert(encounter.opening);
        for (const auto& [round, shared] : of_round) CHECK(shared.size() == 1);
    }
}

TEST_CASE("single games change colours from round to round") {
    const auto all = run(tournament(TournamentKind::round_robin, 2, 4, 1), first_always_wins);
    REQUIRE(all.size() == 4);
    for (int i = 0; i < 4; ++i) CHECK(all[static_cast<std::size_t>(i)].first == i % 2);
}

TEST_CASE("gauntlet: the first against all others") {
    const auto all = run(tournament(TournamentKind::gauntlet, 4, 2), first_always_wins);
    CHECK(all.size() == 6);
    for (const Encounter& encounter : all) CHECK(encounter.first == 0);
}

TEST_CASE("gauntlet with seeds: they meet all others, not one another") {
    MatchSettings settings = tournament(TournamentKind::gauntlet, 5, 1);
    settings.seeds = 2;
    std::vector<std::pair<int, int>> met;
    for (const Encounter& encounter : run(settings, first_always_wins))
        met.emplace_back(encounter.first, encounter.second);
    CHECK(met == std::vector<std::pair<int, int>>{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}});
    CHECK(games_of(settings) == 12);
}

TEST_CASE("reversed schedules change the colours and nothing else") {
    for (const auto kind :
         {TournamentKind::round_robin, TournamentKind::knockout, TournamentKind::swiss}) {
        MatchSettings settings = tournament(kind, 4, 2);
        const auto forth = run(settings, first_always_wins);
        settings.reversed = true;
        const auto back = run(settings, first_always_wins);
        REQUIRE(forth.size() == back.size());
        for (std::size_t i = 0; i < forth.size(); ++i)
            for (int game = 0; game < 2; ++game) {
                CHECK(task_of(forth[i], game).white == task_of(back[i], game).black);
                CHECK(task_of(forth[i], game).opening == task_of(back[i], game).opening);
            }
    }
}

TEST_CASE("knockout: the better one advances, the best seeds meet last") {
    const auto all = run(tournament(TournamentKind::knockout, 8, 1), first_always_wins);
    REQUIRE(all.size() == 7);
    CHECK(all[0].first == 0);
    CHECK(all[0].second == 7);
    CHECK(all[6].first == 0);
    CHECK(all[6].second == 1);
    CHECK(all[6].round == 2);
    // An outsider who always wins gets to the end.
    const auto outsider = run(tournament(TournamentKind::knockout, 6, 1), [](const Encounter& e) {
        return e.second == 5 ? 0 : e.first == 5 ? 4 : 4;
    });
    CHECK(outsider.size() == 5);
    CHECK((outsider.back().first == 5 || outsider.back().second == 5));
}

TEST_CASE("knockout: after equal scores they play again on other openings, not for ever") {
    int draws = 0;
    const auto all = run(tournament(TournamentKind::knockout, 2, 1),
                         [&](const Encounter&) { return ++draws <= 3 ? 2 : 0; });
    REQUIRE(all.size() == 4);
    std::set<std::size_t> openings;
    for (const Encounter& encounter : all) openings.insert(encounter.opening);
    CHECK(openings.size() == 4);
    CHECK(run(tournament(TournamentKind::knockout, 2, 1), [](const Encounter&) {
              return 2;
          }).size() == 9);
}

TEST_CASE("swiss: nobody meets twice, nobody sits out twice, the best come out on top") {
    for (const int players : {8, 9}) {
        const auto settings = tournament(TournamentKind::swiss, players, 5);
        // The lower number is stronger.
        const auto points = [](const Encounter& encounter) {
            return encounter.first < encounter.second ? 4 : 0;
        };
        const auto all = run(settings, points);
        CHECK(all.size() == static_cast<std::size_t>(5 * (players / 2)));
        std::set<std::pair<int, int>> met;
        std::vector<int> score(static_cast<std::size_t>(players)), played(score);
        for (const Encounter& encounter : all) {
            CHECK(met.insert(std::minmax(encounter.first, encounter.second)).second);
            score[static_cast<std::size_t>(std::min(encounter.first, encounter.second))] += 4;
            ++played[static_cast<std::size_t>(encounter.first)];
            ++played[static_cast<std::size_t>(encounter.second)];
        }
        CHECK(std::ranges::max_element(score) == score.begin());
        for (const int rounds : played) CHECK(rounds >= 4);
    }
}

TEST_CASE("swiss: more rounds than opponents") {
    const auto all = run(tournament(TournamentKind::swiss, 4, 6), first_always_wins);
    CHECK(all.size() == 12);
}

TEST_CASE("swiss: pairing looks ahead") {
    // 0 and 1 lead; were 0 paired with 1, 2 and 3 would meet again.
    const std::vector<SwissPlayer> players{
        {0, 4, false}, {1, 4, false}, {2, 0, false}, {3, 0, false}};
    const SwissRound round = pair_swiss(players, {{2, 3}});
    CHECK(round.pairings == std::vector<std::pair<int, int>>{{0, 2}, {1, 3}});
    CHECK(!round.bye.has_value());
}

TEST_CASE("neighbours meet in every round, others the seldomer the farther apart") {
    const MatchSettings settings = tournament(TournamentKind::neighbours, 6, 8);
    std::map<int, int> meetings;  // by distance
    const auto encounters = run(settings, first_always_wins);
    for (const Encounter& encounter : encounters) {
        const int distance = encounter.second - encounter.first;
        ++meetings[distance];
        CHECK((encounter.round + 1) % (distance <= 2 ? 1 : 1 << (distance - 2)) == 0);
    }
    CHECK(meetings == std::map<int, int>{{1, 5 * 8}, {2, 4 * 8}, {3, 3 * 4}, {4, 2 * 2}, {5, 1}});
    CHECK(games_of(settings) == 2 * static_cast<std::int64_t>(encounters.size()));
}
