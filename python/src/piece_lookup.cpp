// piece_at of both boards without pybind11's dispatch, which takes longer than the look-up:
// programs call it for every square of every position.
#include "bindings.hpp"
#include "board.hpp"
#include "free_board.hpp"
#include "squares.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

py::object piece_at(const Board& board, Square square) {
    return piece_object(board.position().piece_on(square));
}
py::object piece_at(const FreeBoard& board, Square square) {
    return own_piece_object(board.position.piece_at(square));
}

// The one argument, by its place or its name; nothing, with a TypeError, if there is another.
PyObject* square_argument(PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    const bool is_square =
        named == 0 || PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "square") == 0;
    if (count + named == 1 && is_square) return arguments[0];
    PyErr_SetString(PyExc_TypeError, "piece_at() takes one argument, the square");
    return nullptr;
}

// Python has checked that `self` is of the class or of one derived from it.
template <class T>
PyObject* look_up(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* argument = square_argument(arguments, count, names);
    if (argument == nullptr) return nullptr;
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    const auto* board = static_cast<const T*>(instance->get_value_and_holder().value_ptr());
    if (board == nullptr) {
        PyErr_SetString(PyExc_TypeError, "the board has not been initialised");
        return nullptr;
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (number == -1 && PyErr_Occurred() != nullptr) return nullptr;
    if (number < 0 || number >= square_count) {
        PyErr_SetString(PyExc_IndexError, "squares are 0 to 63");
        return nullptr;
    }
    try {
        return piece_at(*board, Square(static_cast<int>(number))).release().ptr();
    } catch (py::error_already_set& error) {
        error.restore();
        return nullptr;
    }
}

template <class T>
void replace_piece_at(const py::module_& module, const char* name) {
    // Python's own table of methods has functions of all kinds under one type.
    static PyMethodDef method = {
        "piece_at", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&look_up<T>)),
        METH_FASTCALL | METH_KEYWORDS, "The piece on a square, None if it is empty."};
    const py::object type = module.attr(name);
    const auto descriptor = py::reinterpret_steal<py::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(type.ptr()), &method));
    if (!descriptor) throw py::error_already_set();
    py::setattr(type, "piece_at", descriptor);
}

}  // namespace

void bind_piece_lookup(py::module_& module) {
    replace_piece_at<Board>(module, "BoardBase");
    replace_piece_at<FreeBoard>(module, "FreeBoard");
}

}  // namespace kibitz::python
