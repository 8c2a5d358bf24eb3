// The board that Python plays on: a position, and the moves that led to it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/position.hpp"
#include "notation.hpp"

namespace kibitz::python {

class Board {
   public:
    explicit Board(const Position& start, bool chess960)
        : line_(start), chess960_(chess960 || start.needs_chess960_notation()) {}
    // Throws a ValueError that says what is wrong with the text.
    static Board from_fen(std::string_view fen, bool chess960);

    [[nodiscard]] const Line& line() const { return line_; }
    [[nodiscard]] const Position& position() const { return line_.position(); }
    [[nodiscard]] bool chess960() const { return chess960_; }

    [[nodiscard]] pybind11::list legal_moves() const {
        const auto moves = kibitz::legal_moves(position());
        return move_list(std::span(moves.begin(), moves.end()), chess960_);
    }
    // The library's move; throws a ValueError if it is not legal.
    [[nodiscard]] Move require_legal(const BoardMove& move) const;
    [[nodiscard]] pybind11::object to_python(Move move) const {
        return move_object(to_board_move(move, chess960_));
    }

    void push(Move move) { line_.play(move); }
    // Throws an IndexError if no move has been made.
    pybind11::object pop();

   private:
    Line line_;
    bool chess960_;
};

}  // namespace kibitz::python
