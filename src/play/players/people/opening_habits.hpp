// OpeningHabits: how often people of a rating play each move in the positions that many games
// reach.
//
// A table of counts by rating (characters/openings.txt), made from games of people by
// `kibitz train --kind openings`. Positions are found however they were reached.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::players {

// Ratings are counted in bands of 200: below 1000, from 1000, ... from 2200. lichess's scale.
constexpr int opening_bands = 8;
int opening_band(int rating);
using OpeningCounts = std::array<std::uint32_t, opening_bands>;

struct OpeningMove {
    Move move;
    double weight = 0;  // games, between those of the two bands that a rating lies between
};

class OpeningHabits {
   public:
    // The table's text: a move in SAN and its counts on each line, one blank further in than the
    // move it answers; lines that begin with # are remarks. The error names the line.
    static std::expected<OpeningHabits, std::string> parse(std::string_view text);

    // The list is empty where too few games got to; the most frequent move comes first.
    [[nodiscard]] std::vector<OpeningMove> moves(const Position& position, int rating) const;

   private:
    struct Entry {
        Move move;
        OpeningCounts counts;
    };
    std::unordered_map<Key, std::vector<Entry>> positions_;
};

// The one that comes with Kibitz.
const OpeningHabits& built_in_opening_habits();

}  // namespace kibitz::players
