// Which amount should be the largest that counts? A test of means is the slower the larger it is,
// and the less of the money it looks at the smaller it is.
#pragma once

#include <optional>
#include <vector>

namespace kibitz::statistics {

// 1, 2 or 5 times a power of ten, so that at most one in a hundred of the amounts other than 0 is
// larger. Returns nothing without such amounts.
std::optional<double> suggested_largest(std::vector<double> amounts);

}  // namespace kibitz::statistics
