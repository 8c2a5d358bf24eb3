// A range of numbers, with both of its ends.
#pragma once

namespace kibitz::statistics {

struct Interval {
    double low, high;

    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    bool operator==(const Interval&) const = default;
};

}  // namespace kibitz::statistics
