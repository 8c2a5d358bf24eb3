// What is compressed, read as what it was.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "unpack/byte_source.hpp"

namespace kibitz::detail {

// Whether this build reads compressed files.
bool has_decompressors();

// The content of one or more members, one behind the other. Errors: "the gzip data end too early".
std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> packed);
std::unique_ptr<ByteSource> bunzipped(std::unique_ptr<ByteSource> packed);
// The window may be up to 128 MiB (--long=27).
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> packed);

// The one file of games in an archive, or the one file in it.
std::expected<std::unique_ptr<ByteSource>, std::string> open_zip(const std::string& path);

}  // namespace kibitz::detail
