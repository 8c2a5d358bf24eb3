// Scored games as EPD: a line for each position, with the move played in it.
//
//   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4; ce 29; score 100; c9 "1-0";
//
//   sm     the move played (else bm, else the first quiet legal move, which only fills the place)
//   ce     centipawns for the side to move
//   score  the same in the units of the chain format, White's point of view; preferred to ce
//   c9     the result
//   c0     where the game comes from, at its first position: "self-play chess960 line"
//
// Lines that continue the position before are one game. A line without score or ce is a position
// that is not to be learned from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "train/chain.hpp"

namespace kibitz::train {

class EpdGames {
   public:
    // `units`: score units in a centipawn of ce.
    EpdGames(double units, std::function<void(Chain)> take,
             std::function<void(const std::string&)> fault)
        : units_(units), take_(std::move(take)), fault_(std::move(fault)) {}

    // The next piece of the text, cut anywhere.
    void feed(std::string_view text);
    // The end of the text.
    void finish();

   private:
    void read_line(std::string_view line);
    void hand_on();

    double units_;
    std::function<void(Chain)> take_;
    std::function<void(const std::string&)> fault_;
    std::string rest_;  // of a line cut by the end of a piece
    std::uint64_t line_ = 0;
    std::optional<Chain> game_;
    Position next_ = Position::initial();  // the one after the last move of game_
};

// The lines of a game, with `units` in a centipawn.
std::string to_epd(const Chain& game, double units);

}  // namespace kibitz::train
