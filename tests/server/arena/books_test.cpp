// What the arena counts of games: meetings, sides, ratings, summaries, registrations; whoever is
// named first, and at the limits.
#include <algorithm>

#include "arena/fake_secrets.hpp"
#include "arena/finished_games.hpp"
#include "arena/hall.hpp"
#include "arena/moderation.hpp"
#include "arena/ratings.hpp"
#include "arena/registration_limit.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;

namespace {

constexpr Time noon = from_epoch(1'000'000'000);
constexpr Side white = Side::first, black = Side::second;

GameSettings between(const char* first, const char* second) {
    return {.game = "chess", .players = {first, second}, .clock = {.base = 60s}};
}

GameSummary summary(std::uint64_t number, const char* first, const char* second,
                    std::optional<Side> winner) {
    GameSummary game;
    game.id = id_of(number);
    game.game = "chess";
    game.players = {first, second};
    game.winner = winner;
    game.rated = true;
    game.ended = noon;
    return game;
}

class HallOfTests {
   public:
    GameId start(const GameSettings& settings) {
        const auto id = hall.start(settings, now, effects);
        REQUIRE(id);
        return *id;
    }

    test::FakeSecrets secrets;
    Hall hall{secrets};
    Effects effects;
    Time now = noon;
};

}  // namespace

TEST_CASE("meetings and sides are counted for both, and an aborted game is no meeting") {
    HallOfTests test;
    Hall& hall = test.hall;
    const GameId first = test.start(between("Ann", "Bob"));
    test.start(between("Bob", "Ann"));
    test.start(between("Ann", "Eve"));
    CHECK(hall.meetings("chess", "", "Ann", "Bob") == 2);
    CHECK(hall.meetings("chess", "", "Bob", "Ann") == 2);
    CHECK(hall.meetings("chess", "", "Eve", "Ann") == 1);
    CHECK(hall.meetings("chess", "", "Eve", "Bob") == 0);
    CHECK(hall.meetings("connectfour", "", "Ann", "Bob") == 0);
    CHECK(hall.first_side_surplus("chess", "Ann") == 1);
    CHECK(hall.first_side_surplus("chess", "Bob") == 0);
    CHECK(hall.first_side_surplus("chess", "Eve") == -1);
    CHECK(hall.first_side_surplus("connectfour", "Ann") == 0);
    CHECK(hall.games_under_way() == 3);
    REQUIRE(hall.abort(first, test.now, test.effects));
    CHECK(!hall.abort(first, test.now, test.effects));
    CHECK(!hall.abort("0000000000000099", test.now, test.effects));
    CHECK(hall.meetings("chess", "", "Ann", "Bob") == 1);
    CHECK(hall.first_side_surplus("chess", "Ann") == 0);
    CHECK(hall.first_side_surplus("chess", "Bob") == 1);
    CHECK(hall.games_under_way() == 2);
    CHECK(hall.finished().of("chess").empty());  // it does not count
    // Contests count their own meetings, but those of the battlebot protocol.
    GameSettings of_contest = between("Ann", "Eve");
    of_contest.contest = "Spring";
    test.start(of_contest);
    CHECK(hall.meetings("chess", "Spring", "Ann", "Eve") == 0);
    CHECK(hall.meetings("chess", "", "Ann", "Eve") == 1);
    of_contest.is_classic = true;
    test.start(of_contest);
    CHECK(hall.meetings("chess", "Spring", "Eve", "Ann") == 1);
    CHECK(hall.meetings("chess", "", "Ann", "Eve") == 1);
}

TEST_CASE("a game ends at its deadline, and not a millisecond earlier") {
    HallOfTests test;
    CHECK(!test.hall.deadline());
    const GameId later = test.start(between("Ann", "Bob"));
    test.now += 1s;
    const GameId earlier =
        test.start({.game = "chess", .players = {"Eve", "Zoe"}, .clock = {.base = 30s}});
    CHECK(test.hall.deadline() == noon + 31s);
    CHECK(test.hall.live_games() == [&] {
        std::vector ids{later, earlier};
        std::ranges::sort(ids);
        return ids;
    }());
    test.hall.tick(noon + 31s - 1ms, test.effects);
    CHECK(!test.hall.find(earlier)->end());
    test.hall.tick(noon + 31s, test.effects);
    CHECK(test.hall.find(earlier)->end()->ending == Ending::timeout);
    CHECK(!test.hall.find(later)->end());
    CHECK(test.hall.deadline() == noon + 60s);
    // A move puts it off, and it is looked at again at its time.
    test.now = noon + 5s;
    REQUIRE(test.hall.act(later, white, MakeMove{{{"uci", "e2e4"}}, 0ms}, test.now, test.effects));
    test.hall.tick(noon + 60s, test.effects);
    CHECK(!test.hall.find(later)->end());
    CHECK(test.hall.deadline() == noon + 65s);
    // Somebody who leaves brings it nearer.
    GameSettings impatient = between("Ann", "Bob");
    impatient.away_limit = 2s;
    const GameId third = test.start(impatient);
    REQUIRE(test.hall.act(third, black, Disconnect{}, test.now, test.effects));
    CHECK(test.hall.deadline() == test.now + 2s);
    test.hall.tick(noon + 65s, test.effects);
    CHECK(test.hall.find(third)->end()->ending == Ending::disconnect);
    CHECK(test.hall.find(later)->end()->ending == Ending::timeout);
    CHECK(!test.hall.deadline());
    CHECK(test.hall.games_under_way() == 0);
}

TEST_CASE("what was closed begins no game, and what is not there takes no action") {
    HallOfTests test;
    test.hall.close(true);
    const auto refused = test.hall.start(between("Ann", "Bob"), noon, test.effects);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::server_closing);
    CHECK(test.effects.empty());
    test.hall.close(false);
    test.start(between("Ann", "Bob"));
    CHECK(test.hall.act("nothing", white, Resign{}, noon, test.effects).error().code ==
          ErrorCode::no_such_game);
    CHECK(!test.hall.find("nothing"));
}

TEST_CASE("the newest five hundred finished games stay in the hall") {
    HallOfTests test;
    std::vector<GameId> ids;
    for (std::size_t i = 0; i <= Hall::most_finished_games; ++i) {
        ids.push_back(test.start(between("Ann", "Bob")));
        REQUIRE(test.hall.act(ids.back(), white, Resign{}, test.now, test.effects));
        CHECK(test.hall.find(ids.back()));
    }
    CHECK(!test.hall.find(ids[0]));
    CHECK(test.hall.find(ids[1]));
    CHECK(test.hall.find(ids.back())->end()->winner == black);
}

TEST_CASE("a hall out of its log is the same hall, at every entry") {
    HallOfTests test;
    const GameId id = test.start(between("Ann", "Bob"));
    REQUIRE(test.hall.act(id, white, MakeMove{{{"uci", "e2e4"}}, 0ms}, noon, test.effects));
    REQUIRE(test.hall.act(id, black, Resign{}, noon, test.effects));
    Hall replayed(test.secrets);
    std::vector<LogEntry> log;
    for (const Effect& effect : test.effects)
        if (const auto* entry = std::get_if<LogEntry>(&effect)) log.push_back(*entry);
    REQUIRE(log.size() == 3);
    CHECK(!replayed.replay(log[1]));
    REQUIRE(replayed.replay(log[0]));
    CHECK(!replayed.replay(log[0]));
    CHECK(!replayed.replay(log[2]));
    CHECK(replayed.games_under_way() == 1);
    LogEntry renumbered = log[1];
    renumbered.number = 3;  // the fact says another
    CHECK(!replayed.replay(renumbered));
    REQUIRE(replayed.replay(log[1]));
    REQUIRE(replayed.replay(log[2]));
    CHECK(replayed.games_under_way() == 0);
    CHECK(replayed.meetings("chess", "", "Ann", "Bob") == 1);
    CHECK(replayed.first_side_surplus("chess", "Ann") == 1);
    CHECK(replayed.finished().of("chess").size() == 1);
    CHECK(replayed.finished().of("chess").front() == test.hall.finished().of("chess").front());
}

TEST_CASE("ratings: a win is the one's as a loss is the other's, whichever side they had") {
    for (const auto& [winner, ann_gains] :
         {std::pair{std::optional(white), 1}, std::pair{std::optional(black), -1},
          std::pair{std::optional<Side>(), 0}}) {
        Ratings ratings;
        ratings.add(summary(1, "Ann", "Bob", winner));
        const double ann = ratings.at("chess", "Ann", noon).rating - 1500;
        const double bob = ratings.at("chess", "Bob", noon).rating - 1500;
        CHECK(ann == doctest::Approx(-bob));
        CHECK((ann > 100 ? 1 : ann < -100 ? -1 : 0) == ann_gains);
        CHECK(ratings.games("chess", "Ann") == 1);
        CHECK(ratings.games("chess", "Bob") == 1);
        CHECK(ratings.games("chess", "Eve") == 0);
        CHECK(ratings.games("go", "Ann") == 0);
    }
}

TEST_CASE("ratings: what both had before a game is known, and both are rated from that") {
    Ratings ratings;
    CHECK(!ratings.before(id_of(1)));
    ratings.add(summary(1, "Ann", "Bob", white));
    CHECK(ratings.before(id_of(1)) == Ratings::OfBoth{1500, 1500});
    const auto ann = ratings.at("chess", "Ann", noon), bob = ratings.at("chess", "Bob", noon);
    ratings.add(summary(2, "Bob", "Ann", white));
    CHECK(ratings.before(id_of(2)) == Ratings::OfBoth{static_cast<int>(std::lround(bob.rating)),
                                                      static_cast<int>(std::lround(ann.rating))});
    using kibitz::statistics::Glicko2Result;
    const Glicko2Result of_bob{ann, 1}, of_ann{bob, 0};
    CHECK(ratings.at("chess", "Bob", noon) ==
          kibitz::statistics::rated(bob, std::span(&of_bob, 1)));
    CHECK(ratings.at("chess", "Ann", noon) ==
          kibitz::statistics::rated(ann, std::span(&of_ann, 1)));
    // A period of ten days without a game; before the last game nothing has passed.
    const auto now = ratings.at("chess", "Ann", noon);
    CHECK(ratings.at("chess", "Ann", noon + std::chrono::days(10)) ==
          kibitz::statistics::rested(now, 1));
    CHECK(ratings.at("chess", "Ann", noon - std::chrono::days(10)) == now);
}

TEST_CASE("ratings: games that do not count change nothing") {
    GameSummary aborted = summary(1, "Ann", "Bob", std::nullopt);
    aborted.ending = Ending::aborted;
    GameSummary left_by_both = summary(2, "Ann", "Bob", std::nullopt);
    left_by_both.ending = Ending::disconnect;
    GameSummary casual = summary(3, "Ann", "Bob", white);
    casual.rated = false;
    GameSummary left_by_one = summary(4, "Ann", "Bob", black);
    left_by_one.ending = Ending::disconnect;
    Ratings ratings;
    Results results;
    for (const GameSummary& game : {aborted, left_by_both, casual}) {
        ratings.add(game);
        results.add(game);
        CHECK(!ratings.before(game.id));
    }
    CHECK(ratings == Ratings());
    const auto all = [](const std::string&) { return true; };
    CHECK(results.of("chess", all).players.empty());
    ratings.add(left_by_one);
    results.add(left_by_one);
    CHECK(ratings.games("chess", "Ann") == 1);
    CHECK(results.of("chess", all).meetings.size() == 1);
    ratings.rename("Ann", "Anna");
    CHECK(ratings.games("chess", "Ann") == 0);
    CHECK(ratings.games("chess", "Anna") == 1);
    CHECK(ratings.of("chess").size() == 2);
    CHECK(ratings.of("go").empty());
}

TEST_CASE("results of two players are one meeting, whoever is named first, draws included") {
    Results results;
    results.add(summary(1, "Bob", "Ann", white));
    results.add(summary(2, "Ann", "Bob", white));
    results.add(summary(3, "Ann", "Bob", black));
    results.add(summary(4, "Ann", "Bob", std::nullopt));
    results.add(summary(5, "Eve", "Ann", white));
    const auto all = [](const std::string&) { return true; };
    const auto table = results.of("chess", all);
    REQUIRE(table.players.size() == 3);
    REQUIRE(table.meetings.size() == 2);
    const auto& meeting = table.meetings.front();
    CHECK(table.players[static_cast<std::size_t>(meeting.first)].player == "Bob");
    CHECK(table.players[static_cast<std::size_t>(meeting.second)].player == "Ann");
    CHECK(meeting.games == 4);
    CHECK(meeting.score == 2.5);
    // Ann was first in the list of numbers, so the points are hers.
    CHECK(table.players[static_cast<std::size_t>(table.meetings[1].first)].player == "Ann");
    CHECK(table.meetings[1].score == 0);
    // A meeting counts if both are wanted.
    const auto without = [&](const char* name) {
        return results.of("chess", [=](const std::string& player) { return player != name; });
    };
    CHECK(without("Ann").meetings.empty());
    CHECK(without("Bob").meetings.size() == 1);
    CHECK(without("Bob").players.size() == 2);
    CHECK(without("Eve").meetings.size() == 1);
    const auto rated = batch_ratings(table);
    REQUIRE(rated.size() == 3);
    CHECK(rated[0].player.player == "Eve");
    CHECK(rated[1].player.player == "Bob");
    CHECK(rated[2].player.player == "Ann");
    CHECK(rated[2].games == 5);
    CHECK(rated[1].games == 4);
}

TEST_CASE("finished games: the newest, so many of each kind and of each player") {
    FinishedGames finished;
    const int games = static_cast<int>(FinishedGames::most_of_game) + 1;
    for (int number = 1; number <= games; ++number)
        finished.add(summary(static_cast<std::uint64_t>(number), "Ann",
                             number % 2 == 0 ? "Bob" : "Eve", white));
    const auto& newest = finished.of("chess");
    REQUIRE(newest.size() == FinishedGames::most_of_game);
    CHECK(newest.front().id == id_of(2));
    CHECK(newest.back().id == id_of(501));
    const auto of_ann = finished.of("chess", "Ann");
    REQUIRE(of_ann.size() == FinishedGames::most_of_player);
    CHECK(of_ann.front() == id_of(501 - 49));
    CHECK(of_ann.back() == id_of(501));
    CHECK(finished.of("chess", "Bob").back() == id_of(500));
    CHECK(finished.all_of("Ann").size() == 501);
    CHECK(finished.all_of("Bob").size() == 250);
    CHECK(finished.all_of("Bo").empty());
    CHECK(finished.of("go").empty());
    CHECK(finished.of("chess", "Zoe").empty());
    finished.rename("Bob", "Rob");
    CHECK(finished.all_of("Bob").empty());
    CHECK(finished.all_of("Rob").size() == 250);
    CHECK(number_of(id_of(0xfedcba9876543210)) == 0xfedcba9876543210);
    CHECK(id_of(255) == "00000000000000ff");
}

TEST_CASE("so many registrations from one place in an hour, and then again") {
    RegistrationLimit limit;
    limit.allow(3);
    for (int i = 0; i < 3; ++i) CHECK(limit.take("a", noon + i * 1min));
    CHECK(!limit.take("a", noon + 59min));
    CHECK(limit.take("b", noon + 59min));
    CHECK(!limit.take("a", noon + 1h - 1ms));
    CHECK(limit.take("a", noon + 1h));
    CHECK(limit.take("a", noon + 1h + 1min));
    CHECK(limit.take("a", noon + 1h + 2min));
    CHECK(!limit.take("a", noon + 2h - 1ms));
    for (int i = 0; i < 500; ++i) CHECK(limit.take("", noon));
    RegistrationLimit usual;
    for (int i = 0; i < 100; ++i) CHECK(usual.take("a", noon));
    CHECK(!usual.take("a", noon));
    // Places of long ago are forgotten, those of now are not.
    for (int i = 0; i < 12'000; ++i) usual.take("place " + std::to_string(i), noon);
    CHECK(!usual.take("a", noon + 30min));
    CHECK(usual.take("a", noon + 1h));
}

TEST_CASE("reports: as many as may be open, at their longest, and once each") {
    const auto report = [](int number, const std::string& from, std::string text = "rude") {
        return Report{.time = noon,
                      .from = from,
                      .player = "Bob",
                      .game = id_of(static_cast<std::uint64_t>(number)),
                      .text = std::move(text)};
    };
    Moderation moderation;
    Effects effects;
    const auto code = [&](const Report& one) -> std::optional<ErrorCode> {
        const auto done = moderation.report(one, effects);
        return done ? std::nullopt : std::optional(done.error().code);
    };
    using enum ErrorCode;
    CHECK(code(report(1, "Ann", "")) == bad_report_length);
    CHECK(code(report(1, "Ann", std::string(501, 'x'))) == bad_report_length);
    CHECK(!code(report(1, "Ann", std::string(500, 'x'))));
    CHECK(code(report(1, "Ann")) == already_reported);
    CHECK(!code(report(1, "Eve")));
    Report other_player = report(1, "Ann");
    other_player.player = "Zoe";
    CHECK(!code(other_player));
    for (int number = 3; number <= 10; ++number) CHECK(!code(report(number, "Ann")));
    CHECK(code(report(11, "Ann")) == too_many_reports);
    CHECK(code(report(10, "Ann")) == already_reported);
    CHECK(moderation.close(99, "", noon, effects).error().code == no_such_report);
    CHECK(moderation.close(1, std::string(501, 'x'), noon, effects).error().code ==
          bad_report_length);
    CHECK(moderation.close(1, std::string(500, 'x'), noon, effects));
    CHECK(moderation.close(1, "", noon, effects).error().code == no_such_report);
    CHECK(!code(report(11, "Ann")));
    CHECK(moderation.open_reports().rbegin()->first == 12);  // the number of one that is closed
    while (moderation.open_reports().size() < Moderation::most_open)
        REQUIRE(!code(report(1, "player " + std::to_string(effects.size()))));
    CHECK(code(report(1, "Zed")) == too_many_reports);
    for (std::size_t i = 0; i <= Moderation::most_actions; ++i)
        moderation.record_action({{"command", "ban"}, {"number", i}}, noon, effects);
    REQUIRE(moderation.actions().size() == Moderation::most_actions);
    CHECK(moderation.actions().front().command["number"] == 1);
    CHECK(moderation.actions().back().command["number"] == 500);
    // The log makes the same of it.
    Moderation replayed;
    for (const Effect& effect : effects) REQUIRE(replayed.replay(std::get<LogEntry>(effect)));
    CHECK(replayed.open_reports() == moderation.open_reports());
    CHECK(replayed.actions() == moderation.actions());
}
