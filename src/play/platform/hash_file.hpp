// Hash files: the transposition table on disk, so that an analysis can be continued later.
//
// Layout, all numbers little-endian: the 8 bytes "KIBITZTT", then as 64-bit words the format's
// version, a fingerprint of the Zobrist keys (the key of the start position), the number of bytes
// that follow and their checksum; then the table as it lies in memory.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>

namespace kibitz {

struct HashFileError {
    std::string text;                // which file and what is wrong with it
    bool table_was_changed = false;  // damage was found only after reading
};

// Writes to a temporary file first: a file of that name is replaced whole or not at all.
std::expected<void, std::string> write_hash_file(const std::string& path,
                                                 std::span<const std::byte> table);

// Fills a table of the same size. A file of another size or version changes nothing.
std::expected<void, HashFileError> read_hash_file(const std::string& path,
                                                  std::span<std::byte> table);

}  // namespace kibitz
