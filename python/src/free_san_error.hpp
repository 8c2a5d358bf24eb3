// Why a text is no move on a board of kibitz.chess, as one of the three exceptions about moves.
#pragma once

#include <pybind11/pybind11.h>

#include <string_view>

#include "free_position.hpp"

namespace kibitz::python {

pybind11::object san_error(FreeSanError reason, std::string_view text,
                           const FreePosition& position);

}  // namespace kibitz::python
