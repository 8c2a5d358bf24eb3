// Files that are either the old or the new one, whatever happens in between.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace kibitz::train {

// Writes next to the file, on to the disk, and renames. On error the old file is untouched; the
// error names the file and the reason.
std::expected<void, std::string> write_file_atomically(const std::string& path,
                                                       std::span<const std::byte> content);

std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path);

}  // namespace kibitz::train
