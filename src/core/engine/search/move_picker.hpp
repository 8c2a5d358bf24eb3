// MovePicker: hands out a node's moves, the most promising first, generating and sorting no more
// than is asked for.
#pragma once

#include <array>

#include "chess/movegen.hpp"
#include "engine/search/history.hpp"

namespace kibitz::search {

constexpr std::array<int, 4> continuation_plies{1, 2, 4, 6};

// What ordering looks at. The pointers outlive the picker.
struct OrderingContext {
    const Position* position;
    const Histories* histories;
    // Continuation histories of the moves 1, 2, 4 and 6 plies ago.
    std::array<const PieceToHistory*, continuation_plies.size()> continuation;
    Bitboard threats;  // squares the opponent attacks
    const Parameters* tuned;

    [[nodiscard]] const Parameters& parameters() const { return in_use(tuned); }
};

// How good a quiet move has proved: the sum of its histories.
int quiet_history(const OrderingContext& context, Move move);
int capture_history(const OrderingContext& context, Move move);

class MovePicker {
   public:
    enum class Mode : std::uint8_t {
        all,       // every legal move (evasions in check)
        captures,  // quiescence, and ProbCut: captures and queen promotions
    };
    // The hash move, if it is legal here, comes first. Captures that lose more than
    // `-see_threshold` come last in mode `all` and not at all in mode `captures`.
    MovePicker(const OrderingContext& context, Move hash_move, Mode mode, int see_threshold);

    // The next move, or none.
    Move next();
    // No more quiet moves from now on.
    void skip_quiets() { skip_quiets_ = true; }

   private:
    enum class Stage : std::uint8_t {
        hash_move,
        make_captures,
        good_captures,
        make_quiets,
        quiets,
        bad_captures,
        done,
    };
    void score_captures();
    void score_quiets();
    Move pick_best();

    const OrderingContext& context_;
    Move hash_move_;
    Mode mode_;
    int see_threshold_;
    Stage stage_ = Stage::hash_move;
    bool skip_quiets_ = false;
    MoveList moves_;
    int picked_ = 0;  // of moves_
    MoveList bad_captures_;
    int bad_at_ = 0;
    std::array<int, max_moves> order_;  // filled as moves_ is
};

}  // namespace kibitz::search
