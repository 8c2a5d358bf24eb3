// Referee: keeps the position of a game between searches and decides when it is over: by the rules,
// by tablebases, or because the scores have shown the result for a while.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "engine/score.hpp"
#include "engine/tablebase.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

// Scores are in the engine's centipawns.
struct AdjudicationSettings {
    // Won, once the side is this far ahead in so many successive searches (of both sides).
    int win_score = 1'000;
    int win_plies = 5;
    // Drawn, once neither side is further ahead in so many successive searches, from that ply of
    // the game on.
    int draw_score = 10;
    int draw_plies = 10;
    int draw_from_ply = 70;
    int max_plies = 500;  // after which it is a draw
};

constexpr GameResult win_of(Color side) {
    return side == Color::white ? GameResult::white_won : GameResult::black_won;
}

class Referee {
   public:
    // The settings and the tables (null for none) must outlive the referee.
    Referee(const AdjudicationSettings& settings, Tablebase* tablebase, const Position& start);

    [[nodiscard]] const Position& position() const { return position_; }
    // They are those of the positions since the last capture or pawn move, oldest first.
    [[nodiscard]] std::span<const Key> earlier_keys() const { return keys_; }
    // There is none while the game continues.
    [[nodiscard]] std::optional<GameResult> result() const { return result_; }

    // Plays a legal move; `score` is what its search found, for the side to move.
    void play(Move move, Score score);

   private:
    [[nodiscard]] std::optional<GameResult> result_by_scores(int white_score);
    [[nodiscard]] std::optional<GameResult> result_on_board() const;
    [[nodiscard]] std::optional<GameResult> result_by_tablebase() const;

    const AdjudicationSettings& settings_;
    Tablebase* tablebase_;
    Position position_;
    std::vector<Key> keys_;
    std::optional<GameResult> result_;
    int plies_ = 0;
    int leader_ = 0;  // by the scores: 1 White, -1 Black
    int led_plies_ = 0;
    int level_plies_ = 0;
};

}  // namespace kibitz::train
