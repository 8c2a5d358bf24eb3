// The twelve pieces as Python objects: each is made once, and a board hands out references.
#include <array>

#include "bindings.hpp"
#include "squares.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

std::array<py::object, piece_count>& pieces() {
    // They live as long as the process: Python may end before they would be destroyed.
    static auto& objects = *new std::array<py::object, piece_count>;
    return objects;
}

}  // namespace

py::object piece_object(Piece piece) {
    if (piece == Piece::none) return py::none();
    return pieces()[static_cast<std::size_t>(index(piece))];
}

py::object piece_type_object(PieceType type) {
    if (type == PieceType::none) return py::none();
    return py::int_(to_python(type));
}

void bind_pieces(py::module_& module) {
    module.def("set_piece_objects", [](const py::dict& by_symbol) {
        for (int number = 0; number < piece_count; ++number) {
            const auto piece = static_cast<Piece>(number);
            pieces()[static_cast<std::size_t>(number)] =
                by_symbol[py::str(std::string(1, to_char(piece)))];
        }
    });
}

}  // namespace kibitz::python
