// Sample: one position to learn from in 32 bytes, seen by the side to move.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "chess/position.hpp"
#include "engine/eval/nnue/architecture.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

// What a sample's score and result are worth depends on how they came about.
enum class SampleKind : std::uint8_t {
    game,  // played by strong engines: score and result both say something
    line,  // out of a principal variation: the score is the root's, and the result that of another
           // line
    self_play,  // quick self-play: the result is weak evidence
};
constexpr int sample_kind_count = 3;
SampleKind kind_of(const ChainOrigin& origin);

// The board is turned so that the side to move plays upwards; pieces are 0-5 (pawn ... king) for
// the side to move and 8-13 for the other, in the order of the squares.
struct Sample {
    std::uint64_t occupied = 0;
    std::array<std::uint8_t, 16> pieces{};  // 4 bits each, low half first
    std::int16_t score = 0;   // for the side to move, 400 units as in the chain format
    std::uint8_t result = 1;  // of the side to move, half points
    SampleKind kind = SampleKind::game;
    std::uint8_t own_king = 0;  // squares of the turned board
    std::uint8_t their_king = 0;
    std::uint16_t reserved = 0;

    bool operator==(const Sample&) const = default;
};
static_assert(sizeof(Sample) == 32);

// `score` is White's, as in a chain.
Sample make_sample(const Position& position, ChainScore score, GameResult result, SampleKind kind);

// A sample's network inputs: the same number for both views.
struct SampleInputs {
    std::array<std::uint16_t, nnue::max_pieces> own;
    std::array<std::uint16_t, nnue::max_pieces> their;
    int count = 0;
};

inline void list_inputs(const Sample& sample, const nnue::KingMap& king_map, SampleInputs& inputs) {
    constexpr unsigned other_side = 8, code_bits = 4;
    constexpr int side_inputs = nnue::piece_input_count / 2;
    const nnue::View own_view = nnue::view_of(Color::white, Square(sample.own_king), king_map);
    const nnue::View their_view = nnue::view_of(Color::black, Square(sample.their_king), king_map);
    const int own_base = own_view.king_bucket * nnue::piece_input_count;
    const int their_base = their_view.king_bucket * nnue::piece_input_count;
    std::array<std::uint64_t, 2> pieces =
        std::bit_cast<std::array<std::uint64_t, 2>>(sample.pieces);
    std::uint64_t rest = sample.occupied;
    int count = 0;
    while (rest != 0) {
        const int square = std::countr_zero(rest);
        rest &= rest - 1;
        const auto code = static_cast<unsigned>(pieces[0] & 15);
        pieces[0] = pieces[0] >> code_bits | pieces[1] << (64 - code_bits);
        pieces[1] >>= code_bits;
        const int type_base = static_cast<int>(code & 7) * square_count;
        const bool is_theirs = (code & other_side) != 0;
        const auto at = static_cast<std::size_t>(count++);
        inputs.own[at] = static_cast<std::uint16_t>(own_base + (is_theirs ? side_inputs : 0) +
                                                    type_base + (square ^ own_view.turn));
        inputs.their[at] = static_cast<std::uint16_t>(their_base + (is_theirs ? 0 : side_inputs) +
                                                      type_base + (square ^ their_view.turn));
    }
    inputs.count = count;
}

}  // namespace kibitz::train
