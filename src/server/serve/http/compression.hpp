// The codings of HTTP in which browsers take pages.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::serve {

// Empty where the result would not be smaller.
std::string gzip_of(std::string_view bytes);
std::string brotli_of(std::string_view bytes);

}  // namespace kibitz::serve
