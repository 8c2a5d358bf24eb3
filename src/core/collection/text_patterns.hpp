// How queries look for names and words in the tags and comments of games.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::collection {

// Whether the text has that piece, whatever the case of Latin, Greek and Cyrillic letters. ASCII
// letters of `lower_piece` are in lower case.
bool contains_text(std::string_view text, std::string_view lower_piece);

// The same for any of several pieces, which stand between "|".
bool contains_any_text(std::string_view text, std::string_view lower_pieces);

// A name as people ask for it: "carlsen", "magnus car", or "=Carlsen, Magnus" for that and no
// other.
class NamePattern {
   public:
    NamePattern() = default;
    explicit NamePattern(std::string_view text);

    [[nodiscard]] bool empty() const { return pattern_.empty(); }
    // Each word of the pattern begins a word of the name, or the whole is equal but for case.
    [[nodiscard]] bool fits(std::string_view name) const;
    bool operator==(const NamePattern&) const = default;

   private:
    [[nodiscard]] bool fits_but_for_ascii_case(std::string_view name) const;

    std::string pattern_;  // in lower case
    bool is_ascii_ = true;
    bool is_exact_ = false;
};

}  // namespace kibitz::collection
