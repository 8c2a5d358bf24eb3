// Which games are the same one, though their tags are written differently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collection/finder.hpp"
#include "collection/game_date.hpp"

namespace kibitz::collection {

// What different ways to write a name have in common: "carlsen" for "Carlsen, Magnus", "Carlsen,M"
// and "Magnus Carlsen".
std::string family_name(std::string_view name);

// Equal for games with the same start, moves and players, by their family names. For a game without
// moves all its tags and the result count.
std::uint64_t identity_of(const FoundGame& game);

// Remembers games. Of the same identity are two games only if their dates can be equal, so that a
// short draw that two people repeat a year later is another game.
class KnownGames {
   public:
    // False if the game is known.
    bool add(const FoundGame& game) { return add(identity_of(game), game.head.date()); }
    bool add(std::uint64_t identity, GameDate date);
    // The game comes next: what is to be looked at for it is fetched meanwhile.
    void prefetch(std::uint64_t identity) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[slot_of(identity)]);
    }

   private:
    // A table with open addresses: there can be ten million games.
    struct Slot {
        std::uint64_t identity = 0;
        GameDate date;
        bool is_used = false;
    };

    // The number of slots is a power of two, and an identity is a hash.
    [[nodiscard]] std::size_t slot_of(std::uint64_t identity) const {
        return static_cast<std::size_t>(identity) & (slots_.size() - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t slot) const {
        return (slot + 1) & (slots_.size() - 1);
    }
    void grow(std::size_t slots);

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace kibitz::collection
