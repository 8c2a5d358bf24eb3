// ByteSource: where a reader's bytes come from (memory, a file, a decompressor).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <expected>
#include <span>
#include <string>

namespace kibitz {

class ByteSource {
   public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    // Fills `buffer` from its beginning and returns how many bytes it wrote: 0 only at the end.
    // The error describes what went wrong (a damaged file, a disk error); nothing more can be
    // read after it.
    virtual std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) = 0;
};

// Bytes in memory, which have to outlive the source.
class MemorySource final : public ByteSource {
   public:
    explicit MemorySource(std::span<const std::byte> bytes) : rest_(bytes) {}

    std::expected<std::size_t, std::string> read(std::span<std::byte> buffer) override {
        const std::size_t size = std::min(buffer.size(), rest_.size());
        if (size > 0) std::memcpy(buffer.data(), rest_.data(), size);
        rest_ = rest_.subspan(size);
        return size;
    }

   private:
    std::span<const std::byte> rest_;
};

}  // namespace kibitz
