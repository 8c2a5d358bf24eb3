// Pieces as Python objects. Those of kibitz never change: each of the twelve is made once, and a
// board hands out references. Those of kibitz.chess can be changed, so that each is an object of
// its own.
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

py::object& own_piece_class() {
    static auto& object = *new py::object;
    return object;
}

}  // namespace

py::object piece_object(Piece piece) {
    if (piece == Piece::none) return py::none();
    return pieces()[static_cast<std::size_t>(index(piece))];
}

py::object own_piece_object(Piece piece) {
    if (piece == Piece::none) return py::none();
    static PyObject* const type_name = PyUnicode_InternFromString("piece_type");
    static PyObject* const color_name = PyUnicode_InternFromString("color");
    // Setting its two attributes takes less time than its __init__.
    auto* const type = reinterpret_cast<PyTypeObject*>(own_piece_class().ptr());
    auto object = py::reinterpret_steal<py::object>(type->tp_alloc(type, 0));
    if (!object) throw py::error_already_set();
    const py::int_ number(to_python(type_of(piece)));
    const py::bool_ is_white(to_python(color_of(piece)));
    if (PyObject_SetAttr(object.ptr(), type_name, number.ptr()) != 0 ||
        PyObject_SetAttr(object.ptr(), color_name, is_white.ptr()) != 0)
        throw py::error_already_set();
    return object;
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
    module.def("set_own_piece_class", [](const py::type& kind) { own_piece_class() = kind; });
}

}  // namespace kibitz::python
