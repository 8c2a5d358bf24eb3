// Megabytes, in which people choose and read the size of tables: 2^20 bytes each.
#pragma once

#include <cstdint>
#include <string>

namespace kibitz {

constexpr std::int64_t bytes_per_megabyte = std::int64_t{1} << 20;

// "16 MB", rounded down.
inline std::string in_megabytes(std::uint64_t bytes) {
    return std::to_string(bytes / static_cast<std::uint64_t>(bytes_per_megabyte)) + " MB";
}

}  // namespace kibitz
