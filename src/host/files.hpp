// Files read and written whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace kibitz {

// Nothing, or why a path cannot be read as a file: it is not there, or it is a folder, a pipe or a
// device, which could keep a reader waiting for ever.
std::expected<void, std::string> check_readable_file(const std::string& path);

// A file of more than `most` bytes is refused.
std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path,
                                                             std::uint64_t most);

// Writes the parts one after the other. Through a temporary file, so that a file of that name is
// replaced whole or not at all; what is there and no file is left alone.
std::expected<void, std::string> write_file(
    const std::string& path, std::initializer_list<std::span<const std::byte>> parts);

}  // namespace kibitz
