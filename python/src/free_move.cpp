// kibitz.chess.Move.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "free_board.hpp"
#include "move_errors.hpp"
#include "squares.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

constexpr int type_choices = piece_type_count + 1;  // and none

int number_of(PieceType type) { return type == PieceType::none ? 0 : to_python(type); }

std::size_t number_of(const FreeMove& move) {
    const int squares = move.from.index() * square_count + move.to.index();
    return static_cast<std::size_t>((number_of(move.drop) * square_count * square_count + squares) *
                                        type_choices +
                                    number_of(move.promotion));
}

PieceType type_of_number(const std::optional<int>& number) {
    if (!number) return PieceType::none;
    if (*number < 1 || *number > piece_type_count)
        throw py::value_error("piece types are 1 (PAWN) to 6 (KING)");
    return static_cast<PieceType>(*number - 1);
}

std::optional<PieceType> type_of_letter(char letter) {
    const auto piece = parse_piece(letter);
    if (!piece || *piece == Piece::none) return std::nullopt;
    return type_of(*piece);
}

FreeMove from_uci(std::string_view text) {
    if (text == "0000") return null_move;
    const auto invalid = [&](const std::string& why) {
        raise_move_error(MoveErrorKind::invalid, why + ": '" + std::string(text) + "'");
    };
    if (text.size() != 4 && text.size() != 5) invalid("expected uci string to be of length 4 or 5");
    const auto to = Square::parse(text.substr(2, 2));
    if (text.size() == 4 && text[1] == '@') {
        const auto type = type_of_letter(text[0]);
        if (!type || !to) invalid("invalid uci");
        return {.from = *to, .to = *to, .drop = *type};
    }
    const auto from = Square::parse(text.substr(0, 2));
    if (!from || !to) invalid("invalid uci");
    FreeMove move{.from = *from, .to = *to};
    if (text.size() == 5) {
        const bool is_small = text[4] >= 'a' && text[4] <= 'z';
        const auto type = is_small ? type_of_letter(text[4]) : std::nullopt;
        if (!type) invalid("invalid uci");
        move.promotion = *type;
    }
    if (move.from == move.to) invalid("invalid uci (use 0000 for null moves)");
    return move;
}

std::string to_xboard(const FreeMove& move) { return move.is_null() ? "@@@@" : to_uci(move); }

// The objects of moves that boards hand out, but for drops. They live as long as the process:
// Python may end before this table would be destroyed.
std::vector<PyObject*>& shared_moves() {
    static auto& known = *new std::vector<PyObject*>(
        static_cast<std::size_t>(square_count * square_count * type_choices));
    return known;
}

// Changes a move; one that boards hand out is no longer that from then on.
template <class Change>
void change(const py::object& self, const Change& change) {
    auto& move = self.cast<FreeMove&>();
    if (!move.is_drop()) {
        PyObject*& shared = shared_moves()[number_of(move)];
        if (shared == self.ptr()) Py_CLEAR(shared);  // the caller holds another reference
    }
    change(move);
}

}  // namespace

py::object move_object(const FreeMove& move) {
    if (move.is_drop()) return py::cast(move);
    PyObject*& object = shared_moves()[number_of(move)];
    if (object == nullptr) object = py::cast(move).release().ptr();
    return py::reinterpret_borrow<py::object>(object);
}

py::list move_list(const std::vector<FreeMove>& moves) {
    py::list list(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i)
        PyList_SET_ITEM(list.ptr(), static_cast<py::ssize_t>(i),
                        move_object(moves[i]).release().ptr());
    return list;
}

void bind_free_move(py::module_& module) {
    py::class_<FreeMove> move(module, "FreeMove",
                              "A move from a square to a square, a drop, or the null move.");
    move.attr("__name__") = "Move";
    move.attr("__qualname__") = "Move";
    move.attr("__module__") = "kibitz.chess";
    move.attr("__match_args__") = py::make_tuple("from_square", "to_square", "promotion", "drop");
    move.def(py::init([](int from, int to, const std::optional<int>& promotion,
                         const std::optional<int>& drop) {
                 return FreeMove{.from = square_of(from),
                                 .to = square_of(to),
                                 .promotion = type_of_number(promotion),
                                 .drop = type_of_number(drop)};
             }),
             py::arg("from_square"), py::arg("to_square"), py::arg("promotion") = py::none(),
             py::arg("drop") = py::none())
        .def_static(
            "from_uci", [](std::string_view text) { return from_uci(text); }, py::arg("uci"))
        .def_static("null", [] { return null_move; })
        .def_property(
            "from_square", [](const FreeMove& m) { return m.from.index(); },
            [](const py::object& self, int square) {
                change(self, [from = square_of(square)](FreeMove& m) { m.from = from; });
            })
        .def_property(
            "to_square", [](const FreeMove& m) { return m.to.index(); },
            [](const py::object& self, int square) {
                change(self, [to = square_of(square)](FreeMove& m) { m.to = to; });
            })
        .def_property(
            "promotion", [](const FreeMove& m) { return piece_type_object(m.promotion); },
            [](const py::object& self, const std::optional<int>& number) {
                change(self, [type = type_of_number(number)](FreeMove& m) { m.promotion = type; });
            })
        .def_property(
            "drop", [](const FreeMove& m) { return piece_type_object(m.drop); },
            [](const py::object& self, const std::optional<int>& number) {
                change(self, [type = type_of_number(number)](FreeMove& m) { m.drop = type; });
            })
        .def("uci", [](const FreeMove& m) { return to_uci(m); })
        .def("xboard", &to_xboard)
        .def("__bool__", [](const FreeMove& m) { return !m.is_null(); })
        .def("__str__", [](const FreeMove& m) { return to_uci(m); })
        .def("__repr__", [](const FreeMove& m) { return "Move.from_uci('" + to_uci(m) + "')"; })
        .def(py::self == py::self)
        .def(py::self != py::self)
        .def("__hash__", [](const FreeMove& m) { return number_of(m); })
        .def("__copy__", [](const FreeMove& m) { return m; })
        .def(
            "__deepcopy__", [](const FreeMove& m, const py::object&) { return m; }, py::arg("memo"))
        .def(py::pickle(
            [](const FreeMove& m) { return py::make_tuple(to_uci(m)); },
            [](const py::tuple& state) { return from_uci(state[0].cast<std::string>()); }));
}

}  // namespace kibitz::python
