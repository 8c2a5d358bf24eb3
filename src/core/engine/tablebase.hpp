// Tablebase: the interface through which the search probes endgame tablebases. src/play/platform
// implements it (Syzygy through Fathom); the browser has none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

// Results for the side to move under the fifty-move rule. Cursed wins and blessed losses are
// those that the rule turns into draws.
enum class Wdl : std::int8_t { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 };

// Whether fifty moves without a capture or pawn move are a draw. If the rule is ignored, cursed
// wins are wins and blessed losses are losses.
enum class FiftyMoveRule : bool { ignored, holds };

class Tablebase {
   public:
    virtual ~Tablebase() = default;
    // The largest number of pieces (kings included) of a position that can be looked up.
    [[nodiscard]] virtual int max_pieces() const = 0;
    // Win, draw or loss, assuming a fresh fifty-move count. It may only be asked without castling
    // rights and with at most max_pieces() pieces. Called by all search threads at once.
    [[nodiscard]] virtual std::optional<Wdl> probe_wdl(const Position& position) = 0;

    struct RootMove {
        Move move;
        Wdl wdl;   // result of the move for the side to move, with the clock as it is
        int rank;  // larger is better: a move of lower rank gives away the result or the way to it
    };
    // All legal moves ranked so that playing one of the highest rank wins what is won, under the
    // rule if it holds. Empty if the tables cannot tell. Called by one thread at a time.
    [[nodiscard]] virtual std::vector<RootMove> probe_root(const Position& position,
                                                           FiftyMoveRule rule) = 0;
};

}  // namespace kibitz
