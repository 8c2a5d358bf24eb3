// How fast this machine is while all the cores that a worker uses are at work: by Kibitz's own
// benchmark, once on each core at the same time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace kibitz::lab_net {

// Nodes a second of one core. Given up, it soon returns with what there is.
std::int64_t measure_speed(int cores, std::chrono::milliseconds time,
                           const std::function<bool()>& is_given_up);

// What it measures with. Speeds with another yardstick cannot be compared.
std::string speed_yardstick();

}  // namespace kibitz::lab_net
