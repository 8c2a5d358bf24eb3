// Explanations in words. The texts of all languages stand in one table (sentences.cpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/explanation.hpp"

namespace kibitz::explain {

enum class Language : std::uint8_t { english, german, spanish };
// "en", "de", "es"; nothing for others.
std::optional<Language> parse_language(std::string_view code);

// The move as the language writes it: Nf3, Sf3, Cf3.
std::string move_text(const Position& position, Move move, Language language);

std::string sentence(const Question& question, const Claim& claim, Language language);

// A sentence for each claim, `most` at most, and for a mistake without claims one that names the
// better move.
std::vector<std::string> sentences(const Question& question, const Explanation& explanation,
                                   Language language, std::size_t most = 3);

}  // namespace kibitz::explain
