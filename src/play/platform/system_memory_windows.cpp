#include "platform/system_memory.hpp"

#include <windows.h>

#include <algorithm>
#include <limits>

#include "platform/huge_memory.hpp"

namespace kibitz {

// What is free of the machine's memory, or of what this process may promise to use.
std::size_t available_memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (::GlobalMemoryStatusEx(&status) == 0) return std::numeric_limits<std::size_t>::max();
    return std::min(status.ullAvailPhys, status.ullAvailPageFile);
}

// On usual pages: huge ones need a right that an administrator has to give to a person.
std::byte* system_memory::take(std::size_t bytes) {
    return static_cast<std::byte*>(
        ::VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
}

void system_memory::give_back(std::byte* memory) {
    if (memory != nullptr) ::VirtualFree(memory, 0, MEM_RELEASE);
}

}  // namespace kibitz
