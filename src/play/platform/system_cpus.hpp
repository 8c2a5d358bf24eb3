// The machine's CPUs as the system counts them, for cpu_binding.hpp.
#pragma once

#include <vector>

#include "platform/cpu_binding.hpp"

namespace kibitz::system_cpus {

constexpr int most_cpus = 1024;  // their numbers are smaller

// The CPUs of each memory node, by the number of the node; empty where the system does not say.
std::vector<CpuList> nodes_of_machine();

}  // namespace kibitz::system_cpus
