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

// For whom the words are. Length and vocabulary depend on the rating, the claims do not: a beginner
// reads that a piece is attacked twice and defended once, a strong player what the plan is.
struct Reader {
    Language language = Language::english;
    int rating = 0;  // 0 if it is not known

    Reader(Language words, int strength = 0) : language(words), rating(strength) {}

    [[nodiscard]] bool is_beginner() const { return rating > 0 && rating < 1200; }
    [[nodiscard]] bool is_strong() const { return rating >= 1800; }
};
// "de" or "de 1500"; nothing for other languages and for what is no rating.
std::optional<Reader> parse_reader(std::string_view text);
inline constexpr int most_rating = 4000;

// The move as the language writes it: Nf3, Sf3, Cf3.
std::string move_text(const Position& position, Move move, Language language);

std::string sentence(const Question& question, const Claim& claim, const Reader& reader);

// A sentence for each claim, as many as the reader wants, and for a mistake without claims one that
// names the better move.
std::vector<std::string> sentences(const Question& question, const Explanation& explanation,
                                   const Reader& reader);

// What is said of a position where explain_threat() finds neither a threat nor a plan.
std::string no_threat_sentence(Language language);

}  // namespace kibitz::explain
