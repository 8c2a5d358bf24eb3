// 24 words for a key: 256 bits and a checksum of eight, eleven bits for each word.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "letters/fault.hpp"

namespace kibitz::letters {

inline constexpr std::size_t words_per_key = 24;
// The seed of a key, and a byte after it by which a wrong word is noticed.
using CheckedSeed = std::array<std::uint8_t, 33>;

// There is one space between two.
std::string to_words(const CheckedSeed& seed);
// The words may have small or capital letters, with any white space between; the first four letters
// of a word are enough. Whether the last byte is right is left to the caller.
std::expected<CheckedSeed, Fault> from_words(std::string_view text);

}  // namespace kibitz::letters
