#include "train/sample.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "random_chains.hpp"
#include "train/network_parameters.hpp"
#include "train/sample_filter.hpp"

namespace kibitz::train {

namespace {

// The inputs of one side's view, from the board itself.
std::vector<int> inputs_of(const Position& position, Color side, const nnue::KingMap& map) {
    const nnue::View view = nnue::view_of(side, position.king(side), map);
    std::vector<int> inputs;
    for (const Square square : position.occupied())
        inputs.push_back(nnue::input_index(side, view, position.piece_on(square), square));
    std::ranges::sort(inputs);
    return inputs;
}

template <class List>
std::vector<int> sorted(const List& list, int count) {
    std::vector<int> inputs(list.begin(), list.begin() + count);
    std::ranges::sort(inputs);
    return inputs;
}

}  // namespace

TEST_CASE("a packed sample has the inputs the engine sees") {
    std::mt19937 random(1);
    for (int game = 0; game < 30; ++game) {
        const Chain chain = random_game(random, 200);
        Position position = chain.start;
        for (const ScoredMove& played : chain.moves) {
            const Sample sample =
                make_sample(position, played.score, chain.result, SampleKind::game);
            const Color us = position.side_to_move();
            for (const int king_buckets : {1, 2, 4, 8}) {
                const nnue::KingMap& map = *king_map_of(king_buckets);
                SampleInputs inputs;
                list_inputs(sample, map, inputs);
                REQUIRE(inputs.count == position.occupied().count());
                CHECK(sorted(inputs.own, inputs.count) == inputs_of(position, us, map));
                CHECK(sorted(inputs.their, inputs.count) == inputs_of(position, ~us, map));
            }
            position.play(played.move);
        }
    }
}

TEST_CASE("score and result are turned to the side to move") {
    const Position white = Position::initial();
    const Position black = white.after(legal_moves(white)[0]);
    const Sample first = make_sample(white, 120, GameResult::white_won, SampleKind::line);
    CHECK(first.score == 120);
    CHECK(first.result == 2);
    CHECK(first.kind == SampleKind::line);
    const Sample second = make_sample(black, 120, GameResult::white_won, SampleKind::game);
    CHECK(second.score == -120);
    CHECK(second.result == 0);
    CHECK(make_sample(black, 0, GameResult::draw, SampleKind::game).result == 1);
}

TEST_CASE("the origin of a chain gives the kind of its samples") {
    CHECK(kind_of({.chess960 = false, .source = ChainSource::tcec}) == SampleKind::game);
    CHECK(kind_of({.chess960 = true, .source = ChainSource::self_play}) == SampleKind::self_play);
    CHECK(kind_of({.source = ChainSource::ccc, .is_line = true}) == SampleKind::line);
}

TEST_CASE("the filter keeps quiet positions with a usable score") {
    Position position = Position::initial();
    const auto play = [&](const char* move) {
        const Move parsed(*Square::parse(std::string_view(move).substr(0, 2)),
                          *Square::parse(std::string_view(move).substr(2, 2)));
        REQUIRE(position.is_legal(parsed));
        position.play(parsed);
    };
    for (const char* move : {"e2e4", "d7d5"}) play(move);
    const Move capture(squares::e4, squares::d5), quiet(squares::g1, squares::f3);
    const SampleFilter all{.min_ply = 0, .max_score = 1'000};
    CHECK(keeps(all, position, {quiet, 50}));
    CHECK(!keeps(all, position, {capture, 50}));
    CHECK(keeps({.min_ply = 0, .drop_tactical = false}, position, {capture, 50}));
    CHECK(!keeps(all, position, {quiet, no_score}));
    CHECK(!keeps(all, position, {quiet, mate_score}));
    CHECK(!keeps(all, position, {quiet, -mate_score}));
    CHECK(keeps(all, position, {quiet, -1'000}));
    CHECK(!keeps(all, position, {quiet, -1'001}));
    CHECK(!keeps({.min_ply = 3}, position, {quiet, 50}));
    CHECK(keeps({.min_ply = 2}, position, {quiet, 50}));
    for (const char* move : {"f1b5"}) play(move);
    REQUIRE(position.in_check());
    const Move block(squares::c7, squares::c6);
    CHECK(!keeps(all, position, {block, 50}));
    CHECK(keeps({.min_ply = 0, .drop_checks = false}, position, {block, 50}));
}

}  // namespace kibitz::train
