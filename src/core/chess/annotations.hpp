// A comment on a move: its text, and the commands that programs write into it as typed values.
//
//   [%clk 1:05:23]  [%emt 0:00:12.5]    time left, time spent on the move
//   [%eval 0.25,18] [%eval #-3]         an evaluation, and the depth it was found at
//   [%csl Ga4,Rb5]  [%cal Ge2e4]        coloured squares and arrows
//
// Commands that are not understood to the last character stay in the text.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/square.hpp"

namespace kibitz {

enum class MarkColor : std::uint8_t { green, red, yellow, blue };

struct MarkedSquare {
    MarkColor color;
    Square square;
    bool operator==(const MarkedSquare&) const = default;
};

struct Arrow {
    MarkColor color;
    Square from, to;
    bool operator==(const Arrow&) const = default;
};

// It is from White's point of view, whichever side is to move.
struct GivenEvaluation {
    int value = 0;         // centipawns, or moves to mate
    bool is_mate = false;  // then `value` is negative where White is mated
    std::optional<int> depth;
    bool operator==(const GivenEvaluation&) const = default;
};

struct Annotations {
    std::optional<GivenEvaluation> evaluation;
    std::optional<std::chrono::milliseconds> clock;    // left to the player after the move
    std::optional<std::chrono::milliseconds> elapsed;  // spent on the move
    std::vector<MarkedSquare> squares;
    std::vector<Arrow> arrows;
    std::string text;  // the rest, blanks made single spaces

    [[nodiscard]] bool empty() const { return *this == Annotations{}; }
    bool operator==(const Annotations&) const = default;
};

// Takes in one more comment. Its text follows what is there; of two values of the same kind the
// first is kept and the second stays text, but squares and arrows add up.
void add_comment(Annotations& annotations, std::string_view comment);

// The comment that says it all: commands first, then the text.
std::string to_comment(const Annotations& annotations);

// The text without blanks at its ends, every run of blanks and line ends a single space.
std::string single_spaced(std::string_view text);

}  // namespace kibitz
