// Units of training data: every machine makes the same, and what cannot be one is found out.
#include "train/data_unit.hpp"

#include <functional>

#include "chess/movegen.hpp"
#include "support/test.hpp"
#include "train/score_units.hpp"

namespace kibitz::train {

namespace {

const std::atomic<bool> never = false;

DataUnitSettings quick_unit() {
    DataUnitSettings settings{
        .play = {}, .seed = 3, .games = 4, .score_units = hand_crafted_units_per_centipawn};
    settings.play.soft_nodes = 60;
    settings.play.hard_nodes = 500;
    settings.play.verification_nodes = 120;
    return settings;
}

std::unique_ptr<SmallSearch> make_search() {
    auto search = SmallSearch::make({.hash_mb = 1});
    REQUIRE(search);
    return *std::move(search);
}

std::vector<std::byte> made(const DataUnitSettings& settings, int unit) {
    auto bytes = make_data_unit(settings, unit, *make_search(), never);
    REQUIRE(bytes);
    return *std::move(bytes);
}

std::vector<Chain> chains_in(std::span<const std::byte> bytes) {
    MemorySource source(bytes);
    ChainReader reader(source);
    std::vector<Chain> chains;
    while (auto chain = reader.next()) {
        REQUIRE(*chain);
        chains.push_back(**std::move(chain));
    }
    return chains;
}

// What is said of a unit after one of its games was changed.
std::string flaw_after(const DataUnitSettings& settings, std::span<const std::byte> unit,
                       std::size_t game, const std::function<void(Chain&)>& change) {
    std::vector<Chain> chains = chains_in(unit);
    change(chains.at(game));
    std::vector<std::byte> bytes;
    for (const Chain& chain : chains) append(chain, bytes);
    const auto totals = check_data_unit(settings, 5, bytes);
    return totals ? "" : totals.error();
}

}  // namespace

TEST_CASE("a unit depends on its settings and number alone, and passes its check") {
    const DataUnitSettings settings = quick_unit();
    const auto used = make_search();
    REQUIRE(make_data_unit(settings, 1, *used, never));
    const auto again = make_data_unit(settings, 5, *used, never);
    REQUIRE(again);
    const std::vector<std::byte> unit = made(settings, 5);
    CHECK(unit == *again);
    CHECK(unit != made(settings, 6));
    CHECK(unit.size() <= most_bytes(settings));

    const auto totals = check_data_unit(settings, 5, unit);
    REQUIRE_MESSAGE(totals, totals.error());
    CHECK(totals->games == settings.games);
    std::int64_t positions = 0;
    std::array<int, 3> results{};
    for (const Chain& chain : chains_in(unit)) {
        positions += static_cast<std::int64_t>(chain.moves.size());
        ++results[static_cast<std::size_t>(chain.result)];
    }
    CHECK(totals->positions == positions);
    CHECK(totals->results == results);
}

TEST_CASE("a unit that a worker cannot have made is refused with the reason") {
    const DataUnitSettings settings = quick_unit();
    const std::vector<std::byte> unit = made(settings, 5);
    const auto flaw = [&](std::size_t game, const std::function<void(Chain&)>& change) {
        return flaw_after(settings, unit, game, change);
    };
    CHECK(flaw(0, [](Chain&) {}).empty());
    CHECK(check_data_unit(settings, 6, unit).error() ==
          "game 1: it does not begin with an opening of its unit");
    CHECK(flaw(1, [](Chain& game) {
              game.start = Position::initial();
              game.moves.clear();
          }) == "game 2: it does not begin with an opening of its unit");
    CHECK(flaw(2, [](Chain& game) { game.moves.pop_back(); }) ==
          "game 3: it does not end as its moves and scores say");
    CHECK(flaw(2, [](Chain& game) {
              game.result =
                  game.result == GameResult::draw ? GameResult::white_won : GameResult::draw;
          }) == "game 3: it does not end as its moves and scores say");
    CHECK(flaw(3, [](Chain& game) { game.moves.front().score = 15'000; }) ==
          "game 4: it has a score that does not exist");
    CHECK(flaw(3, [](Chain& game) { game.moves.front().score = no_score; }) ==
          "game 4: it has a score that does not exist");
    CHECK(flaw(3, [](Chain& game) { game.origin.source = ChainSource::tcec; }) ==
          "game 4: it is no game of self-play");
    CHECK(flaw(3, [](Chain& game) {
              Position position = game.start;
              for (const auto& [move, score] : game.moves) position.play(move);
              if (has_legal_move(position)) game.moves.push_back({legal_moves(position)[0], 0});
          }) == "game 4: it continues after its end");

    const std::span<const std::byte> whole(unit);
    CHECK_FALSE(check_data_unit(settings, 5, whole.first(unit.size() - 1)));
    CHECK(check_data_unit(settings, 5, {}).error() == "it has 0 games instead of 4");
    std::vector<std::byte> twice = unit;
    twice.insert(twice.end(), unit.begin(), unit.end());
    CHECK(check_data_unit(settings, 5, twice).error() == "game 5: there is no such game");
    const std::vector<std::byte> long_one(most_bytes(settings) + 1);
    CHECK(check_data_unit(settings, 5, long_one).error() ==
          "its games are longer than they can be");
}

TEST_CASE("random moves hide scores, and the rules of chess still decide where a game ends") {
    DataUnitSettings settings = quick_unit();
    settings.play.random_move_share = 0.3;
    const std::vector<std::byte> unit = made(settings, 5);
    CHECK(check_data_unit(settings, 5, unit));
    CHECK_FALSE(flaw_after(settings, unit, 0, [](Chain& game) {
                    game.start = Position::initial();
                }).empty());
}

TEST_CASE("whoever lacks the openings of a unit checks everything else") {
    DataUnitSettings settings = quick_unit();
    Position opening = Position::initial();
    opening.play(legal_moves(opening)[0]);
    settings.play.start.openings = {opening};
    const std::vector<std::byte> unit = made(settings, 5);
    CHECK(check_data_unit(settings, 5, unit));
    settings.play.start.openings.clear();
    CHECK_FALSE(check_data_unit(settings, 5, unit));
    settings.has_openings = false;
    CHECK(check_data_unit(settings, 5, unit));
    CHECK(flaw_after(settings, unit, 2, [](Chain& game) { game.moves.pop_back(); }) ==
          "game 3: it does not end as its moves and scores say");
}

TEST_CASE("a unit is given up when it is asked to be, and when no opening is level enough") {
    DataUnitSettings settings = quick_unit();
    const std::atomic<bool> stopped = true;
    CHECK_FALSE(make_data_unit(settings, 0, *make_search(), stopped));
    settings.games = 1;
    settings.play.soft_nodes = settings.play.verification_nodes = 1;
    settings.play.start_limit = settings.play.imbalance_limit = -1;
    const auto unit = make_data_unit(settings, 0, *make_search(), never);
    REQUIRE_FALSE(unit);
    CHECK(unit.error() == "of 200 openings only 0 are level enough");
}

}  // namespace kibitz::train
