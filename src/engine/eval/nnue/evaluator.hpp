// Evaluator: evaluates positions along a search path with the network.
//
// It follows the search's moves with push and pop, which only note what changed. evaluate()
// brings the sums of each side's view up to date from the nearest position on the path that has
// them, or, where a king has crossed the middle and turned its view, from a cache that holds for
// every side and view the last board it was needed for ("Finny tables", after the engine Koivisto).
//
// One searcher owns one Evaluator. It is a quarter of a megabyte: keep it on the heap.
#pragma once

#include <array>

#include "chess/position.hpp"
#include "engine/eval/nnue/accumulator.hpp"
#include "engine/score.hpp"

namespace kibitz::nnue {

class Evaluator {
   public:
    // The network has to outlive the evaluator.
    explicit Evaluator(const Network& network);

    // Starts a path at `root`.
    void reset(const Position& root);
    // The move is about to be played in `before`, the position at the end of the path.
    void push(const Position& before, Move move);
    void push_null();
    void pop() { --depth_; }

    // `position` is the one at the end of the path. In centipawns, for the side to move.
    int evaluate(const Position& position);

   private:
    struct Man {
        Piece piece;
        Square square;
    };
    // At most two men leave (a capture, castling) and two arrive (castling).
    struct Change {
        std::array<Man, 2> removed;
        std::array<Man, 2> added;
        int removed_count = 0;
        int added_count = 0;
        // The side whose king turned its view, if any.
        bool turns_view = false;
        Color turned = Color::white;
    };
    struct Node {
        std::array<Accumulator, color_count> views;
        std::array<bool, color_count> is_current;
        Change change;  // from the node before
    };
    struct CachedView {
        Accumulator accumulator;
        std::array<Bitboard, piece_count> men{};
    };

    static Change change_of(const Position& before, Move move);
    void make_current(const Position& position, Color side);
    void refresh(const Position& position, Color side);
    void advance(int to, Color side, int view);

    // The root, and every ply of a search with its quiescence.
    static constexpr int max_depth = max_ply + 8;

    const Network& network_;
    int depth_ = 0;
    std::array<Node, max_depth + 1> nodes_;
    // By side and by whether the view is mirrored.
    std::array<std::array<CachedView, 2>, color_count> cache_;
};

}  // namespace kibitz::nnue
