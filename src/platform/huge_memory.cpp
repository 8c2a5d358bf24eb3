#include "platform/huge_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kibitz {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t megabyte = std::size_t{1} << 20;
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

std::string in_megabytes(std::size_t bytes) { return std::to_string(bytes / megabyte) + " MB"; }

std::unexpected<std::string> refusal(std::size_t bytes, const std::string& why) {
    return std::unexpected("no memory for a table of " + in_megabytes(bytes) + ": " + why);
}

}  // namespace

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

std::expected<void, std::string> HugeMemory::would_fit(std::size_t bytes, std::size_t given_back) {
    const std::size_t free = available_memory();
    const std::size_t available =
        free > std::numeric_limits<std::size_t>::max() - given_back ? free : free + given_back;
    if (bytes > available)
        return refusal(bytes, "the system has " + in_megabytes(available) + " to give");
    return {};
}

std::expected<HugeMemory, std::string> HugeMemory::allocate(std::size_t bytes) {
    HugeMemory memory;
    if (bytes == 0) return memory;
    if (auto fits = would_fit(bytes, 0); !fits) return std::unexpected(fits.error());

    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    memory.data_ = static_cast<std::byte*>(std::aligned_alloc(huge_page, rounded));
    if (memory.data_ == nullptr) return refusal(bytes, "the system refused it");
    memory.size_ = bytes;
#if defined(__linux__)
    madvise(memory.data_, rounded, MADV_HUGEPAGE);  // a hint: refusing it does no harm
#endif
    return memory;
}

void HugeMemory::release() {
    std::free(data_);
    data_ = nullptr;
    size_ = 0;
}

void HugeMemory::swap(HugeMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
}

}  // namespace kibitz
