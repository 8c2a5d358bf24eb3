#include "cli/letter/printable.hpp"

#include <algorithm>
#include <array>

namespace kibitz::cli {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

bool is_ascii_control(char letter) {
    constexpr char first_printable = ' ', rubout = '\x7f';
    return (letter >= '\0' && letter < first_printable && letter != '\n' && letter != '\t') ||
           letter == rubout;
}

// The bytes of one that begins the text: C1 controls (U+0080 to U+009F), and the marks, embeddings
// and isolates of writing from right to left (Unicode Standard Annex 9).
std::size_t wide_control(std::string_view text) {
    constexpr char c1_lead = '\xc2', c1_first = '\x80', c1_last = '\x9f';
    if (text.size() >= 2 && text[0] == c1_lead && text[1] >= c1_first && text[1] <= c1_last)
        return 2;
    constexpr std::array<std::string_view, 12> directions{"\u061c", "\u200e", "\u200f", "\u202a",
                                                          "\u202b", "\u202c", "\u202d", "\u202e",
                                                          "\u2066", "\u2067", "\u2068", "\u2069"};
    const auto* const found = std::ranges::find_if(
        directions, [&](std::string_view mark) { return text.starts_with(mark); });
    return found == directions.end() ? 0 : found->size();
}

}  // namespace

std::string printable(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t control = is_ascii_control(text[0]) ? 1 : wide_control(text);
        if (control > 0)
            shown += replacement;
        else
            shown += text[0];
        text.remove_prefix(std::max<std::size_t>(control, 1));
    }
    return shown;
}

}  // namespace kibitz::cli
