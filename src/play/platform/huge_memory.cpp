#include "platform/huge_memory.hpp"

#include <limits>
#include <utility>

#include "platform/megabytes.hpp"
#include "platform/system_memory.hpp"

namespace kibitz {

namespace {

std::unexpected<std::string> refusal(std::size_t bytes, const std::string& why) {
    return std::unexpected("no memory for a table of " + in_megabytes(bytes) + ": " + why);
}

}  // namespace

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

    memory.data_ = system_memory::take(bytes);
    if (memory.data_ == nullptr) return refusal(bytes, "the system refused it");
    memory.size_ = bytes;
    return memory;
}

void HugeMemory::release() {
    system_memory::give_back(data_);
    data_ = nullptr;
    size_ = 0;
}

void HugeMemory::swap(HugeMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
}

}  // namespace kibitz
