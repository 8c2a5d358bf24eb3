// A segment: up to 65,536 games of a database as bytes, complete in itself and never changed.
// docs/game-database.md describes the format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/pgn.hpp"
#include "chess/zobrist.hpp"
#include "collection/game_date.hpp"
#include "collection/identity.hpp"
#include "collection/move_tree.hpp"
#include "collection/query.hpp"

namespace kibitz::collection {

inline constexpr std::uint32_t segment_version = 4;

namespace detail {
class HeadReader;
enum class MoveCoding : std::uint8_t;
}  // namespace detail

// What the bytes of a segment are made of, in this order. Version 1 had no trees, no boards had the
// first two, and no openings the first three.
enum class SegmentPart : std::uint8_t {
    strings,
    heads,
    moves,
    identities,
    positions,
    trees,
    boards,
    openings
};
inline constexpr std::size_t segment_parts = 8;

// What is known of a game for a query that asks for material, pawns, bishops or a length.
enum class BoardFit : std::uint8_t { none, possible, certain };

enum class SegmentFault : std::uint8_t {
    no_segment,     // the bytes do not begin like one, or are fewer than it says
    later_version,  // written by a later program
};
std::string to_string(SegmentFault fault);

// Reads a segment in place; the bytes must outlive it. Safe for any bytes.
class Segment {
   public:
    // Checksums are not looked at.
    static std::expected<Segment, SegmentFault> open(std::span<const std::byte> bytes);

    [[nodiscard]] std::size_t size() const { return games_; }
    // Whether a part is what was written.
    [[nodiscard]] bool is_whole(SegmentPart part) const;

    // Tells the visitor of a game as a PgnReader would. False if its bytes make no sense; the game
    // has then ended early. It ends early, too, when *has_enough becomes true.
    bool play(std::size_t game, PgnVisitor& visitor, const bool* has_enough = nullptr) const;
    // The same with no tags but those of these names.
    bool play_with_tags(std::size_t game, std::span<const std::string_view> names,
                        PgnVisitor& visitor, const bool* has_enough) const;
    // Of all games but those that are left out, if so many are named.
    void add_identities(KnownGames& known, const std::vector<bool>& left_out = {}) const;
    // As its tags say it, without looking at them.
    [[nodiscard]] GameDate date(std::size_t game) const;
    // Whether it was made with an index of positions. Without one, all games may have a position.
    [[nodiscard]] bool has_positions() const { return !part(SegmentPart::positions).empty(); }
    // Marks the games that may have this position in their main line; all that have it are among
    // them.
    void mark_games_with(const Position& position, std::vector<bool>& games) const;
    // The same by the position's key. False where the index cannot be asked so.
    bool mark_games_with(Key key, std::vector<bool>& games) const;
    // For each game, the place in opening_marks() of the mark that its main line reached last,
    // counted from 1; 0 if it reached none. Nothing where this is not known.
    [[nodiscard]] std::optional<std::vector<std::uint16_t>> openings() const;
    // Marks the games that have one of these tags, whatever it says.
    void mark_games_with_tags(std::span<const std::string_view> names,
                              std::vector<bool>& games) const;
    // Marks the games of which a tag of one of these names has a value that fits.
    void mark_games_with_values(std::span<const std::string_view> names,
                                const std::function<bool(std::string_view value)>& fits,
                                std::vector<bool>& games) const;
    // Tells each value of the tags of these names, once, and in how many tags it stands, of all
    // games but those that are left out, if so many are named.
    void count_values(std::span<const std::string_view> names,
                      const std::function<void(std::string_view value, std::uint64_t count)>& take,
                      const std::vector<bool>& left_out = {}) const;
    // What the games that have this position in their main line played in it first. Nothing where
    // it was not added up: if few games have it.
    [[nodiscard]] std::optional<std::vector<CountedReply>> tree(Key key) const;
    // For each game, whether its board is ever as the query asks; none if the length is not, which
    // else is for sure. Nothing where this is not known.
    [[nodiscard]] std::optional<std::vector<BoardFit>> board_fits(const Query& query) const;
    // Whether a comment of the game may have that piece, in lower case.
    [[nodiscard]] bool may_have_comment(std::size_t game, std::string_view piece) const;

   private:
    [[nodiscard]] std::string_view part(SegmentPart part) const {
        return parts_[static_cast<std::size_t>(part)];
    }
    [[nodiscard]] detail::HeadReader head_reader() const;
    [[nodiscard]] detail::MoveCoding move_coding() const;
    // Of the tags whose names are wanted.
    template <class IsWanted>
    [[nodiscard]] bool play_tags(std::string_view head, PgnVisitor& visitor,
                                 IsWanted is_wanted) const;
    [[nodiscard]] std::vector<std::uint64_t> numbers_of(
        std::span<const std::string_view> names) const;
    // Tells of each tag of these names the number of its value, as long as that is one.
    template <class Take>
    void each_value(std::size_t game, std::span<const std::uint64_t> names, Take take) const;

    std::size_t games_ = 0;
    std::uint32_t version_ = segment_version;
    std::array<std::string_view, segment_parts> parts_;
    std::array<std::uint64_t, segment_parts> checksums_{};
};

}  // namespace kibitz::collection
