#include "notation.hpp"

#include <vector>

#include "chess/movegen.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

constexpr std::string_view promotion_letters = "nbrq";  // knight is the first

// The types of pieces and none.
constexpr int promotion_count = piece_type_count + 1;

int promotion_number(const BoardMove& move) {
    return move.promotion == PieceType::none ? 0 : index(move.promotion) + 1;
}

}  // namespace

BoardMove to_board_move(Move move, bool chess960) {
    const Square to = move.is_castling() && !chess960 ? castled_king_square(move) : move.to();
    return {.from = move.from(), .to = to, .promotion = move.promoted_to()};
}

std::optional<Move> legal_move(const Position& position, const BoardMove& wanted) {
    // A move that is neither castling nor special is what most of them are.
    if (const Move plain(wanted.from, wanted.to);
        wanted.promotion == PieceType::none && position.is_legal(plain))
        return plain;
    for (const Move move : legal_moves(position)) {
        if (move.from() != wanted.from || move.promoted_to() != wanted.promotion) continue;
        if (move.to() == wanted.to || (move.is_castling() && arrival(move) == wanted.to))
            return move;
    }
    return std::nullopt;
}

int number_of(const BoardMove& move) {
    return (move.from.index() * square_count + move.to.index()) * promotion_count +
           promotion_number(move);
}

py::object move_object(const BoardMove& move) {
    // They live as long as the process: Python may end before this table would be destroyed.
    static auto& known = *new std::vector<PyObject*>(
        static_cast<std::size_t>(square_count * square_count * promotion_count));
    PyObject*& object = known[static_cast<std::size_t>(number_of(move))];
    if (object == nullptr) object = py::cast(move).release().ptr();
    return py::reinterpret_borrow<py::object>(object);
}

py::list move_list(std::span<const Move> moves, bool chess960) {
    py::list list(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i)
        PyList_SET_ITEM(list.ptr(), static_cast<py::ssize_t>(i),
                        move_object(to_board_move(moves[i], chess960)).release().ptr());
    return list;
}

std::string to_uci(const BoardMove& move) {
    std::string text = move.from.to_string() + move.to.to_string();
    if (move.promotion != PieceType::none)
        text += promotion_letters[static_cast<std::size_t>(index(move.promotion) -
                                                           index(PieceType::knight))];
    return text;
}

BoardMove board_move_from_uci(std::string_view text) {
    const bool promotes = text.size() == 5;
    const auto from = Square::parse(text.substr(0, 2));
    const auto to = text.size() >= 4 ? Square::parse(text.substr(2, 2)) : std::nullopt;
    const auto letter = promotes ? promotion_letters.find(text[4]) : 0;
    if (!from || !to || text.size() > 5 || letter == std::string_view::npos)
        throw pybind11::value_error("\"" + std::string(text.substr(0, 20)) +
                                    "\" is not a move in UCI notation, such as e2e4 or a7a8q");
    BoardMove move{.from = *from, .to = *to};
    if (promotes)
        move.promotion =
            static_cast<PieceType>(index(PieceType::knight) + static_cast<int>(letter));
    return move;
}

}  // namespace kibitz::python
