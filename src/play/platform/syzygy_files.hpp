// Looking at Syzygy files before Fathom maps them into memory, where a damaged one would bring the
// process down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz {

enum class SyzygyKind : std::uint8_t { wdl, dtz };

// The file's ending says it: "KRvK.rtbw" holds win, draw or loss, "KRvK.rtbz" distances to zeroing.
// The name before it says which pieces: "KQPvKR". Nothing for other names.
std::optional<SyzygyKind> syzygy_kind(std::string_view file_name);

// What is wrong with a file of that kind, by its first bytes and its size; nothing if it looks
// right. syzygy_layout.hpp looks further inside.
std::optional<std::string> syzygy_fault(SyzygyKind kind, std::span<const std::byte> first_bytes,
                                        std::uint64_t size);

struct SyzygyFolder {
    std::vector<std::string> usable;  // paths
    std::vector<std::string> faults;  // "PATH: what is wrong"
};
SyzygyFolder inspect_syzygy_folder(const std::string& folder);

}  // namespace kibitz
