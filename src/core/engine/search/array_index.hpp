// Squares, pieces and plies are counted in int; arrays are indexed by std::size_t.
#pragma once

#include <cstddef>

namespace kibitz::search {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace kibitz::search
