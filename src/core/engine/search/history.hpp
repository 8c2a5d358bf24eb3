// What a thread has learned about moves while searching: histories for ordering and reducing,
// and corrections of the static evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "chess/position.hpp"
#include "engine/score.hpp"
#include "engine/search/parameters.hpp"

namespace kibitz::search {

// A running average of bonuses that cannot leave [-limit, limit]: the closer it is to the limit,
// the less a bonus of that sign adds ("gravity").
template <int limit_>
class Statistic {
   public:
    static constexpr int limit = limit_;
    constexpr operator int() const { return value_; }  // NOLINT: it is a number
    void add(int bonus) {
        const int clamped = bonus > limit ? limit : bonus < -limit ? -limit : bonus;
        value_ = static_cast<std::int16_t>(value_ + clamped - value_ * std::abs(clamped) / limit);
    }

   private:
    std::int16_t value_ = 0;
};

using MoveStatistic = Statistic<16'384>;
// Learns and forgets faster: every node entered says something about the move that led there.
using QuietStatistic = Statistic<7'500>;

// [piece][to]
using PieceToHistory = std::array<std::array<MoveStatistic, square_count>, piece_count>;

// Corrections are kept per hash of some part of the position.
using CorrectionStatistic = Statistic<1'024>;
constexpr std::size_t correction_size = 1 << 14;
using CorrectionHistory = std::array<std::array<CorrectionStatistic, correction_size>, color_count>;
using PieceToCorrection = std::array<std::array<CorrectionStatistic, square_count>, piece_count>;

constexpr std::size_t pawn_history_size = 512;

struct Histories {
    // [side][from attacked][to attacked][from][to]
    std::array<
        std::array<
            std::array<std::array<std::array<QuietStatistic, square_count>, square_count>, 2>, 2>,
        color_count>
        quiet;
    // [piece][to][captured type]
    std::array<std::array<std::array<MoveStatistic, piece_type_count + 1>, square_count>,
               piece_count>
        capture;
    // [the earlier move was a capture][its piece][its to] -> [piece][to]
    std::array<std::array<std::array<PieceToHistory, square_count>, piece_count>, 2> continuation;
    // [pawn structure][piece][to]
    std::array<PieceToHistory, pawn_history_size> pawn;

    CorrectionHistory pawn_correction;
    // The key is that of the non-pawn pieces of one colour: [colour of the pieces]
    std::array<CorrectionHistory, color_count> non_pawn_correction;
    // [piece and to of the move two plies ago] -> [piece][to of the last move]
    std::array<std::array<PieceToCorrection, square_count>, piece_count> continuation_correction;
};

// What is known of a quiet move of `us`; `threats` are the squares that the other side attacks.
auto& quiet_of(auto& histories, Color us, Bitboard threats, Move move) {
    const Square from = move.from(), to = move.to();
    return histories
        .quiet[static_cast<std::size_t>(index(us))][threats.contains(from)][threats.contains(to)]
              [static_cast<std::size_t>(from.index())][static_cast<std::size_t>(to.index())];
}

// What is known of a piece's moves to a square with these pawns on the board.
auto& pawn_of(auto& histories, const Position& position, Piece piece, Square to) {
    return histories.pawn[position.pawn_key() % pawn_history_size][static_cast<std::size_t>(
        index(piece))][static_cast<std::size_t>(to.index())];
}

// What is known of a capture.
auto& capture_of(auto& histories, const Position& position, Move move) {
    return histories.capture[static_cast<std::size_t>(index(position.piece_on(move.from())))]
                            [static_cast<std::size_t>(move.to().index())]
                            [static_cast<std::size_t>(index(type_of(position.captured_by(move))))];
}

// Where the correction for positions with this key is kept.
constexpr std::size_t correction_slot(Key key) {
    return static_cast<std::size_t>(key % correction_size);
}

// What a move gains that was best in a search of this depth, and what one loses that was not.
constexpr int history_bonus(const Parameters& tuned, Depth depth) {
    return std::min(tuned.history_bonus_slope * depth - tuned.history_bonus_offset,
                    tuned.history_bonus_limit);
}
constexpr int history_malus(const Parameters& tuned, Depth depth) {
    return std::min(tuned.history_malus_slope * depth - tuned.history_malus_offset,
                    tuned.history_malus_limit);
}

}  // namespace kibitz::search
