// What the evaluations in a game's comments, [%eval 0.25] or [%eval #-3], say of each side: how
// well it once stood, and what its worst move cost.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "chess/color.hpp"

namespace kibitz::collection {

// Evaluations beyond ten pawns, and mates, count as ten: more decides nothing.
inline constexpr int most_evaluation = 1000;
// How comments with one begin it, in lower case.
inline constexpr std::string_view evaluation_mark = "[%eval";

class Evaluations {
   public:
    // A game begins.
    void begin_game() { *this = {}; }
    // A move of the main line, by this side.
    void move(Color mover);
    // A comment of the main line, on the last move or on the start. The first evaluation counts.
    void comment(std::string_view text);

    // The most centipawns by which the side stood better; 0 if it never did.
    [[nodiscard]] int best(Color side) const { return best_[at(side)]; }
    // The most centipawns that a move of the side cost, by the evaluations before and after it.
    [[nodiscard]] int largest_loss(Color side) const { return largest_loss_[at(side)]; }

   private:
    static std::size_t at(Color side) { return static_cast<std::size_t>(index(side)); }

    std::optional<int> before_, now_;  // White's centipawns before and after the last move
    std::optional<Color> mover_;       // of that move; nothing at the start
    std::array<int, color_count> best_{}, largest_loss_{};
};

}  // namespace kibitz::collection
