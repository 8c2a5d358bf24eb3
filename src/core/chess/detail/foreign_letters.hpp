// Moves with the piece letters of other languages: Sf3, Cf3 and Кf3 for Nf3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::detail {

// One bit for each language.
using Languages = std::uint32_t;
extern const Languages all_languages;

struct ForeignMove {
    std::string english;  // the text with English letters
    Languages languages;  // that read it as this move
};

// The move that the text is in the first of the languages that have one for it; a check, a capture
// and signs behind it are as in English. Nothing if it is no legal move in any.
std::optional<ForeignMove> read_foreign(const Position& position, std::string_view plain,
                                        Languages among);

}  // namespace kibitz::detail
