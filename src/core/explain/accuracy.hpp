// How well a game was played, in the terms that lichess.org made known: chances of winning, the
// accuracy of moves and games, and signs for bad moves. The program and the page have them from
// here.
//
// Formulas: https://lichess.org/page/accuracy. The limits of the signs are those of the program
// En Croissant (https://encroissant.org).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/color.hpp"
#include "engine/score.hpp"

namespace kibitz::explain {

// The score in the centipawns that people are shown. Scores beyond this, mates among them, are
// worth the same: what is won is won.
inline constexpr int most_centipawns = 1000;
int capped_centipawns(Score score);

// The chance to win in percent (50 is even), from the view of the side that the score is for, in
// the centipawns that people are shown.
double win_percent(Score score);

// 0 to 100, from the mover's chances before the move and after it.
double move_accuracy(double win_before, double win_after);

enum class MoveMark : std::uint8_t { none, inaccuracy, mistake, blunder };
// It depends on what the move lost of the mover's chances, in percent points.
MoveMark mark_for_loss(double win_loss);
const char* to_string(MoveMark mark);  // "", "?!", "?", "??"
// "Inaccuracy", "Mistake", "Blunder"; empty for none.
const char* name_of(MoveMark mark);
// The PGN number of the sign; 0 for none.
int nag_of(MoveMark mark);

// What a move cost in centipawns, with both scores capped. The scores are as White sees them.
int centipawn_loss(Color mover, Score before, Score after);

// A move as a review judges it.
struct Judgement {
    Color mover = Color::white;
    double win_before = 0;  // the mover's chances in percent
    double win_after = 0;
    int centipawn_loss = 0;
    MoveMark mark = MoveMark::none;

    [[nodiscard]] double win_loss() const {
        return win_before > win_after ? win_before - win_after : 0;
    }
};
// The scores are those before the move and after it, as White sees them. The best move has no mark.
Judgement judge(Color mover, Score before, Score after, bool is_best);

// What a side did in a game.
struct SideSummary {
    int moves = 0;
    std::array<int, 4> marks{};  // by MoveMark
    double average_centipawn_loss = 0;
    std::optional<double> accuracy;  // nothing for a side that did not move
};
// `white_win_percents` are White's chances before the first move and after each; a move that does
// not count (a null move) has no judgement.
std::array<SideSummary, color_count> summarise(std::span<const double> white_win_percents,
                                               std::span<const std::optional<Judgement>> moves);

// The accuracy of each side's moves in a game: moves count more where much happens, and bad ones
// more than good ones (the middle between a mean weighted by volatility and the harmonic mean).
// `white_win_percents` are White's chances before the first move and after each; `movers` made
// the moves, nobody one that does not count. Nothing for a side that did not move.
std::array<std::optional<double>, color_count> game_accuracy(
    std::span<const double> white_win_percents, std::span<const std::optional<Color>> movers);

}  // namespace kibitz::explain
