// Players of Kibitz at the board of a match, in this process.
#include "match/arguments.hpp"
#include "match/fake_match.hpp"
#include "match/player_arguments.hpp"
#include "match/player_engine.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;

namespace {

MatchSettings match_of(const std::string& line) {
    const auto groups = group_arguments(split_quoted(line));
    REQUIRE(groups.has_value());
    auto settings = read_arguments(*groups);
    REQUIRE_MESSAGE(settings.has_value(), settings.error());
    return *std::move(settings);
}

std::vector<std::vector<Move>> moves_of(const std::string& line) {
    Collector collector;
    CHECK(play(match_of(line), collector).end == MatchEnd::completed);
    std::vector<std::vector<Move>> games;
    for (const auto& item : collector.items) {
        CHECK(item.game.faults.empty());
        auto& moves = games.emplace_back();
        for (const PlayedMove& move : item.game.moves) moves.push_back(move.move);
    }
    return games;
}

}  // namespace

TEST_CASE("levels play each other by clock or without, and a seed repeats the match") {
    const std::string players = "-engine player=level-02 -engine player=level-03 -maxmoves 30 ";
    const auto games = moves_of(players + "-rounds 2 -srand 5");
    CHECK(games.size() == 4);
    CHECK(games == moves_of(players + "-rounds 2 -srand 5"));
    CHECK(games == moves_of(players + "-rounds 2 -srand 5 -each tc=20+0.1"));
    CHECK(games != moves_of(players + "-rounds 2 -srand 6"));
    // The same opening with the same colours is another game in another round.
    CHECK(games[0] != games[2]);
}

TEST_CASE("the engine as a player keeps to nodes, a slow player loses on time") {
    const MatchSettings nodes = match_of(
        "-engine player=full-strength nodes=200 -engine player=random -maxmoves 5 -games 1");
    Collector collector;
    play(nodes, collector);
    for (std::size_t i = 0; i < collector.items[0].game.moves.size(); i += 2)
        CHECK(collector.items[0].game.moves[i].nodes <= 400);

    // The classic player does not look at a clock: nine plies take it longer than it has.
    MatchSettings slow =
        match_of("-engine player=classic tc=0.2 -engine player=random -games 1 -maxmoves 50");
    std::get<players::ClassicSettings>(slow.players[0].player.kind).level = 9;
    Collector slow_collector;
    play(slow, slow_collector);
    CHECK(slow_collector.items[0].game.end.ending == Ending::time);
    CHECK(slow_collector.items[0].game.end.winner == Color::black);
}

TEST_CASE("a level that resigns ends the game by itself") {
    MatchSettings settings = match_of(
        "-engine player=level-01 -engine player=full-strength nodes=3000 -rounds 4 -maxmoves 200");
    std::get<players::HumanSettings>(settings.players[0].player.kind).manners.resigns = 1;
    Collector collector;
    play(settings, collector);
    int resigned = 0;  // in others the mate comes first
    for (const auto& item : collector.items) {
        if (item.game.end.ending != Ending::resigned) continue;
        ++resigned;
        CHECK(item.game.end.detail == "by itself");
        CHECK(item.game.end.winner == (item.task.white == 0 ? Color::black : Color::white));
    }
    CHECK(resigned > 0);
}

TEST_CASE("at a human pace a level takes its time and stays within it") {
    const MatchSettings settings = match_of(
        "-engine player=level-01 pace=human -engine player=random -each tc=1 -games 1 "
        "-maxmoves 8");
    Collector collector;
    play(settings, collector);
    CHECK(collector.items[0].game.faults.empty());
    std::chrono::nanoseconds thought{0};
    for (std::size_t i = 0; i < collector.items[0].game.moves.size(); i += 2)
        thought += collector.items[0].game.moves[i].time;
    CHECK(thought > std::chrono::milliseconds(30));
}

TEST_CASE("players have the names in their files, and mistakes are reported") {
    const MatchSettings settings =
        match_of("-engine player=level-01 -engine player=level-02 name=Two");
    CHECK(settings.players[0].name() == "Level 1");
    CHECK(settings.players[1].name() == "Two");
    const auto groups = group_arguments(split_quoted("-engine player=levl-01 -engine cmd=x"));
    const auto wrong = read_arguments(*groups);
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().find("did you mean \"level-01\"?") != std::string::npos);
}
