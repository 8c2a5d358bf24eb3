// Formatted text on standard output. fmt::print throws where a disk is full; here the stream keeps
// the error, which main() reports at the end.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace kibitz::cli {

template <class... Arguments>
void print_text(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
    std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace kibitz::cli
