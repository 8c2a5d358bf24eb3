// Stands in for decompressors.cpp and zip.cpp where the libraries are missing.
#include "unpack/detail/decompressors.hpp"

namespace kibitz::detail {

bool has_decompressors() { return false; }

std::unique_ptr<ByteSource> gunzipped(std::unique_ptr<ByteSource> packed) { return packed; }
std::unique_ptr<ByteSource> bunzipped(std::unique_ptr<ByteSource> packed) { return packed; }
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> packed) { return packed; }

std::expected<std::unique_ptr<ByteSource>, std::string> open_zip(const std::string& path) {
    return std::unexpected(path + " is a ZIP archive, which this build does not read");
}

}  // namespace kibitz::detail
