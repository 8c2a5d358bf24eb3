#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "platform/huge_memory.hpp"
#include "platform/system_memory.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kibitz {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t kilobyte = std::size_t{1} << 10;

// The number after `label` in a file of "label number" lines, or the file's first number if there
// is no label.
std::optional<std::size_t> read_number(const char* path, const std::string& label) {
    std::ifstream file(path);
    std::string word;
    if (label.empty()) {
        std::size_t value = 0;
        return file >> value ? std::optional(value) : std::nullopt;
    }
    while (file >> word)
        if (std::size_t value = 0; word == label)
            return file >> value ? std::optional(value) : std::nullopt;
    return std::nullopt;
}

}  // namespace

// Linux says so in files; where they are not there, nobody can tell.
std::size_t available_memory() {
    std::size_t available = std::numeric_limits<std::size_t>::max();
    if (const auto kb = read_number("/proc/meminfo", "MemAvailable:")) available = *kb * kilobyte;
    // Control groups, version 2; "max" (no limit) does not read as a number.
    const auto limit = read_number("/sys/fs/cgroup/memory.max", "");
    const auto used = read_number("/sys/fs/cgroup/memory.current", "");
    if (limit && used) {
        // File cache counts as used, but gives way.
        const auto cache = read_number("/sys/fs/cgroup/memory.stat", "file").value_or(0);
        const std::size_t taken = *used > cache ? *used - cache : 0;
        available = std::min(available, *limit > taken ? *limit - taken : 0);
    }
    return available;
}

std::byte* system_memory::take(std::size_t bytes) {
    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    auto* const memory = static_cast<std::byte*>(std::aligned_alloc(huge_page, rounded));
#if defined(__linux__)
    if (memory != nullptr) madvise(memory, rounded, MADV_HUGEPAGE);  // a hint: may be refused
#endif
    return memory;
}

void system_memory::give_back(std::byte* memory) { std::free(memory); }

}  // namespace kibitz
