// Training data files: read plain or, where the content starts like a zstd frame, decompressed
// on the fly.
#pragma once

#include <cstdio>
#include <expected>
#include <memory>
#include <string>

#include "unpack/byte_source.hpp"

namespace kibitz::train {

// Opens a data file, compressed or not. The error names the file and the reason.
std::expected<std::unique_ptr<ByteSource>, std::string> open_data_file(const std::string& path);

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace kibitz::train
