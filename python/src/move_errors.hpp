// The three kinds of errors about moves, each a ValueError of its own in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

namespace kibitz::python {

enum class MoveErrorKind : std::uint8_t { invalid, illegal, ambiguous };

void bind_move_errors(pybind11::module_& module);
pybind11::object move_error(MoveErrorKind kind, const std::string& text);
[[noreturn]] void raise_move_error(MoveErrorKind kind, const std::string& text);

}  // namespace kibitz::python
