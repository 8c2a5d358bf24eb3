#include "move_errors.hpp"

#include <array>

namespace py = pybind11;

namespace kibitz::python {

namespace {

py::object& type_of(MoveErrorKind kind) {
    // They live as long as the process: Python may end before they would be destroyed.
    static auto& types = *new std::array<py::object, 3>;
    return types[static_cast<std::size_t>(kind)];
}

}  // namespace

void bind_move_errors(py::module_& module) {
    const auto add = [&](MoveErrorKind kind, const char* name, const char* text) {
        type_of(kind) = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
            (std::string("kibitz.") + name).c_str(), text, PyExc_ValueError, nullptr));
        module.attr(name) = type_of(kind);
    };
    add(MoveErrorKind::invalid, "InvalidMoveError", "The text is no notation of a move.");
    add(MoveErrorKind::illegal, "IllegalMoveError", "The move is not legal.");
    add(MoveErrorKind::ambiguous, "AmbiguousMoveError", "Several legal moves fit.");
}

py::object move_error(MoveErrorKind kind, const std::string& text) { return type_of(kind)(text); }

void raise_move_error(MoveErrorKind kind, const std::string& text) {
    PyErr_SetString(type_of(kind).ptr(), text.c_str());
    throw py::error_already_set();
}

}  // namespace kibitz::python
