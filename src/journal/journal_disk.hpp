// JournalDisk: what a journal does with its file. Tests put a disk in between that fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace kibitz {

class JournalDisk {
   public:
    using Time = std::chrono::steady_clock::time_point;

    virtual ~JournalDisk() = default;
    // All of it, or an error; then any part of it may be there.
    virtual std::error_code append(std::string_view text) = 0;
    virtual std::error_code cut_to(std::uint64_t size) = 0;
    // Returns when everything that was done outlives a power cut.
    virtual std::error_code sync() = 0;
    // The file is the old or the new one, whatever happens in between.
    virtual std::error_code replace(std::string_view text) = 0;
    virtual Time now() { return std::chrono::steady_clock::now(); }
};

}  // namespace kibitz
