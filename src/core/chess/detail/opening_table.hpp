// The table of openings as it is written, and as it is looked up.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
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
    [[nodiscard]] const OpeningMark* find(const Position& position) const;
    [[nodiscard]] std::size_t size() const { return marks_.size(); }
    [[nodiscard]] std::span<const OpeningMark> marks() const { return marks_; }

   private:
    void sort();

    // Most positions are no marks: of those, nearly all have a bit here that no mark has set.
    static constexpr unsigned filter_width = 16;
    static constexpr std::size_t filter_bits = std::size_t{1} << filter_width;
    static constexpr std::array<std::size_t, 2> bits_of(Key key) {
        return {static_cast<std::size_t>(key % filter_bits),
                static_cast<std::size_t>((key >> filter_width) % filter_bits)};
    }

    // Marks whose keys have the same first bits stand together: one or two, as keys are random.
    static constexpr unsigned group_width = 12;
    static constexpr std::size_t groups = std::size_t{1} << group_width;
    static constexpr std::size_t group_of(Key key) {
        constexpr unsigned key_width = 64;
        return static_cast<std::size_t>(key >> (key_width - group_width));
    }

    std::vector<OpeningMark> marks_;     // sorted by key
    std::vector<std::uint32_t> begins_;  // of each group among them, and their end
    std::bitset<filter_bits> filter_;
    int least_pieces_ = std::numeric_limits<int>::max();  // on the board of a mark
};

}  // namespace kibitz::detail
