// HugeMemory: a large block for a table, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

namespace kibitz {

class HugeMemory {
   public:
    HugeMemory() = default;
    ~HugeMemory() { release(); }
    HugeMemory(HugeMemory&& other) noexcept { swap(other); }
    HugeMemory& operator=(HugeMemory&& other) noexcept {
        swap(other);
        return *this;
    }

    // Whether the system has that much to give once `given_back` bytes are released. The error says
    // how much was asked for and how much there is.
    static std::expected<void, std::string> would_fit(std::size_t bytes, std::size_t given_back);
    // A block on huge pages where the system has them for everybody, its contents undefined.
    static std::expected<HugeMemory, std::string> allocate(std::size_t bytes);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }
    // Gives the memory back to the system.
    void release();

   private:
    void swap(HugeMemory& other) noexcept;

    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

// Memory this process could still take without swapping, in bytes: what the system has free or
// can free, within the limit of the control group it runs in. SIZE_MAX if nobody can tell.
std::size_t available_memory();

}  // namespace kibitz
