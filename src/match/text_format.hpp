// Small pieces of text for reports.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::match {

// As printf, up to 511 bytes.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

// Text for HTML and SVG, within elements and attributes.
std::string escaped(std::string_view text);

}  // namespace kibitz::match
