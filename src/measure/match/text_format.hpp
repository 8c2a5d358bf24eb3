// Small pieces of text for reports.
#pragma once

#include <string>

namespace kibitz::match {

// Formats as printf does.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

}  // namespace kibitz::match
