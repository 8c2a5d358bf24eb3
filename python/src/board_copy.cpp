// Copies of the boards of kibitz.chess without pybind11's dispatch and without their __init__,
// which take longer than copying: programs that search copy a board for every move.
#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <optional>

#include "bindings.hpp"
#include "free_board.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

using Instance = py::detail::instance;

constexpr std::size_t all_moves = std::numeric_limits<std::size_t>::max();

// What copy() was told about the moves: True for all, or how many of the last. Nothing, with
// Python's error, if it was no number.
std::optional<std::size_t> most_moves_of(PyObject* stack) {
    if (stack == Py_True) return all_moves;
    const Py_ssize_t number = PyNumber_AsSsize_t(stack, PyExc_IndexError);
    if (number == -1 && PyErr_Occurred() != nullptr) return std::nullopt;
    return static_cast<std::size_t>(std::max<Py_ssize_t>(number, 0));
}

// A new board of the same class, as pybind11 makes those that it is asked for.
PyObject* copy_of(PyObject* self, std::size_t most_moves) {
    static const py::detail::type_info* const info =
        py::detail::get_type_info(typeid(FreeBoard), true);
    const auto* original = static_cast<const FreeBoard*>(
        reinterpret_cast<Instance*>(self)->get_value_and_holder().value_ptr());
    if (original == nullptr) {
        PyErr_SetString(PyExc_TypeError, "the board has not been initialised");
        return nullptr;
    }
    auto copy = std::make_unique<FreeBoard>();
    copy->assign(*original, most_moves);
    auto board = py::reinterpret_steal<py::object>(py::detail::make_new_instance(Py_TYPE(self)));
    if (!board) return nullptr;
    auto* const instance = reinterpret_cast<Instance*>(board.ptr());
    py::detail::value_and_holder part(instance, info, 0, 0);
    part.value_ptr() = copy.release();
    info->init_instance(instance, nullptr);
    return board.release().ptr();
}

// Python has checked that `self` is of the class or of one derived from it.
PyObject* copied(PyObject* self, PyObject* stack) {
    const auto most_moves = most_moves_of(stack);
    if (!most_moves) return nullptr;
    try {
        return copy_of(self, *most_moves);
    } catch (const std::exception&) {
        return PyErr_NoMemory();
    }
}

}  // namespace

void bind_board_copy(py::module_& module) {
    static PyMethodDef method = {"_copied", &copied, METH_O,
                                 "A board of the same class that has not been through __init__."};
    const py::object type = module.attr("FreeBoard");
    const auto descriptor = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), &method));
    if (!descriptor) throw py::error_already_set();
    py::setattr(type, "_copied", descriptor);
}

}  // namespace kibitz::python
