#include "collection/text_patterns.hpp"

#include <algorithm>

#include "text/letter_case.hpp"

namespace kibitz::collection {

namespace {

// Letters and digits; all that is not ASCII counts as letters.
bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (text::lower(c) >= 'a' && text::lower(c) <= 'z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

// Cuts the next word off; empty at the end.
std::string_view take_word(std::string_view& rest) {
    const auto* const begin = std::ranges::find_if(rest, is_of_word);
    const auto* const end = std::find_if_not(begin, rest.end(), is_of_word);
    rest = {end, rest.end()};
    return {begin, end};
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
    return !std::ranges::search(text, lower_piece,
                                [](char a, char b) { return text::lower(a) == b; })
                .empty() ||
           lower_piece.empty();
}

NamePattern::NamePattern(std::string_view text)
    : pattern_(text::lower(text.substr(text.starts_with('=') ? 1 : 0))),
      is_exact_(text.starts_with('=')) {}

bool NamePattern::fits(std::string_view name) const {
    if (is_exact_) return text::equal_but_for_case(name, pattern_);
    for (std::string_view rest = pattern_;;) {
        const std::string_view word = take_word(rest);
        if (word.empty()) return true;
        if (!begins(word, name)) return false;
    }
}

}  // namespace kibitz::collection
