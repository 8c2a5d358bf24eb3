// Unicode read from UTF-8, strictly: overlong forms, surrogates and what is cut off are no text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::text {

struct CodePoints {
    char32_t first, last;
};

constexpr bool is_in(char32_t c, const auto& ranges) {
    return std::ranges::any_of(
        ranges, [c](const CodePoints& range) { return range.first <= c && c <= range.last; });
}

// The characters of the text; nothing if it is no UTF-8.
inline std::optional<std::u32string> decode_utf8(std::string_view text) {
    constexpr unsigned continuation_bits = 6, continuation_mask = 0x3F;
    struct Form {
        unsigned char mask, lead;
        char32_t smallest;
    };
    constexpr std::array<Form, 4> forms{
        {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}}};
    constexpr std::array surrogates{CodePoints{0xD800, 0xDFFF}};
    constexpr char32_t last = 0x10FFFF;
    std::u32string characters;
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const auto form = std::ranges::find_if(
            forms, [lead](const Form& f) { return (lead & f.mask) == f.lead; });
        if (form == forms.end()) return std::nullopt;
        const auto length = static_cast<std::size_t>(form - forms.begin()) + 1;
        if (text.size() < length) return std::nullopt;
        char32_t character = lead & static_cast<unsigned char>(~form->mask);
        for (const char byte : text.substr(1, length - 1)) {
            const auto code = static_cast<unsigned char>(byte);
            if ((code & ~continuation_mask) != 0x80) return std::nullopt;
            character = character << continuation_bits | (code & continuation_mask);
        }
        if (character < form->smallest || character > last || is_in(character, surrogates))
            return std::nullopt;
        characters += character;
        text.remove_prefix(length);
    }
    return characters;
}

}  // namespace kibitz::text
