// SegmentList: the segments of a database as one sequence of games, with numbers from 1. It looks
// games up, wherever the bytes of the segments come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/openings.hpp"
#include "collection/finder.hpp"
#include "collection/identity.hpp"
#include "collection/move_tree.hpp"
#include "collection/query.hpp"
#include "collection/segment.hpp"
#include "collection/segment_maker.hpp"
#include "collection/statistics.hpp"

namespace kibitz::collection {

// That a game has a tag of one of these names with a value that fits.
struct TagRule {
    std::vector<std::string_view> names{};
    std::function<bool(std::string_view value)> fits{};
};

class SegmentList {
   public:
    // The bytes of the segment must stay.
    void add(Segment segment) { entries_.push_back({segment, {}}); }
    // The games that are hidden stay so, as the new segment has them in the same places.
    void replace(std::size_t at, Segment segment) { entries_[at].segment = segment; }
    void remove_last() { entries_.pop_back(); }
    [[nodiscard]] std::size_t segments() const { return entries_.size(); }
    [[nodiscard]] const Segment& segment(std::size_t at) const { return entries_[at].segment; }

    // A game that is hidden has its number, and nobody finds it.
    void hide(std::size_t segment, std::size_t game, bool is_hidden = true);
    // False if there is no such game.
    [[nodiscard]] bool is_hidden(std::uint64_t number) const;

    // Those that are hidden are counted.
    [[nodiscard]] std::uint64_t games() const;
    // Tells the finder, which has the same query, of all games that their positions do not rule
    // out, until `goes_on` says no. If all that is wanted is a tree, games whose replies a segment
    // has added up go there, and not to the finder; this is so for frequent positions, if the query
    // asks for nothing else. With a rule, games that it does not hold for are left out.
    // Returns the first segment with a game that makes no sense, if there is any; all other games
    // have been looked at.
    std::optional<std::size_t> search(const Query& query, Finder& finder,
                                      const std::function<bool()>& goes_on,
                                      MoveTree* tree = nullptr,
                                      const TagRule* rule = nullptr) const;
    // A game that comes next: its number, and the last mark of an opening that it reached. That is
    // not known of segments which another table of openings went into.
    struct Next {
        std::uint64_t number = 0;
        bool knows_opening = false;
        const OpeningMark* opening = nullptr;  // nullptr if there is none
    };
    // Tells the visitor of all games with no tags but those of these names, each up to where
    // *has_enough becomes true, and says before each which it is.
    void tell_all(std::span<const std::string_view> names, PgnVisitor& visitor,
                  const bool* has_enough, const std::function<void(const Next&)>& begin) const;
    // Tells the visitor of one game, by its number; false if there is none, or if its bytes make no
    // sense.
    bool play(std::uint64_t number, PgnVisitor& visitor) const;
    // Of the game with that number, which is one of its; nothing of the game is read.
    [[nodiscard]] GameDate date(std::uint64_t number) const;
    // Whoever plays in it, and in how many games, the most frequent first.
    [[nodiscard]] std::vector<Counted> players() const;
    void add_identities(KnownGames& known) const;

   private:
    struct Entry {
        Segment segment;
        std::vector<bool> hidden;  // as far as any are

        [[nodiscard]] bool hides(std::size_t game) const {
            return game < hidden.size() && hidden[game];
        }
    };
    // The segment with a game, and the game's place in it; null if there is none.
    [[nodiscard]] std::pair<const Entry*, std::size_t> find(std::uint64_t number) const;

    std::vector<Entry> entries_;
};

// All games of a segment in a maker; false if one makes no sense.
bool copy_games(const Segment& segment, SegmentMaker& maker);

}  // namespace kibitz::collection
