#include "letters/words.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "letters/word_list.hpp"
#include "text/letter_case.hpp"
#include "text/words.hpp"

namespace kibitz::letters {

namespace {

constexpr unsigned word_bits = 11, bits_per_byte = 8;
constexpr std::size_t enough_letters = 4;  // by which every word of the list is known
static_assert(words_per_key * word_bits == std::tuple_size_v<CheckedSeed> * bits_per_byte);

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> words;
    for (text::Words rest(text); !rest.at_end();) words.push_back(text::lower(rest.next()));
    return words;
}

const std::vector<std::string>& list() {
    static const std::vector<std::string> words = split(word_list);
    return words;
}

std::optional<std::size_t> index_of(std::string_view word) {
    const auto found = std::ranges::lower_bound(list(), word);
    if (found == list().end()) return std::nullopt;
    const bool is_same = *found == word;
    const bool is_beginning = word.size() >= enough_letters && found->starts_with(word);
    if (!is_same && !is_beginning) return std::nullopt;
    return static_cast<std::size_t>(found - list().begin());
}

}  // namespace

std::string to_words(const CheckedSeed& seed) {
    constexpr unsigned mask = (1U << word_bits) - 1;
    std::string text;
    unsigned pending = 0, bits = 0;
    for (const std::uint8_t byte : seed) {
        pending = (pending << bits_per_byte | byte) & ((1U << (word_bits + bits_per_byte)) - 1);
        bits += bits_per_byte;
        if (bits < word_bits) continue;
        bits -= word_bits;
        if (!text.empty()) text += ' ';
        text += list()[pending >> bits & mask];
    }
    return text;
}

std::expected<CheckedSeed, Fault> from_words(std::string_view text) {
    const std::vector<std::string> words = split(text);
    if (words.size() != words_per_key) return std::unexpected(Fault::word_count);
    CheckedSeed seed{};
    std::size_t written = 0;
    unsigned pending = 0, bits = 0;
    for (const std::string& word : words) {
        const auto index = index_of(word);
        if (!index) return std::unexpected(Fault::unknown_word);
        pending = pending << word_bits | static_cast<unsigned>(*index);
        bits += word_bits;
        while (bits >= bits_per_byte) {
            bits -= bits_per_byte;
            seed[written++] = static_cast<std::uint8_t>(pending >> bits);
            pending &= (1U << bits) - 1;
        }
    }
    return seed;
}

}  // namespace kibitz::letters
