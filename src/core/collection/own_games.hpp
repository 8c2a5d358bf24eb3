// What the games of a collection say about the person whose games they are: which side was theirs,
// how it went by opening, and what they usually play.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chess/color.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"
#include "collection/game_head.hpp"
#include "collection/segment_list.hpp"

namespace kibitz::collection {

// The names of a person, which are equal to those in games but for case.
class OwnNames {
   public:
    // One a line.
    explicit OwnNames(std::string_view names);

    // White's, where both have one of the names.
    [[nodiscard]] std::optional<Color> side(const GameHead& head) const;

   private:
    std::vector<NamePattern> names_;
};

// The person's side in a game, by its number and its tags White and Black.
using SideOf = std::function<std::optional<Color>(std::uint64_t number, const GameHead& head)>;

// Games with a result as the person sees them.
struct OwnTally {
    std::uint64_t won = 0, drawn = 0, lost = 0;

    void add(PgnResult result, Color side);
    [[nodiscard]] std::uint64_t games() const { return won + drawn + lost; }
};

struct OwnResults {
    std::uint64_t games = 0;  // of anybody
    std::array<OwnTally, color_count> of_sides;
    // By the opening's family and the side, the most frequent first.
    struct Opening {
        std::string family;
        Color side = Color::white;
        OwnTally tally;
    };
    std::vector<Opening> openings;
    // The name that is in more than half of the games that may say it, and in three at least; empty
    // if there is none.
    std::string likely_name;
};
OwnResults own_results(const SegmentList& games, const SideOf& side_of,
                       const std::function<bool(std::uint64_t number)>& may_say_name);

// A position of an opening that came up in several of the person's games, in which they have a
// usual move.
struct OwnPosition {
    Key key = 0;
    std::vector<Move> path;    // to it, from the usual start
    Move move;                 // what they play most often
    std::vector<Move> others;  // what they have played in several games, too
    std::uint64_t games = 0;   // that had the position
    std::uint64_t times = 0;   // in which the usual move was played
};
// The most frequent first.
std::vector<OwnPosition> own_openings(const SegmentList& games, const SideOf& side_of);

}  // namespace kibitz::collection
