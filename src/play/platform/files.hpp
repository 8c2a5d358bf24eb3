// Files read and written whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz {

// Nothing, or why a path cannot be read as a file: it is not there, or it is a folder, a pipe or a
// device, which could keep a reader waiting for ever.
std::expected<void, std::string> check_readable_file(const std::string& path);

// A file of more than `most` bytes is refused.
std::expected<std::vector<std::byte>, std::string> read_file(const std::string& path,
                                                             std::uint64_t most = UINT64_MAX);

enum class FileAccess {
    as_before,   // of the file replaced; of a new one, and on Windows of all, what is usual there
    owner_only,  // for secrets: from the first byte on, nobody else can read it
};

// Writes the parts one after the other. Through a temporary file beside it, on to the disk, so that
// a file of that name is the old or the new one whatever happens in between; a link goes on to
// point at it. What is there and no file is left alone.
std::expected<void, std::string> write_file(const std::string& path,
                                            std::initializer_list<std::span<const std::byte>> parts,
                                            FileAccess access = FileAccess::as_before);
std::expected<void, std::string> write_file(const std::string& path, std::string_view text,
                                            FileAccess access = FileAccess::as_before);

}  // namespace kibitz
