#include "engine/score_model.hpp"

#include <cmath>

#include "chess/random_games.hpp"
#include "support/test.hpp"

namespace kibitz {

TEST_CASE("a is what wins every other game, and b makes sense, for any number of pieces") {
    for (int material = 0; material <= 103; ++material) {
        CAPTURE(material);
        const auto [a, b] = score_model_parameters(material);
        CHECK(a > 50);
        CHECK(a < 600);
        CHECK(b > 20);
        CHECK(b < 300);
    }
}

TEST_CASE("chances add up, mirror each other and grow with the score") {
    test::for_random_positions(500, 21, [](const Position& position, const MoveList&) {
        WinDrawLoss previous = win_draw_loss(Score{-2'100}, position);
        for (int score = -2'000; score <= 2'000; score += 100) {
            const WinDrawLoss chances = win_draw_loss(Score{score}, position);
            REQUIRE(chances.win + chances.draw + chances.loss == 1000);
            REQUIRE(chances.draw >= 0);
            const WinDrawLoss mirrored = win_draw_loss(Score{-score}, position);
            REQUIRE(mirrored == WinDrawLoss{chances.loss, chances.draw, chances.win});
            REQUIRE(chances.win >= previous.win);
            REQUIRE(chances.loss <= previous.loss);
            previous = chances;
        }
        REQUIRE(previous.win > 990);
    });
}

TEST_CASE("100 displayed centipawns win half of the games") {
    test::for_random_positions(500, 22, [](const Position& position, const MoveList&) {
        const double a = score_model_parameters(score_model_material(position)).a;
        const Score score{static_cast<int>(std::lround(a))};
        REQUIRE(std::abs(win_draw_loss(score, position).win - 500) <= 5);
        REQUIRE(std::abs(displayed_centipawns(score, position) - 100) <= 1);
        REQUIRE(displayed_centipawns(-score, position) == -displayed_centipawns(score, position));
        REQUIRE(displayed_centipawns(score_draw, position) == 0);
    });
}

TEST_CASE("decisive scores are certain") {
    const Position& start = Position::initial();
    CHECK(win_draw_loss(mate_in(5), start) == WinDrawLoss{1000, 0, 0});
    CHECK(win_draw_loss(mated_in(5), start) == WinDrawLoss{0, 0, 1000});
    CHECK(win_draw_loss(score_tablebase_win, start) == WinDrawLoss{1000, 0, 0});
}

}  // namespace kibitz
