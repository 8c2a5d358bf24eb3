// The clock by which gate and workers of a laboratory tell its state machines the time.
#pragma once

#include <chrono>

#include "lab/unit.hpp"

namespace kibitz::lab_net {

// Never goes back, and says nothing about the time of day.
inline lab::Time now() {
    return std::chrono::duration_cast<lab::Time>(
        std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace kibitz::lab_net
