// The table of openings as it is written, and as it is looked up.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.hpp"
#include "chess/zobrist.hpp"

namespace kibitz::detail {

// A tree of moves, one node a line, indented by one space for each line above it:
//
//   e4 e5 Nf3 Nc6 C44 King's Pawn Game
//    Bb5 C60 Ruy Lopez
//     Nf6 C65 :Berlin Defense
//
// A line has moves in SAN and then, where it has a name, code and name. A name that begins with a
// colon belongs to the family of the nearest name above it; without a name, that name holds.
extern const std::array<std::string_view, 3> opening_texts;

class OpeningTable {
   public:
    // The line that cannot be read, or whose position is already in the table.
    static std::expected<OpeningTable, std::string> read(std::span<const std::string_view> texts);

    // nullptr if there is none.
    [[nodiscard]] const OpeningMark* find(Key key) const;
    [[nodiscard]] std::size_t size() const { return marks_.size(); }
    [[nodiscard]] std::span<const OpeningMark> marks() const { return marks_; }

   private:
    void sort();

    // Most positions are no marks: of those, nearly all have lowest bits that no mark has.
    static constexpr std::size_t filter_bits = 1 << 16;

    std::vector<OpeningMark> marks_;  // sorted by key
    std::bitset<filter_bits> filter_;
};

}  // namespace kibitz::detail
