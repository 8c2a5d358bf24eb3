// Scored games as PGN: the evaluations that programs write into comments.
//
//   {[%eval 0.35]}                 White's, of the position after the move (lichess and others)
//   {+0.35/12 0.5s} {-M5/20 1s}    the mover's, of the position before it (match runners)
//   {d=20, sd=31, wv=0.35, ...}    White's, before the move (TCEC); ev= is the mover's
//
// 0.00 at depth 0 or 1 is no evaluation (book and forced moves).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "chess/pgn.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

class PgnGames final : private PgnVisitor {
   public:
    // `units`: score units in a centipawn. A game begins at its first position with a score and
    // ends after its last; games without result or scores are faults.
    PgnGames(double units, std::function<void(Chain)> take,
             std::function<void(const std::string&)> fault)
        : units_(units), take_(std::move(take)), fault_(std::move(fault)), reader_(*this) {}

    // The next piece of the text, cut anywhere.
    void feed(std::string_view text) { reader_.feed(text); }
    // The end of the text.
    void finish() { reader_.finish(); }

   private:
    void begin_game() override;
    bool begin_moves(const Position& start) override;
    void move(const Position& before, Move move, const Position& after) override;
    void comment(std::string_view text) override;
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void result(PgnResult result) override { result_ = result; }
    void error(const PgnError& error) override;
    void end_game() override;

    void refuse(const std::string& why);

    double units_;
    std::function<void(Chain)> take_;
    std::function<void(const std::string&)> fault_;
    PgnReader reader_;

    Chain game_;
    PgnResult result_ = PgnResult::unknown;
    int depth_ = 0;                     // of variations
    ChainScore score_next_ = no_score;  // of the position after the last move
    bool is_refused_ = false;
};

// The game with [%eval] comments, rounded to centipawns; sure wins, whose distance is not known,
// as mates in 99.
std::string to_pgn(const Chain& game, double units);

}  // namespace kibitz::train
