// What a file is that holds games or positions in another form than text, told by how it begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kibitz {

enum class PackedKind : std::uint8_t {
    none,  // nothing speaks against text
    gzip,
    bzip2,
    zstd,
    zip,
    other,  // of a kind that is not read
};

// By the first bytes of a file, at least `packed_kind_bytes` of them if it has so many.
inline constexpr std::size_t packed_kind_bytes = 16;
PackedKind packed_kind(std::string_view beginning);

// Says what the file is, and what can be done, for one that is not read.
std::string packed_words(std::string_view path, std::string_view beginning);

}  // namespace kibitz
