// quote: somebody else's words, fit to be repeated in an error message.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::uci {

// The text comes in quotation marks, on one line and not long.
inline std::string quote(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string quoted = "\"";
    for (const char c : text.substr(0, longest))
        quoted += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    return quoted + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace kibitz::uci
