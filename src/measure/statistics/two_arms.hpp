// The two arms of an experiment.
#pragma once

#include <cstdint>

namespace kibitz::statistics {

enum class Arm : std::uint8_t { control, variant };

// How many of an arm's units were counted, and how many of them reached the goal.
struct ArmRate {
    std::int64_t units = 0;
    std::int64_t reached = 0;

    [[nodiscard]] double rate() const {
        return units == 0 ? 0 : static_cast<double>(reached) / static_cast<double>(units);
    }
    bool operator==(const ArmRate&) const = default;
};

}  // namespace kibitz::statistics
