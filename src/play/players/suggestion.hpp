// Which of the known words somebody meant by an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kibitz::players {

// The number of letters to insert, delete or replace to make one word of the other (Levenshtein).
int edit_distance(std::string_view a, std::string_view b);

// The nearest of the words, empty if none is near enough to be meant.
std::string_view nearest_word(std::string_view unknown, std::span<const std::string> words);

}  // namespace kibitz::players
