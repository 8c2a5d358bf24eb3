#include "chess/detail/text.hpp"

#include <cstdint>

namespace kibitz::detail {
namespace {

constexpr std::size_t longest_quote = 80;

void append_escaped(std::string& out, char c) {
    constexpr const char* digits = "0123456789ABCDEF";
    const auto value = static_cast<std::uint8_t>(c);
    out += "\\x";
    out += digits[value >> 4];
    out += digits[value & 15];
}

}  // namespace

// Overlong forms, surrogates and values above U+10FFFF are not well-formed (RFC 3629).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const auto continues = [&](std::size_t i, int low = 0x80, int high = 0xBF) {
        return i < text.size() && byte(i) >= low && byte(i) <= high;
    };
    const int lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const int low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
        return continues(1, low, high) && continues(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const int low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
        return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
    }
    return 0;
}

void append_utf8(std::string& text, char32_t character) {
    const auto continuation = [&](unsigned shift) {
        text += static_cast<char>(0x80U | ((character >> shift) & 0x3FU));
    };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xC0U | character >> 6U);
        continuation(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xE0U | character >> 12U);
        continuation(6);
        continuation(0);
    } else {
        text += static_cast<char>(0xF0U | character >> 18U);
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

std::string_view whole_characters(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && is_continuation(text[most])) --most;
    return text.substr(0, most);
}

std::string quote(std::string_view text) {
    std::string quoted = "\"";
    for (std::size_t at = 0; at < text.size();) {
        if (quoted.size() > longest_quote) {
            quoted += "...";
            break;
        }
        const std::size_t length = utf8_length(text.substr(at));
        const bool printable = length > 1 || (length == 1 && text[at] >= ' ' && text[at] != 0x7F);
        if (printable)
            quoted += text.substr(at, length);
        else
            append_escaped(quoted, text[at]);
        at += printable ? length : 1;
    }
    quoted += '"';
    return quoted;
}

}  // namespace kibitz::detail
