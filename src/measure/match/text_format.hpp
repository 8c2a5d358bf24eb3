// Small pieces of text for reports.
#pragma once

#include <string>

namespace kibitz::match {

// As printf.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

}  // namespace kibitz::match
