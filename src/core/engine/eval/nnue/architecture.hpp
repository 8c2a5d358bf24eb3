// The shape of a network: what goes in, how wide it is, how its numbers are scaled.
//
//   768 inputs for each side's view, for each bucket of places of its king
//   -> `hidden` units for each view, clipped to 0 ... 1
//   -> one of two kinds of output:
//        squares: the squared units of both views, the side to move first -> 1
//        layers:  the products of the units of each view's halves -> 16 -> 32 -> 1
//      of which there are `output_buckets`, by the number of pieces and pawns on the board
//
// An input stands for one piece on one square as a side sees it: own pieces and those of the other
// side, the board turned so that the side plays upwards, and mirrored so that its king stands
// on files a to d. What a piece is worth depends on where the own king is: there is a set of inputs
// for each bucket. One piece is one input of each view, so a move changes few inputs, and the sums
// in front of the activation can be kept up to date (NNUE: Yu Nasu 2018; the shapes are those
// usual among engines today, see https://www.chessprogramming.org/NNUE).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/color.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"

namespace kibitz::nnue {

// The inputs of one king bucket.
constexpr int piece_input_count = 2 * piece_type_count * square_count;
constexpr int max_pieces = 32;

// For each square a king can stand on in its own view, files a to d of rank 1, then of rank 2 and
// so on: its bucket, from 0.
constexpr int king_places = 32;
using KingMap = std::array<std::uint8_t, king_places>;

constexpr int king_place(Square own_king_seen_by_side) {
    constexpr int files = 4;
    return own_king_seen_by_side.index() / 8 * files + own_king_seen_by_side.index() % files;
}
constexpr int bucket_count(const KingMap& map) { return *std::ranges::max_element(map) + 1; }

inline constexpr KingMap one_king_bucket{};
// Behind pawns on the wing (a1-c2), or anywhere else.
inline constexpr KingMap wing_king_buckets = {
    1, 1, 1, 0,  //
    1, 1, 1, 0,
};
// The corner, the bishop's files and the centre of the first two ranks, or anywhere else.
inline constexpr KingMap four_king_buckets = {
    1, 1, 2, 3,  //
    1, 1, 2, 3,
};
// The first rank by files, the second by halves, the middle of the board and the other side's half.
inline constexpr KingMap eight_king_buckets = {
    1, 1, 2, 3,  //
    4, 4, 5, 5,  //
    6, 6, 6, 6,  //
    6, 6, 6, 6,  //
    7, 7, 0, 0,  //
    7, 7, 0, 0,  //
    7, 7, 0, 0,  //
    7, 7, 0, 0,
};

enum class OutputKind : std::uint8_t { squares, layers };

struct Architecture {
    OutputKind output = OutputKind::squares;
    int hidden = 256;  // units of each view; a multiple of hidden_multiple
    int output_buckets = 8;
    KingMap king_map = wing_king_buckets;

    // What every loop over the units can be cut into.
    static constexpr int hidden_multiple = 64;
    static constexpr int largest_hidden = 4'096;
    static constexpr int most_output_buckets = 64;

    [[nodiscard]] constexpr int inputs() const {
        return bucket_count(king_map) * piece_input_count;
    }
    bool operator==(const Architecture&) const = default;
};

// The layers behind the products.
constexpr int first_layer_size = 16;
// The first layer's units, clipped, and their squares.
constexpr int second_layer_inputs = 2 * first_layer_size;
constexpr int second_layer_size = 32;

// Integers stand for fractions of these.
constexpr int hidden_one = 255;  // 1.0 of a hidden unit, its input weights and its bias
constexpr int output_one = 256;  // 1.0 of an output weight behind squares

// The product of two units is shifted right by this, to 9 bits.
constexpr int product_shift = 7;
constexpr int product_one = 512;  // 1.0 of a product
constexpr int largest_product = hidden_one * hidden_one >> product_shift;
constexpr int layer_one = 1'024;  // 1.0 of the weights behind products and in later layers
constexpr int unit_one = 8'192;   // 1.0 of a unit of the first or the second layer
constexpr int unit_shift = 13;    // unit_one as a power of two
// 1.0 of the first layer's sums; of those of the second layer and the output.
constexpr int first_sum_one = product_one * layer_one;
constexpr int later_sum_one = unit_one * layer_one;

// 1.0 of the output.
constexpr std::int64_t value_one(OutputKind output) {
    return output == OutputKind::squares ? hidden_one * output_one : later_sum_one;
}

// How a side sees the board.
struct View {
    int turn = 0;         // is XORed to a square's index
    int king_bucket = 0;  // which set of inputs

    [[nodiscard]] constexpr bool is_mirrored() const { return (turn & 1) != 0; }
    bool operator==(const View&) const = default;
};

constexpr View view_of(Color side, Square own_king, const KingMap& map) {
    constexpr int right_half = 4, all_files = 7, all_ranks = 56;
    const int mirror = (own_king.index() & right_half) != 0 ? all_files : 0;
    const int turn = mirror ^ (side == Color::white ? 0 : all_ranks);
    const int place = king_place(Square(own_king.index() ^ turn));
    return {turn, map[static_cast<std::size_t>(place)]};
}

// The input for a piece, in the view of `side` given by view_of.
constexpr int input_index(Color side, View view, Piece piece, Square square) {
    const int own = color_of(piece) == side ? 0 : 1;
    return view.king_bucket * piece_input_count +
           (own * piece_type_count + index(type_of(piece))) * square_count +
           (square.index() ^ view.turn);
}

constexpr int output_bucket(int pieces, int bucket_count) {
    return (pieces - 2) * bucket_count / max_pieces;
}

}  // namespace kibitz::nnue
