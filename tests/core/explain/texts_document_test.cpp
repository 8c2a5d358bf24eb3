// docs/explanation-texts.md shows every text in all languages with an example, for people who know
// a language and not the code. KIBITZ_WRITE_TEXTS=1 writes it anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "explain/templates.hpp"
#include "support/test.hpp"

using namespace kibitz::explain;

namespace {

struct Filling {
    std::string_view hole, english, german, spanish;
};

constexpr Filling fillings[] = {
    {"{deed}", "it attacks the rook on a8", "Das greift den Turm auf a8 an",
     "ataca a la torre de a8"},
    {"{why}", ": nothing defends the rook on a8", ": Nichts deckt den Turm auf a8",
     ": nada defiende la torre de a8"},
    {"{line}", " (12. Nc7+ Kd8 13. Nxa8)", " (12. Sc7+ Kd8 13. Sxa8)", " (12. Cc7+ Rd8 13. Cxa8)"},
    {"{move}", "Nc7+", "Sc7+", "Cc7+"},
    {"{reply}", "Kd8", "Kd8", "Rd8"},
    {"{other_move}", "Qe2", "De2", "De2"},
    {"{next}", "Nxa8", "Sxa8", "Cxa8"},
    {"{prevented}", "Nd4", "Sd4", "Cd4"},
    {"{better}", "Nf3", "Sf3", "Cf3"},
    {"{who}", "Nc7+", "Sc7+", "Cc7+"},
    {"{won}", "the rook on a8", "den Turm auf a8", "la torre de a8"},
    {"{given}", "a knight", "einen Springer", "un caballo"},
    {"{by}", "the knight on c7", "der Springer auf c7", "el caballo de c7"},
    {"{on}", "the queen on d5", "die Dame auf d5", "la dama de d5"},
    {"{to}", "the queen on d5", "der Dame auf d5", "a la dama de d5"},
    {"{recipient}", "", "dem Springer auf c6", ""},
    {"{subject}", "", "die Dame auf d5", ""},
    {"{one}", "the bishop on d7", "den Läufer auf d7", "el alfil de d7"},
    {"{other}", "the king on e8", "den König auf e8", "el rey de e8"},
    {"{piece}", "queen", "eine Dame", "una dama"},
    {"{square}", "d5", "d5", "d5"},
    {"{file}", "d", "d", "d"},
    {"{behind}", "the king on e8", "der König auf e8", "el rey de e8"},
    {"{how}", "stalemate", "Patt", "rey ahogado"},
    {"{n}", "3", "3", "3"},
    {"{m}", "once", "einmal", "un solo defensor"},
    {"{pawns}", "1.6", "1,6", "1,6"},
    {"{opening}", "Italian Game", "Italian Game", "Italian Game"},
    {"{side}", "White", "Weiß", "las blancas"},
    {"{before}", "71", "71", "71"},
    {"{after}", "24", "24", "24"},
    {"{reason}", "", "", ""},
};

std::string example(std::string_view text, Language language) {
    std::string filled(text);
    for (const Filling& filling : fillings) {
        const std::string_view value = language == Language::german    ? filling.german
                                       : language == Language::spanish ? filling.spanish
                                                                       : filling.english;
        for (auto at = filled.find(filling.hole); at != std::string::npos;
             at = filled.find(filling.hole, at + value.size()))
            filled.replace(at, filling.hole.size(), value);
    }
    return filled;
}

std::string document() {
    std::string text =
        "# The texts of explanations\n\n"
        "Every text that [explanations](explanations.md) and the story of a game are made of, in "
        "all languages, with an example below each. Written by a test "
        "(`KIBITZ_WRITE_TEXTS=1`) from `src/core/explain/templates.cpp`; corrections are welcome "
        "there.\n\n| English | German | Spanish |\n|---|---|---|\n";
    for (const Template& entry : templates()) {
        for (const auto& [words, language] : {std::pair(entry.english, Language::english),
                                              std::pair(entry.german, Language::german),
                                              std::pair(entry.spanish, Language::spanish)})
            text += "| `" + std::string(words) + "`<br>" + example(words, language) + " ";
        text += "|\n";
    }
    return text;
}

}  // namespace

TEST_CASE("docs/explanation-texts.md has every text with an example") {
    const auto path = kibitz::test::source_dir() / "docs" / "explanation-texts.md";
    const std::string expected = document();
    if (std::getenv("KIBITZ_WRITE_TEXTS") != nullptr) std::ofstream(path) << expected;
    std::ifstream file(path);
    const std::string written{std::istreambuf_iterator<char>(file), {}};
    CHECK(written == expected);
}

TEST_CASE("every hole of every text has a value in the example") {
    for (const Template& entry : templates())
        for (const Language language : {Language::english, Language::german, Language::spanish}) {
            const std::string text = example(text_of(entry.text, language), language);
            INFO(text);
            CHECK(text.find('{') == std::string::npos);
            CHECK_FALSE((text.empty() && entry.text != Text::it));
        }
}
