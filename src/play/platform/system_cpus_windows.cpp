#include "platform/system_cpus.hpp"

#include <windows.h>

#include <algorithm>

namespace kibitz {

namespace {

// Windows counts CPUs in groups of at most so many; here they are numbered through.
constexpr int group_size = 64;

void add_cpus(CpuList& cpus, int group, KAFFINITY mask) {
    for (int bit = 0; bit < group_size; ++bit)
        if (mask >> bit & 1 && group * group_size + bit < system_cpus::most_cpus)
            cpus.push_back(group * group_size + bit);
}

KAFFINITY mask_of_first(DWORD cpus) {
    return cpus >= group_size ? ~KAFFINITY{0} : (KAFFINITY{1} << cpus) - 1;
}

}  // namespace

std::vector<CpuList> system_cpus::nodes_of_machine() {
    std::vector<CpuList> nodes;
    ULONG highest = 0;
    if (::GetNumaHighestNodeNumber(&highest) == 0) return nodes;
    for (ULONG node = 0; node <= highest; ++node) {
        GROUP_AFFINITY affinity{};
        if (::GetNumaNodeProcessorMaskEx(static_cast<USHORT>(node), &affinity) == 0) continue;
        CpuList cpus;
        add_cpus(cpus, affinity.Group, affinity.Mask);
        if (!cpus.empty()) nodes.push_back(std::move(cpus));
    }
    return nodes;
}

// On a machine with several groups a process may be in all of them, and its mask says nothing.
CpuList allowed_cpus() {
    CpuList cpus;
    const WORD groups = ::GetActiveProcessorGroupCount();
    DWORD_PTR of_process = 0, of_system = 0;
    if (groups == 1 && ::GetProcessAffinityMask(::GetCurrentProcess(), &of_process, &of_system)) {
        add_cpus(cpus, 0, of_process);
        return cpus;
    }
    for (WORD group = 0; group < groups; ++group)
        add_cpus(cpus, group, mask_of_first(::GetActiveProcessorCount(group)));
    return cpus;
}

// A thread runs in one group: that of the first CPU. If the system refuses, the thread stays free.
void bind_this_thread(const CpuList& cpus) {
    if (cpus.empty()) return;
    GROUP_AFFINITY affinity{};
    affinity.Group = static_cast<WORD>(cpus.front() / group_size);
    for (const int cpu : cpus)
        if (cpu / group_size == affinity.Group) affinity.Mask |= KAFFINITY{1} << cpu % group_size;
    (void)::SetThreadGroupAffinity(::GetCurrentThread(), &affinity, nullptr);
}

}  // namespace kibitz
