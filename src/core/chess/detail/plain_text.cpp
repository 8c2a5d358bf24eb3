#include "chess/detail/plain_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "chess/detail/text.hpp"

namespace kibitz::detail {
namespace {

// Characters from first to last for which `plain` stands, in the order of their numbers.
struct Range {
    char32_t first, last;
    std::string_view plain;
};
constexpr Range ranges[] = {
    {0x0080, 0x0084, ""},     // control characters
    {0x0085, 0x0085, " "},    // next line
    {0x0086, 0x009F, ""},     // control characters
    {0x00A0, 0x00A0, " "},    // no-break space
    {0x00AB, 0x00AB, "\""},   // «
    {0x00AD, 0x00AD, ""},     // soft hyphen
    {0x00B4, 0x00B4, "'"},    // acute accent
    {0x00BB, 0x00BB, "\""},   // »
    {0x00BD, 0x00BD, "1/2"},  // ½
    {0x00D7, 0x00D7, "x"},    // ×
    {0x034F, 0x034F, ""},     // combining grapheme joiner
    {0x041E, 0x041E, "O"},    // Cyrillic О, а, е, о, с, х
    {0x0430, 0x0430, "a"},    //
    {0x0435, 0x0435, "e"},    //
    {0x043E, 0x043E, "o"},    //
    {0x0441, 0x0441, "c"},    //
    {0x0445, 0x0445, "x"},    //
    {0x061C, 0x061C, ""},     // Arabic letter mark
    {0x115F, 0x1160, ""},     // Hangul fillers
    {0x1680, 0x1680, " "},    // Ogham space
    {0x17B4, 0x17B5, ""},     // Khmer inherent vowels
    {0x180B, 0x180E, ""},     // Mongolian selectors and separator
    {0x2000, 0x200A, " "},    // spaces of all widths
    {0x200B, 0x200F, ""},     // zero width and direction
    {0x2010, 0x2015, "-"},    // hyphens and dashes
    {0x2018, 0x201B, "'"},    // single quotes
    {0x201C, 0x201F, "\""},   // double quotes
    {0x2020, 0x2021, "+"},    // daggers
    {0x2024, 0x2024, "."},    // dot leaders
    {0x2025, 0x2025, ".."},   //
    {0x2026, 0x2026, "..."},  // …
    {0x2028, 0x2029, " "},    // line and paragraph separator
    {0x202A, 0x202E, ""},     // direction
    {0x202F, 0x202F, " "},    // narrow no-break space
    {0x2032, 0x2032, "'"},    // prime
    {0x2033, 0x2033, "\""},   // double prime
    {0x2039, 0x203A, "'"},    // ‹ ›
    {0x203C, 0x203C, "!!"},   // ‼
    {0x2044, 0x2044, "/"},    // fraction slash
    {0x2047, 0x2047, "??"},   // ⁇
    {0x2048, 0x2048, "?!"},   // ⁈
    {0x2049, 0x2049, "!?"},   // ⁉
    {0x205F, 0x205F, " "},    // mathematical space
    {0x2060, 0x206F, ""},     // joiners, invisible operators, direction
    {0x2212, 0x2212, "-"},    // minus
    {0x2215, 0x2215, "/"},    // division slash
    {0x2236, 0x2236, ":"},    // ratio
    {0x2654, 0x2654, "K"},    // figurines
    {0x2655, 0x2655, "Q"},    //
    {0x2656, 0x2656, "R"},    //
    {0x2657, 0x2657, "B"},    //
    {0x2658, 0x2658, "N"},    //
    {0x2659, 0x2659, "P"},    //
    {0x265A, 0x265A, "K"},    //
    {0x265B, 0x265B, "Q"},    //
    {0x265C, 0x265C, "R"},    //
    {0x265D, 0x265D, "B"},    //
    {0x265E, 0x265E, "N"},    //
    {0x265F, 0x265F, "P"},    //
    {0x2715, 0x2716, "x"},    // ✕ ✖
    {0x2753, 0x2754, "?"},    // ❓ ❔
    {0x2755, 0x2755, "!"},    // ❕
    {0x2757, 0x2757, "!"},    // ❗
    {0x2800, 0x2800, " "},    // empty Braille cell
    {0x3000, 0x3000, " "},    // ideographic space
    {0x301D, 0x301F, "\""},   // „ in East Asian fonts
    {0x3164, 0x3164, ""},     // Hangul filler
    {0xFE00, 0xFE0F, ""},     // variation selectors
    {0xFE58, 0xFE58, "-"},    // small dashes
    {0xFE63, 0xFE63, "-"},    //
    {0xFEFF, 0xFEFF, ""},     // byte order mark
    {0xFFA0, 0xFFA0, ""},     // Hangul filler
    {0xFFF9, 0xFFFC, ""},     // anchors, object replacement
    {0xE0000, 0xE007F, ""},   // tags
    {0xE0100, 0xE01EF, ""},   // variation selectors
};

std::optional<std::string_view> plain_form(char32_t c) {
    const auto* const found = std::ranges::lower_bound(ranges, c, {}, &Range::last);
    if (found == std::end(ranges) || c < found->first) return std::nullopt;
    return found->plain;
}

// The wide forms of East Asian fonts.
constexpr bool is_wide_ascii(char32_t c) { return c >= 0xFF01 && c <= 0xFF5E; }
constexpr char32_t wide_offset = 0xFF01 - '!';

}  // namespace

char32_t take_character(std::string_view& utf8) {
    const std::size_t length = utf8_length(utf8);
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(utf8[i]); };
    char32_t character = byte(0);
    if (length > 1) {
        character &= 0xFFU >> (length + 1);
        for (std::size_t i = 1; i < length; ++i) character = character << 6U | (byte(i) & 0x3FU);
    }
    utf8.remove_prefix(std::max<std::size_t>(length, 1));
    return character;
}

std::string plain_text(std::string_view utf8) {
    std::string plain;
    while (!utf8.empty()) {
        const std::string_view before = utf8;
        const bool is_character = utf8_length(utf8) > 1;
        const char32_t c = take_character(utf8);
        const auto form = is_character ? plain_form(c) : std::nullopt;
        if (form)
            plain += *form;
        else if (is_character && is_wide_ascii(c))
            plain += static_cast<char>(c - wide_offset);
        else
            plain += before.substr(0, before.size() - utf8.size());
    }
    return plain;
}

}  // namespace kibitz::detail
