#include "collection/identity.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "text/letter_case.hpp"
#include "text/trim.hpp"

namespace kibitz::collection {

namespace {

// FNV-1a, 64 bits wide (http://www.isthe.com/chongo/tech/comp/fnv/).
class Hash {
   public:
    void add(std::uint64_t number) {
        constexpr int bits_of_a_byte = 8;
        std::size_t left = sizeof number;
        for (; number != 0; --left, number >>= bits_of_a_byte)
            add_byte(static_cast<unsigned char>(number & 0xFF));
        value_ *= prime_powers[left];  // what the bytes that are 0 do
    }
    // The same for the bits of a move, of which the six upper bytes are 0.
    void add(Move move) {
        constexpr int bits_of_a_byte = 8;
        constexpr std::size_t zeros = sizeof(std::uint64_t) - sizeof(std::uint16_t);
        const std::uint16_t bits = move.bits();
        add_byte(static_cast<unsigned char>(bits & 0xFF));
        value_ = (value_ ^ (bits >> bits_of_a_byte)) * prime_powers[zeros + 1];
    }
    void add(std::string_view text) {
        add(text.size());
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    static constexpr std::uint64_t prime = 0x100000001b3;
    static constexpr auto prime_powers = [] {
        std::array<std::uint64_t, sizeof(std::uint64_t) + 1> powers{1};
        for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * prime;
        return powers;
    }();

    void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * prime; }

    std::uint64_t value_ = 0xcbf29ce484222325;
};

constexpr std::string_view around_names = " .";

}  // namespace

std::string family_name(std::string_view name) {
    const std::size_t comma = name.find(',');
    if (comma != std::string_view::npos)
        return text::lower(text::trimmed(name.substr(0, comma), around_names));
    // Initials stand behind the family name: "Carlsen M."
    std::string_view rest = text::trimmed(name, around_names);
    while (true) {
        const std::size_t blank = rest.rfind(' ');
        if (blank == std::string_view::npos) return text::lower(rest);
        const std::string_view last = rest.substr(blank + 1);
        const bool is_initial = last.size() == 1 && !(last[0] >= '0' && last[0] <= '9');
        if (!is_initial) return text::lower(last);
        rest = text::trimmed(rest.substr(0, blank), around_names);
    }
}

std::uint64_t identity_of(const FoundGame& game) {
    Hash hash;
    for (const Color side : {Color::white, Color::black})
        hash.add(family_name(game.head.player(side)));
    hash.add(game.tape.start().key());
    for (const Move move : game.tape.moves()) hash.add(move);
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
    constexpr std::size_t least_slots = 1024;
    if (2 * (size_ + 1) > slots_.size()) grow(std::max(least_slots, 2 * slots_.size()));
    std::size_t at = slot_of(identity);
    for (; slots_[at].is_used; at = next(at))
        if (slots_[at].identity == identity && can_be_equal(slots_[at].date, date)) return false;
    slots_[at] = {.identity = identity, .date = date, .is_used = true};
    ++size_;
    return true;
}

void KnownGames::grow(std::size_t slots) {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots));
    for (const Slot& slot : before) {
        if (!slot.is_used) continue;
        std::size_t at = slot_of(slot.identity);
        while (slots_[at].is_used) at = next(at);
        slots_[at] = slot;
    }
}

}  // namespace kibitz::collection
