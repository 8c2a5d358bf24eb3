#include "free_board.hpp"

#include <algorithm>

namespace py = pybind11;

namespace kibitz::python {

namespace {

constexpr int fifty_moves = 100;  // half-moves

// `why_not` is what Python says of an empty list.
void require_move(const FreeBoard& board, const char* why_not) {
    if (board.moves().empty()) throw py::index_error(why_not);
}

bool is_fifty_moves(const FreePosition& position) {
    return position.halfmove_clock >= fifty_moves && position.has_legal_moves();
}

}  // namespace

void FreeBoard::clear_stack() {
    before_.clear();
    moves_.clear();
}

void FreeBoard::push(const FreeMove& move) {
    const FreeMove outer = position.outward(position.inward(move));
    const FreePosition before = position;
    if (!position.play(move)) {
        const std::string text = "push() expects move to be pseudo-legal, but got " + to_uci(move) +
                                 " in " + position.board_fen(false);
        PyErr_SetString(PyExc_AssertionError, text.c_str());
        throw py::error_already_set();
    }
    before_.push_back(before);
    moves_.push_back(outer);
}

FreeMove FreeBoard::pop() {
    require_move(*this, "pop from empty list");
    const FreeMove last = moves_.back();
    const bool chess960 = position.chess960;
    position = before_.back();
    position.chess960 = chess960;
    before_.pop_back();
    moves_.pop_back();
    return last;
}

FreeMove FreeBoard::peek() const {
    require_move(*this, "list index out of range");
    return moves_.back();
}

void FreeBoard::assign(const FreeBoard& other, std::size_t most_moves) {
    const auto left_out = static_cast<std::ptrdiff_t>(other.moves_.size() -
                                                      std::min(most_moves, other.moves_.size()));
    position = other.position;
    before_.assign(other.before_.begin() + left_out, other.before_.end());
    moves_.assign(other.moves_.begin() + left_out, other.moves_.end());
}

int FreeBoard::occurrences(int enough) const {
    int found = 1;
    for (std::size_t i = moves_.size(); i-- > 0 && found < enough;) {
        if (before_[i].is_irreversible(moves_[i])) break;
        if (before_[i].repeats(position)) ++found;
    }
    return found;
}

bool FreeBoard::can_claim_threefold() const {
    constexpr int threefold = 3;
    if (occurrences(threefold) >= threefold) return true;
    if (moves_.size() < 2 * 2 * (threefold - 1) - 1)
        return false;  // the third time comes with the eighth move at the earliest
    return std::ranges::any_of(position.legal_moves(), [&](const FreeMove& move) {
        if (position.is_irreversible(move)) return false;
        FreeBoard next = *this;
        next.push(move);
        return next.occurrences(threefold) >= threefold;
    });
}

bool FreeBoard::can_claim_fifty_moves() const {
    if (is_fifty_moves(position)) return true;
    if (position.halfmove_clock < fifty_moves - 1) return false;
    return std::ranges::any_of(position.legal_moves(), [&](const FreeMove& move) {
        FreePosition next = position;
        return !position.is_zeroing(move) && next.play(move) && is_fifty_moves(next);
    });
}

}  // namespace kibitz::python
