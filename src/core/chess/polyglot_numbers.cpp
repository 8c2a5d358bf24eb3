#include "chess/polyglot_numbers.hpp"

#include "chess/detail/polyglot_random.hpp"

namespace kibitz {

std::span<const std::uint64_t> polyglot_numbers() { return detail::polyglot_random; }

}  // namespace kibitz
