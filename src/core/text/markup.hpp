// Text for HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::text {

// As it must be written within elements and attributes.
inline std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

}  // namespace kibitz::text
