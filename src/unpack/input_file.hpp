// The one door through which text comes in from files: games, positions, openings. What is
// compressed with gzip, bzip2 or zstd, or is a ZIP archive with one file of games, is read as its
// content, whatever its name; that is seen by how it begins.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "unpack/byte_source.hpp"

namespace kibitz {

enum class Unpacking : std::uint8_t {
    all,
    zstd_alone,  // for data that may begin like anything else
};

// "-" is standard input. The error names the file, and says what it is if it is packed in a way
// that is not read.
std::expected<std::unique_ptr<ByteSource>, std::string> open_input(
    const std::string& path, Unpacking unpacking = Unpacking::all);

// The whole content.
std::expected<std::string, std::string> read_input(const std::string& path);

}  // namespace kibitz
