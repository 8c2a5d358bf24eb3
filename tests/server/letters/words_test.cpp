#include "letters/words.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "letters/word_list.hpp"
#include "support/test.hpp"

using namespace kibitz::letters;

namespace {

std::vector<std::string> words_of(std::istream&& stream) {
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::vector<std::string> list() { return words_of(std::istringstream(std::string(word_list))); }

bool differ_in_one_letter(const std::string& a, const std::string& b) {
    const auto [at_a, at_b] = std::ranges::mismatch(a, b);
    const std::string rest_a(at_a, a.end()), rest_b(at_b, b.end());
    const auto without_first = [](const std::string& text) {
        return text.empty() ? text : text.substr(1);
    };
    return without_first(rest_a) == without_first(rest_b) || without_first(rest_a) == rest_b ||
           rest_a == without_first(rest_b);
}

CheckedSeed counting_seed() {
    CheckedSeed seed{};
    for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(7 * i + 3);
    return seed;
}

}  // namespace

TEST_CASE("the word list never changes") {
    CHECK(list() ==
          words_of(std::ifstream(kibitz::test::source_dir() / "tests/data/letters/words.txt")));
}

TEST_CASE("the words are easy to tell apart") {
    const std::vector<std::string> words = list();
    CHECK(words.size() == 2048);
    CHECK(std::ranges::is_sorted(words));
    std::set<std::string> beginnings;
    for (const std::string& word : words) {
        CHECK(word.size() >= 4);
        CHECK(word.size() <= 8);
        beginnings.insert(word.substr(0, 4));
    }
    CHECK(beginnings.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (differ_in_one_letter(words[i], words[j]))
                FAIL_CHECK(words[i] << " and " << words[j]);
}

TEST_CASE("words give the key back, however they are typed") {
    const CheckedSeed seed = counting_seed();
    const std::string words = to_words(seed);
    CHECK(words_of(std::istringstream(words)).size() == words_per_key);
    CHECK(from_words(words) == seed);
    std::string capitals = "\n\t " + words + "  \r\n";
    std::ranges::transform(capitals, capitals.begin(),
                           [](unsigned char letter) { return std::toupper(letter); });
    CHECK(from_words(capitals) == seed);
    std::string beginnings;
    for (const std::string& word : words_of(std::istringstream(words)))
        beginnings += word.substr(0, 4) + "   ";
    CHECK(from_words(beginnings) == seed);
}

TEST_CASE("all bits of a key are in its words") {
    std::set<std::string> seen{to_words({})};
    for (std::size_t bit = 0; bit < 8 * sizeof(CheckedSeed); ++bit) {
        CheckedSeed seed{};
        seed[bit / 8] = static_cast<std::uint8_t>(1U << bit % 8);
        const std::string words = to_words(seed);
        CHECK(seen.insert(words).second);
        CHECK(from_words(words) == seed);
    }
}
