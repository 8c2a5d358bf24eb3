#include "chess/detail/foreign_letters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "chess/detail/pgn_symbol.hpp"
#include "chess/detail/text.hpp"

namespace kibitz::detail {
namespace {

constexpr std::string_view english_letters = "KQRBN";

// The letters for king, queen, rook, bishop and knight; the likelier languages first. A P is a
// pawn in most of them, as parse_san has it, but the Dutch paard.
struct Language {
    std::array<std::string_view, 5> letters;
};
constexpr std::array languages = {
    Language{{"K", "D", "T", "L", "S"}},   // German, Danish, Norwegian, Swedish, Croatian
    Language{{"R", "D", "T", "F", "C"}},   // French
    Language{{"R", "D", "T", "A", "C"}},   // Spanish, Italian, Catalan
    Language{{"K", "D", "T", "L", "P"}},   // Dutch
    Language{{"R", "D", "T", "B", "C"}},   // Portuguese
    Language{{"Кр", "Ф", "Л", "С", "К"}},  // Russian
    Language{{"Кр", "Ф", "Т", "С", "К"}},  // Ukrainian
    Language{{"K", "D", "V", "S", "J"}},   // Czech, Slovak
    Language{{"K", "H", "W", "G", "S"}},   // Polish
    Language{{"K", "V", "B", "F", "H"}},   // Hungarian
    Language{{"K", "D", "T", "L", "R"}},   // Finnish
    Language{{"R", "D", "T", "N", "C"}},   // Romanian
    Language{{"K", "D", "H", "B", "R"}},   // Icelandic
    Language{{"Ş", "V", "K", "F", "A"}},   // Turkish
    Language{{"K", "L", "V", "O", "R"}},   // Estonian
    Language{{"K", "D", "T", "L", "Z"}},   // Latvian
    Language{{"K", "V", "B", "R", "Ž"}},   // Lithuanian
    Language{{"Ц", "Д", "Т", "O", "К"}},   // Bulgarian, its О in plain signs
    Language{{"Ρ", "Β", "Π", "Α", "Ι"}},   // Greek
    Language{{"R", "D", "T", "K", "Ĉ"}},   // Esperanto
};
static_assert(languages.size() < 32);

// The index of the piece whose letter the text begins with; a longer letter comes first.
std::optional<std::size_t> piece_in_front(const Language& language, std::string_view text) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < language.letters.size(); ++i) {
        const std::string_view letter = language.letters[i];
        if (!text.starts_with(letter)) continue;
        if (!found || letter.size() > language.letters[*found].size()) found = i;
    }
    return found;
}

// "e8D", "e8=D" and "e8(D)" with the English letter.
bool translate_promotion(const Language& language, std::string& text) {
    const std::size_t square = text.find_last_of("18");
    if (square == std::string::npos) return false;
    std::size_t at = square + 1;
    while (at < text.size() && (text[at] == '=' || text[at] == '/' || text[at] == '(')) ++at;
    const auto piece = piece_in_front(language, std::string_view(text).substr(at));
    if (!piece || *piece == 0) return false;
    text.replace(at, language.letters[*piece].size(), 1, english_letters[*piece]);
    return true;
}

// The text with English letters, nothing if no letter of it is the language's.
std::optional<std::string> translate(const Language& language, std::string_view text) {
    std::string english(text);
    bool is_translated = false;
    if (const auto piece = piece_in_front(language, text)) {
        const std::size_t size = language.letters[*piece].size();
        english.replace(0, size, 1, english_letters[*piece]);
        is_translated = true;
    }
    is_translated |= translate_promotion(language, english);
    if (!is_translated) return std::nullopt;
    return english;
}

}  // namespace

const Languages all_languages = (Languages{1} << languages.size()) - 1;

std::optional<ForeignMove> read_foreign(const Position& position, std::string_view plain,
                                        Languages among) {
    if (!looks_like_move(plain)) return std::nullopt;
    struct Reading {
        std::string english;
        Move move;
        Languages language;
    };
    std::vector<Reading> readings;
    for (std::size_t i = 0; i < languages.size(); ++i) {
        const Languages bit = Languages{1} << i;
        if ((among & bit) == 0) continue;
        auto english = translate(languages[i], plain);
        if (!english) continue;
        const auto read = parse_signed_move(position, *english);
        if (!read || read->move.is_none() || !read->rest.empty()) continue;
        readings.push_back({*std::move(english), read->move, bit});
    }
    if (readings.empty()) return std::nullopt;
    // Where languages differ, the move that betrays one first is mostly a knight's.
    const auto knight = std::ranges::find_if(
        readings, [](const Reading& reading) { return reading.english.starts_with('N'); });
    const Reading& chosen = knight == readings.end() ? readings.front() : *knight;
    ForeignMove found{chosen.english, 0};
    for (const Reading& reading : readings)
        if (reading.move == chosen.move) found.languages |= reading.language;
    return found;
}

}  // namespace kibitz::detail
