#include "collection/identity.hpp"

#include <algorithm>

#include "text/letter_case.hpp"

namespace kibitz::collection {

namespace {

// FNV-1a, 64 bits wide (http://www.isthe.com/chongo/tech/comp/fnv/).
class Hash {
   public:
    void add(std::uint64_t number) {
        constexpr int bits_of_a_byte = 8;
        for (std::size_t i = 0; i < sizeof number; ++i, number >>= bits_of_a_byte)
            add_byte(static_cast<unsigned char>(number & 0xFF));
    }
    void add(std::string_view text) {
        add(text.size());
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    void add_byte(unsigned char byte) {
        constexpr std::uint64_t prime = 0x100000001b3;
        value_ = (value_ ^ byte) * prime;
    }

    std::uint64_t value_ = 0xcbf29ce484222325;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" .");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" .") - first + 1);
}

}  // namespace

std::string family_name(std::string_view name) {
    const std::size_t comma = name.find(',');
    if (comma != std::string_view::npos) return text::lower(trimmed(name.substr(0, comma)));
    // Initials stand behind the family name: "Carlsen M."
    std::string_view rest = trimmed(name);
    while (true) {
        const std::size_t blank = rest.rfind(' ');
        if (blank == std::string_view::npos) return text::lower(rest);
        const std::string_view last = rest.substr(blank + 1);
        const bool is_initial = last.size() == 1 && !(last[0] >= '0' && last[0] <= '9');
        if (!is_initial) return text::lower(last);
        rest = trimmed(rest.substr(0, blank));
    }
}

std::uint64_t identity_of(const FoundGame& game) {
    Hash hash;
    for (const Color side : {Color::white, Color::black})
        hash.add(family_name(game.head.player(side)));
    hash.add(game.tape.start().key());
    for (const Move move : game.tape.moves()) hash.add(move.bits());
    if (game.tape.moves().empty()) {
        hash.add(static_cast<std::uint64_t>(result_of(game)));
        for (const GameTag& tag : game.head.tags()) {
            hash.add(tag.name);
            hash.add(tag.value);
        }
    }
    return hash.value();
}

bool KnownGames::add(std::uint64_t identity, GameDate date) {
    std::vector<GameDate>& dates = dates_[identity];
    if (std::ranges::any_of(dates, [&](GameDate known) { return can_be_equal(known, date); }))
        return false;
    dates.push_back(date);
    return true;
}

}  // namespace kibitz::collection
