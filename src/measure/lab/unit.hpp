// The names of a laboratory's parts: tests, units, workers.
//
// A test is a match that many machines play. A unit of it is one encounter of the match's schedule,
// the smallest thing a worker takes and the smallest thing that counts. It is issued again, as its
// next attempt, when its result does not come.
#pragma once

#include <chrono>
#include <compare>
#include <string>

namespace kibitz::lab {

using TestId = std::string;
using WorkerName = std::string;

// Time since any fixed moment. Whoever runs the laboratory's parts reads a clock; they do not.
using Time = std::chrono::milliseconds;

struct UnitAttempt {
    int unit = 0;     // the number of the encounter, from 0
    int attempt = 1;  // how many times it has been issued, this time included; 0: an audit

    auto operator<=>(const UnitAttempt&) const = default;
};

}  // namespace kibitz::lab
