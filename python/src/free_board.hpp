// The board of kibitz.chess: any position, and the moves that were made on it.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <vector>

#include "free_position.hpp"

namespace kibitz::python {

// The move as a Python object. Moves never change, so that most are made once and shared.
pybind11::object move_object(const FreeMove& move);
pybind11::list move_list(const std::vector<FreeMove>& moves);

class FreeBoard {
   public:
    FreePosition position;

    [[nodiscard]] const std::vector<FreeMove>& moves() const { return moves_; }
    void clear_stack();
    // Raises an AssertionError if no piece stands on the square that the move leaves.
    void push(const FreeMove& move);
    // Raises an IndexError if no move has been made.
    FreeMove pop();
    [[nodiscard]] FreeMove peek() const;
    // The position before the first move.
    [[nodiscard]] const FreePosition& root() const {
        return before_.empty() ? position : before_.front();
    }
    // Takes over a board with at most so many of its last moves.
    void assign(const FreeBoard& other, std::size_t most_moves);

    // How often the position has occurred since the last irreversible move, this time included;
    // counting ends at `enough`.
    [[nodiscard]] int occurrences(int enough) const;
    [[nodiscard]] bool can_claim_threefold() const;
    [[nodiscard]] bool can_claim_fifty_moves() const;

   private:
    std::vector<FreePosition> before_;  // the position before each move
    std::vector<FreeMove> moves_;
};

}  // namespace kibitz::python
