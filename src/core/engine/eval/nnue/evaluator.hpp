// Evaluator: evaluates positions along a search path with the network.
//
// It receives the moves of the path by ply and only records what changed; there is nothing to take
// back, as the next move from a ply replaces the one before. evaluate() brings the sums of each
// side's view up to date from the nearest position on the path that has them, or, where a king has
// changed its view by crossing the middle or leaving its bucket, from a cache that holds for every
// side and view the last board it was needed for ("Finny tables", after the engine Koivisto).
//
// One searcher owns one Evaluator.
#pragma once

#include <array>
#include <vector>

#include "chess/position.hpp"
#include "engine/eval/nnue/accumulator.hpp"
#include "engine/score.hpp"

namespace kibitz::nnue {

class Evaluator {
   public:
    // The network has to outlive the evaluator.
    explicit Evaluator(const Network& network);

    // Starts a path: `root` is at ply 0.
    void reset(const Position& root);
    // The path goes on from `before`, at `ply`, with a move (or a null move) to `ply` + 1.
    void play(int ply, const Position& before, Move move);
    void play_null(int ply);

    // The position at `ply` of the path, in centipawns for the side to move.
    int evaluate(int ply, const Position& position);

    // The greatest ply: the longest search with room to spare.
    static constexpr int last_ply = max_ply + 8;

   private:
    struct PlacedPiece {
        Piece piece;
        Square square;
    };
    // At most two pieces leave (a capture, castling) and two arrive (castling).
    struct Change {
        std::array<PlacedPiece, 2> removed;
        std::array<PlacedPiece, 2> added;
        int removed_count = 0;
        int added_count = 0;
        // The side whose king changed its view, if any.
        bool changes_view = false;
        Color changed = Color::white;
    };
    struct Node {
        std::array<bool, color_count> is_current;
        Change change;  // from the ply before
    };
    struct CachedView {
        std::array<Bitboard, piece_count> pieces{};
    };

    [[nodiscard]] Change change_of(const Position& before, Move move) const;
    Node& node(int ply) { return nodes_[static_cast<std::size_t>(ply)]; }
    // The sums of a view at `ply`, and those that the cache holds.
    std::int16_t* sums(int ply, Color side) { return row(color_count * ply + index(side)); }
    std::int16_t* cached_sums(int cached) { return row(color_count * (last_ply + 1) + cached); }
    std::int16_t* row(int number) {
        return sums_.data() +
               static_cast<std::size_t>(number) * static_cast<std::size_t>(network_.hidden());
    }
    [[nodiscard]] int cached_view(Color side, View view) const {
        return color_count * (2 * view.king_bucket + (view.is_mirrored() ? 1 : 0)) + index(side);
    }
    void make_current(int ply, const Position& position, Color side);
    void refresh(int ply, const Position& position, Color side);
    void advance(int ply, Color side, View view);

    const Network& network_;
    std::array<Node, last_ply + 1> nodes_;  // by ply
    std::vector<CachedView> cache_;         // by cached_view
    AlignedVector<std::int16_t> sums_;      // of every view of every ply, then of the cache
};

}  // namespace kibitz::nnue
