#include "platform/system_cpus.hpp"

#if defined(__linux__)

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "text/numbers.hpp"

namespace kibitz {

namespace {

constexpr const char* node_folder = "/sys/devices/system/node";

}  // namespace

std::vector<CpuList> system_cpus::nodes_of_machine() {
    std::vector<std::pair<int, CpuList>> numbered;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(node_folder, error)) {
        const std::string name = entry.path().filename();
        if (!name.starts_with("node")) continue;
        const auto number = text::parse_number<int>(std::string_view(name).substr(4));
        std::ifstream file(entry.path() / "cpulist");
        std::string text;
        if (!number || *number < 0 || !std::getline(file, text)) continue;
        if (auto cpus = parse_cpu_list(text)) numbered.emplace_back(*number, std::move(*cpus));
    }
    std::ranges::sort(numbered);
    std::vector<CpuList> nodes;
    for (auto& [number, cpus] : numbered) nodes.push_back(std::move(cpus));
    return nodes;
}

CpuList allowed_cpus() {
    static_assert(system_cpus::most_cpus == CPU_SETSIZE);
    cpu_set_t set;
    CPU_ZERO(&set);
    CpuList cpus;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    return cpus;
}

// The system keeps to the CPUs that are there; it refuses if none is, and the thread stays free.
void bind_this_thread(const CpuList& cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus) CPU_SET(cpu, &set);
    (void)sched_setaffinity(0, sizeof set, &set);
}

}  // namespace kibitz

#else  // POSIX has nothing of the kind: threads go where the system puts them

namespace kibitz {

std::vector<CpuList> system_cpus::nodes_of_machine() { return {}; }
CpuList allowed_cpus() { return {}; }
void bind_this_thread(const CpuList& /*cpus*/) {}

}  // namespace kibitz

#endif
