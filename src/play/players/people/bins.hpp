// Numbers in bins, each of which is a row of a table of weights.
#pragma once

#include <algorithm>
#include <span>

namespace kibitz::players {

// The number of the first bin whose upper bound is not below the value; one more is above the last.
inline int bin(int value, std::span<const int> upper_bounds) {
    return static_cast<int>(std::ranges::lower_bound(upper_bounds, value) - upper_bounds.begin());
}

}  // namespace kibitz::players
