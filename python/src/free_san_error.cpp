#include "free_san_error.hpp"

#include "move_errors.hpp"

namespace py = pybind11;

namespace kibitz::python {

py::object san_error(FreeSanError reason, std::string_view text, const FreePosition& position) {
    const std::string quoted = "'" + std::string(text) + "'";
    if (reason == FreeSanError::invalid)
        return move_error(MoveErrorKind::invalid, "invalid san: " + quoted);
    const bool is_ambiguous = reason == FreeSanError::ambiguous;
    return move_error(is_ambiguous ? MoveErrorKind::ambiguous : MoveErrorKind::illegal,
                      (is_ambiguous ? "ambiguous san: " : "illegal san: ") + quoted + " in " +
                          position.fen(false, EnPassantField::if_legal, false));
}

}  // namespace kibitz::python
