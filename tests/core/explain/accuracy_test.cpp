// The accuracy of moves and games, against values worked out by hand.
#include "explain/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/test.hpp"

namespace kibitz::explain {
namespace {

TEST_CASE("chances and accuracy follow the published formulas") {
    CHECK(win_percent(Score{0}) == doctest::Approx(50));
    CHECK(win_percent(Score{100}) == doctest::Approx(59.10).epsilon(0.001));
    CHECK(win_percent(Score{-100}) == doctest::Approx(100 - win_percent(Score{100})));
    CHECK(win_percent(mate_in(3)) == win_percent(Score{1000}));
    CHECK(win_percent(mated_in(0)) == win_percent(Score{-1000}));
    CHECK(move_accuracy(50, 60) == 100);
    CHECK(move_accuracy(50, 40) == doctest::Approx(64.58).epsilon(0.001));
    CHECK(move_accuracy(50, 0) == doctest::Approx(9.53).epsilon(0.001));
    CHECK(move_accuracy(100, 0) == 0);
}

TEST_CASE("signs for bad moves") {
    CHECK(mark_for_loss(4.9) == MoveMark::none);
    CHECK(mark_for_loss(5) == MoveMark::inaccuracy);
    CHECK(mark_for_loss(10) == MoveMark::mistake);
    CHECK(mark_for_loss(20) == MoveMark::blunder);
    CHECK(nag_of(MoveMark::blunder) == 4);
}

TEST_CASE("a loss counts mates as ten pawns") {
    const auto loss = [](Score before, Score after) {
        return centipawn_loss(Color::white, before, after);
    };
    CHECK(loss(Score{50}, Score{20}) == 30);
    CHECK(loss(Score{20}, Score{50}) == 0);
    CHECK(loss(Score{0}, mated_in(2)) == 1000);  // walks into a mate
    CHECK(loss(mate_in(3), Score{300}) == 700);  // misses one
    CHECK(loss(mate_in(3), mate_in(9)) == 0);    // takes longer
    CHECK(loss(Score{1500}, Score{1100}) == 0);  // wins anyway
    CHECK(loss(mate_in(1), mated_in(2)) == 2000);
    CHECK(centipawn_loss(Color::black, Score{-30}, Score{50}) == 80);
}

TEST_CASE("the accuracy of a game") {
    using Movers = std::vector<std::optional<Color>>;
    constexpr Color white = Color::white, black = Color::black;
    SUBCASE("perfect moves on both sides") {
        const std::vector<double> level(9, 50.0);
        const auto accuracy =
            game_accuracy(level, Movers{white, black, white, black, white, black, white, black});
        CHECK(accuracy[0] == doctest::Approx(100));
        CHECK(accuracy[1] == doctest::Approx(100));
    }
    SUBCASE("each side pays for its own moves") {
        const auto accuracy =
            game_accuracy(std::vector{50.0, 50.0, 90.0, 90.0}, Movers{white, black, white});
        CHECK(accuracy[0] == doctest::Approx(100));
        CHECK(*accuracy[1] < 30);
    }
    SUBCASE("Black may have begun, and a side may not have moved") {
        const auto accuracy = game_accuracy(std::vector{50.0, 90.0}, Movers{black});
        CHECK_FALSE(accuracy[0].has_value());
        CHECK(*accuracy[1] < 30);
    }
    SUBCASE("worked out by hand") {
        // Windows of two positions: the weights are half of each change, at most 12: 1, 5, 1, 6,
        // 12, 2.5. White's moves have accuracies 92.396, 92.396 and 15.912 (mean by weight 26.838,
        // harmonic mean 35.507), Black's 64.583, 59.016 and 80.817 (65.115 and 66.961).
        const auto accuracy = game_accuracy(std::vector{52.0, 50.0, 60.0, 58.0, 70.0, 30.0, 35.0},
                                            Movers{white, black, white, black, white, black});
        CHECK(accuracy[0] == doctest::Approx(31.172).epsilon(1e-4));
        CHECK(accuracy[1] == doctest::Approx(66.038).epsilon(1e-4));
    }
    SUBCASE("a null move counts for nobody") {
        const auto accuracy =
            game_accuracy(std::vector{50.0, 50.0, 90.0, 90.0}, Movers{white, std::nullopt, white});
        CHECK(accuracy[0] == doctest::Approx(100));
        CHECK_FALSE(accuracy[1].has_value());
    }
}

TEST_CASE("a move is judged by what the mover's chances lost") {
    const Judgement white = judge(Color::white, Score{100}, Score{-100}, false);
    CHECK(white.win_before == doctest::Approx(59.10).epsilon(0.001));
    CHECK(white.win_after == doctest::Approx(40.90).epsilon(0.001));
    CHECK(white.win_loss() == doctest::Approx(18.20).epsilon(0.001));
    CHECK(white.centipawn_loss == 200);
    CHECK(white.mark == MoveMark::mistake);
    const Judgement black = judge(Color::black, Score{100}, Score{-100}, false);
    CHECK(black.win_loss() == 0);
    CHECK(black.mark == MoveMark::none);
    // What the engine would have played is no mistake, whatever it thinks of it later.
    CHECK(judge(Color::white, Score{100}, Score{-500}, true).mark == MoveMark::none);
}

TEST_CASE("a game is summarised for each side") {
    const std::vector<double> course{50, 50, 50, 40};
    const std::vector<std::optional<Judgement>> moves{
        Judgement{.mover = Color::white, .win_before = 50, .win_after = 50, .centipawn_loss = 10},
        Judgement{.mover = Color::black, .win_before = 50, .win_after = 50},
        Judgement{.mover = Color::white,
                  .win_before = 50,
                  .win_after = 40,
                  .centipawn_loss = 110,
                  .mark = MoveMark::mistake}};
    const auto sides = summarise(course, moves);
    CHECK(sides[0].moves == 2);
    CHECK(sides[0].average_centipawn_loss == 60);
    CHECK(sides[0].marks[static_cast<std::size_t>(MoveMark::mistake)] == 1);
    // The window has two values, so the moves weigh 0.5 and 5. Weighted: (100 * 0.5 + 64.58 * 5) /
    // 5.5 = 67.80. Harmonic: 2 / (1 / 100 + 1 / 64.58) = 78.48.
    CHECK(*sides[0].accuracy == doctest::Approx(73.14).epsilon(1e-4));
    CHECK(sides[1].moves == 1);
    CHECK(sides[1].average_centipawn_loss == 0);
    CHECK(*sides[1].accuracy == doctest::Approx(100));
}

TEST_CASE("signs change at their limits, and each has its name, its sign and its number") {
    for (const auto& [loss, mark] : {std::pair{0.0, MoveMark::none},
                                     {4.99, MoveMark::none},
                                     {5.0, MoveMark::inaccuracy},
                                     {9.99, MoveMark::inaccuracy},
                                     {10.0, MoveMark::mistake},
                                     {19.99, MoveMark::mistake},
                                     {20.0, MoveMark::blunder},
                                     {100.0, MoveMark::blunder},
                                     {-3.0, MoveMark::none}})
        CHECK(mark_for_loss(loss) == mark);
    struct Names {
        MoveMark mark;
        const char *sign, *name;
        int nag;
    };
    for (const auto& [mark, sign, name, nag] :
         {Names{MoveMark::none, "", "", 0}, Names{MoveMark::inaccuracy, "?!", "Inaccuracy", 6},
          Names{MoveMark::mistake, "?", "Mistake", 2},
          Names{MoveMark::blunder, "??", "Blunder", 4}}) {
        CHECK(std::string(to_string(mark)) == sign);
        CHECK(std::string(name_of(mark)) == name);
        CHECK(nag_of(mark) == nag);
    }
}

TEST_CASE("centipawns are capped at ten pawns on both sides, decided games at once") {
    for (const int value : {0, 1, -1, 999, -999, 1000, -1000})
        CHECK(capped_centipawns(Score{value}) == value);
    for (const Score score : {Score{1001}, mate_in(1), mate_in(200), score_win_bound})
        CHECK(capped_centipawns(score) == 1000);
    for (const Score score : {Score{-1001}, mated_in(0), -score_win_bound})
        CHECK(capped_centipawns(score) == -1000);
    CHECK(win_percent(Score{1000}) == doctest::Approx(97.54).epsilon(0.0001));
}

TEST_CASE("for Black everything is the mirror of what it is for White") {
    for (const auto& [before, after] :
         {std::pair{30, -80}, std::pair{-40, 20}, std::pair{0, 0}, std::pair{500, 100}}) {
        const Judgement white = judge(Color::white, Score{before}, Score{after}, false);
        const Judgement black = judge(Color::black, Score{-before}, Score{-after}, false);
        CHECK(white.mover == Color::white);
        CHECK(black.mover == Color::black);
        CHECK(white.win_before == doctest::Approx(black.win_before));
        CHECK(white.win_after == doctest::Approx(black.win_after));
        CHECK(white.centipawn_loss == black.centipawn_loss);
        CHECK(white.centipawn_loss == std::max(0, before - after));
        CHECK(white.mark == black.mark);
    }
    std::vector<double> course{50, 52, 45, 60, 40, 41, 80}, mirrored;
    for (const double percent : course) mirrored.push_back(100 - percent);
    constexpr auto white = Color::white, black = Color::black;
    const std::vector<std::optional<Color>> movers{white, black, white, black, white, black};
    const std::vector<std::optional<Color>> others{black, white, black, white, black, white};
    const auto one = game_accuracy(course, movers), other = game_accuracy(mirrored, others);
    CHECK(*one[0] == doctest::Approx(*other[1]));
    CHECK(*one[1] == doctest::Approx(*other[0]));
    CHECK(std::abs(*one[0] - *one[1]) > 1);  // so that they cannot be exchanged
}

TEST_CASE("the accuracy of long games, by the window that belongs to their length") {
    constexpr double least_volatility = 0.5, most_volatility = 12;
    // White moves all the time, so that all is one sum.
    for (const std::size_t moves : {1u, 2u, 19u, 29u, 30u, 45u, 79u, 80u, 95u, 140u}) {
        CAPTURE(moves);
        std::vector<double> course{50};
        for (std::size_t i = 1; i <= moves; ++i)
            course.push_back(50 + 30 * std::sin(static_cast<double>(i * i)));
        const std::size_t window =
            std::min(std::min<std::size_t>(std::max<std::size_t>(moves / 10, 2), 8), moves + 1);
        double weighted = 0, weights = 0, inverses = 0;
        for (std::size_t move = 0; move < moves; ++move) {
            // Of the positions up to the one after the move, the last ones; at least a window.
            const std::size_t last = std::max(move + 1, window - 1);
            double mean = 0, variance = 0;
            for (std::size_t i = last + 1 - window; i <= last; ++i)
                mean += course[i] / static_cast<double>(window);
            for (std::size_t i = last + 1 - window; i <= last; ++i)
                variance += (course[i] - mean) * (course[i] - mean) / static_cast<double>(window);
            const double weight =
                std::clamp(std::sqrt(variance), least_volatility, most_volatility);
            const double accuracy = move_accuracy(course[move], course[move + 1]);
            weighted += weight * accuracy;
            weights += weight;
            inverses += 1 / std::max(accuracy, 1e-3);
        }
        const std::vector<std::optional<Color>> movers(moves, Color::white);
        const double expected = (weighted / weights + static_cast<double>(moves) / inverses) / 2;
        CHECK(*game_accuracy(course, movers)[0] == doctest::Approx(expected));
    }
}

TEST_CASE("a summary counts what each side did, and nothing of moves that are not judged") {
    const auto judged = [](Color mover, int loss, MoveMark mark) {
        return Judgement{.mover = mover,
                         .win_before = 50,
                         .win_after = 50,
                         .centipawn_loss = loss,
                         .mark = mark};
    };
    const std::vector<double> course(6, 50.0);
    const std::vector<std::optional<Judgement>> moves{
        judged(Color::black, 31, MoveMark::inaccuracy), std::nullopt,
        judged(Color::black, 300, MoveMark::blunder), judged(Color::white, 0, MoveMark::none),
        judged(Color::black, 0, MoveMark::none)};
    const auto sides = summarise(course, moves);
    CHECK(sides[0].moves == 1);
    CHECK(sides[1].moves == 3);
    CHECK(sides[1].average_centipawn_loss == doctest::Approx(331 / 3.0).epsilon(0.01));
    for (const auto& [mark, count] :
         {std::pair{MoveMark::none, 1}, std::pair{MoveMark::inaccuracy, 1},
          std::pair{MoveMark::mistake, 0}, std::pair{MoveMark::blunder, 1}})
        CHECK(sides[1].marks[static_cast<std::size_t>(mark)] == count);
    CHECK(sides[0].marks[static_cast<std::size_t>(MoveMark::none)] == 1);
    CHECK(summarise(std::vector{50.0}, {})[0].moves == 0);
    CHECK(summarise(std::vector{50.0}, {})[0].average_centipawn_loss == 0);
}

}  // namespace
}  // namespace kibitz::explain
