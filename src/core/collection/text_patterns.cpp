#include "collection/text_patterns.hpp"

#include <algorithm>

#include "text/letter_case.hpp"
#include "text/split.hpp"

namespace kibitz::collection {

namespace {

// Letters and digits; all that is not ASCII counts as letters.
bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (text::lower(c) >= 'a' && text::lower(c) <= 'z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_ascii(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// Of the letters that two bytes of UTF-8 can be: U+0080 to U+07FF.
constexpr unsigned lower_letter(unsigned letter) {
    const auto is_from = [letter](unsigned first, unsigned last) {
        return first <= letter && letter <= last;
    };
    constexpr unsigned to_lower = 0x20, multiplication_sign = 0xD7, y_diaeresis = 0x178;
    if (letter == multiplication_sign) return letter;
    if (letter == y_diaeresis) return 0xFF;
    if (is_from(0xC0, 0xDE) || is_from(0x391, 0x3A9) || is_from(0x410, 0x42F))
        return letter + to_lower;                     // Latin, Greek, Cyrillic
    if (is_from(0x400, 0x40F)) return letter + 0x50;  // more of Cyrillic
    // Pairs of an upper and a lower letter, first with the upper one even, then odd.
    if (is_from(0x100, 0x12F) || is_from(0x132, 0x137) || is_from(0x14A, 0x177)) return letter | 1;
    if (is_from(0x139, 0x148) || is_from(0x179, 0x17E)) return letter + (letter & 1);
    return letter;
}

// In lower case, for texts that differ in the case of letters alone to be the same.
std::string folded(std::string_view text) {
    constexpr unsigned lead = 0xC0, lead_bits = 0x1F, continuation = 0x80, continuation_bits = 0x3F,
                       bits = 6;
    std::string lower = text::lower(text);
    for (std::size_t at = 0; at + 1 < lower.size(); ++at) {
        const unsigned first = static_cast<unsigned char>(lower[at]);
        const unsigned second = static_cast<unsigned char>(lower[at + 1]);
        if ((first & ~lead_bits) != lead || (second & ~continuation_bits) != continuation) continue;
        const unsigned letter =
            lower_letter((first & lead_bits) << bits | (second & continuation_bits));
        lower[at] = static_cast<char>(lead | letter >> bits);
        lower[at + 1] = static_cast<char>(continuation | (letter & continuation_bits));
    }
    return lower;
}

// Cuts the next word off; empty at the end.
std::string_view take_word(std::string_view& rest) {
    std::size_t begin = 0;
    while (begin < rest.size() && !is_of_word(rest[begin])) ++begin;
    std::size_t end = begin;
    while (end < rest.size() && is_of_word(rest[end])) ++end;
    const std::string_view word = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return word;
}

bool begins(std::string_view word, std::string_view name) {
    for (std::string_view rest = name;;) {
        const std::string_view candidate = take_word(rest);
        if (candidate.empty()) return false;
        if (text::equal_but_for_case(candidate.substr(0, word.size()), word)) return true;
    }
}

}  // namespace

bool contains_text(std::string_view text, std::string_view lower_piece) {
    if (!is_ascii(lower_piece)) return folded(text).contains(folded(lower_piece));
    return !std::ranges::search(text, lower_piece,
                                [](char a, char b) { return text::lower(a) == b; })
                .empty() ||
           lower_piece.empty();
}

bool contains_any_text(std::string_view text, std::string_view lower_pieces) {
    do {
        if (contains_text(text, text::take_part(lower_pieces, '|'))) return true;
    } while (!lower_pieces.empty());
    return false;
}

NamePattern::NamePattern(std::string_view text)
    : pattern_(folded(text.substr(text.starts_with('=') ? 1 : 0))),
      is_ascii_(is_ascii(pattern_)),
      is_exact_(text.starts_with('=')) {}

bool NamePattern::fits(std::string_view name) const {
    return is_ascii_ ? fits_but_for_ascii_case(name) : fits_but_for_ascii_case(folded(name));
}

bool NamePattern::fits_but_for_ascii_case(std::string_view name) const {
    if (is_exact_) return text::equal_but_for_case(name, pattern_);
    for (std::string_view rest = pattern_;;) {
        const std::string_view word = take_word(rest);
        if (word.empty()) return true;
        if (!begins(word, name)) return false;
    }
}

}  // namespace kibitz::collection
