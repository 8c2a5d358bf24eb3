// Who gets which variant. Chance decides, by a keyed hash of the visitor, so that nothing has to be
// stored and the same visitor always gets the same.
//
// Each draw has its own key: experiments are independent of each other, and neither another
// experiment nor a list in another order moves anybody. The hash is compared as a whole number of
// 64 bits: a threshold of 0 is nobody, of 1 everybody.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "secrets/keyed_hash.hpp"

namespace kibitz::experiments {

// What a hash gives for a unit, that is, a visitor.
struct Draw {
    std::uint64_t place = 0;  // where it falls between 0 and 2^64
    std::uint64_t id = 0;     // what the unit is stored as; nobody finds it without the key
};

class Lottery {
   public:
    // Draws under another name with the same key are independent.
    Lottery(std::string_view key, std::string name) : hash_(key), name_(std::move(name)) {}
    [[nodiscard]] Draw draw(std::string_view unit) const;

   private:
    secrets::KeyedHash hash_;
    std::string name_;
};

// The part of all draws, from 0 to 1, that gets a variant.
struct Slot {
    double low = 0, high = 0;

    [[nodiscard]] bool contains(const Draw& draw) const;
    bool operator==(const Slot&) const = default;
};

// Chooses one of several folders, each with the same probability: the one with the highest hash
// (rendezvous hashing). A new folder takes visitors from all others evenly, and moves nobody
// between these. There has to be a folder.
const std::string& choose_folder(std::string_view key, std::span<const std::string> folders,
                                 std::string_view unit);

}  // namespace kibitz::experiments
