// The codings of HTTP in which browsers take pages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::serve {

// Empty where the result would not be smaller.
std::string gzip_of(std::string_view bytes);
std::string brotli_of(std::string_view bytes);

// What was coded with gzip or deflate's zlib format; nothing if it was not, or is longer than
// `most`.
std::optional<std::string> gunzip(std::string_view packed, std::size_t most);

}  // namespace kibitz::serve
