// Fields of forms and of the queries of addresses: "a=b&c=d", with their escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/numbers.hpp"

namespace kibitz::text {

// A name or a value as it was meant: "a+b%2Fc" is "a b/c". What is no escape stays as it is.
inline std::string unescaped_field(std::string_view text) {
    constexpr std::size_t digits = 2;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view escape = text.substr(i + 1, digits);
        const auto byte = parse_hexadecimal<unsigned char>(escape);
        if (text[i] == '%' && byte && escape.size() == digits) {
            plain += static_cast<char>(*byte);
            i += digits;
        } else {
            plain += text[i] == '+' ? ' ' : text[i];
        }
    }
    return plain;
}

}  // namespace kibitz::text
