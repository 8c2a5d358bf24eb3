// The inputs of the move model: what a position and each of its legal moves look like to a person,
// as lists of rows in two tables of weights (move_model.hpp).
//
// Squares are seen by the side to move: its own back rank is the first. What is a number is cut
// into bins, a row for each, so that the model learns the shape of its effect.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "players/human/scene.hpp"
#include "players/people/mover.hpp"
#include "players/people/quick_look.hpp"

namespace kibitz::players {

// Rows of a table, each once.
using Rows = std::vector<std::uint16_t>;

// A rating lies between two knots; each has a row, weighted by how near it is (in 1 / 16).
struct RatingRows {
    static constexpr int whole = 16;
    int lower = 0;  // row of the lower knot; the upper one's follows
    int upper_weight = 0;
};

// What the model reads, wherever it stands.
struct FeatureView {
    std::span<const std::uint16_t> rows;  // of the table of positions
    RatingRows rating;
    std::span<const std::uint16_t>
        move_rows;                            // of the table of moves, one move's after the other's
    std::span<const std::uint32_t> move_end;  // where each move's rows end

    [[nodiscard]] std::size_t moves() const { return move_end.size(); }
    [[nodiscard]] std::span<const std::uint16_t> rows_of(std::size_t move) const {
        const std::size_t begin = move == 0 ? 0 : move_end[move - 1];
        return move_rows.subspan(begin, move_end[move] - begin);
    }
};

struct PositionFeatures {
    Rows rows;
    RatingRows rating;
    std::vector<Move> moves;  // all legal ones
    Rows move_rows;
    std::vector<std::uint32_t> move_end;

    [[nodiscard]] FeatureView view() const { return {rows, rating, move_rows, move_end}; }
    [[nodiscard]] std::span<const std::uint16_t> rows_of(std::size_t move) const {
        return view().rows_of(move);
    }
};

// Of a rating on lichess's scale.
RatingRows rows_of_rating(int rating);
// The row that says which site's rating it is.
std::uint16_t system_row(RatingSystem system);

// How many rows the two tables have.
extern const int position_row_count;
extern const int move_row_count;

PositionFeatures features_of(const Scene& scene, const Mover& mover,
                             std::span<const LookedAt> looks);

}  // namespace kibitz::players
