// Collects games and makes a segment of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "chess/pgn.hpp"
#include "collection/finder.hpp"
#include "collection/identity.hpp"
#include "collection/tally.hpp"

namespace kibitz::collection {

inline constexpr std::size_t segment_most_games = 65'536;

// Whether a segment has an index of positions. Without one it takes two thirds of the space, and
// who looks for a position has to look at all games.
enum class Positions : std::uint8_t { indexed, not_indexed };

class SegmentMaker {
   public:
    explicit SegmentMaker(Positions positions = Positions::indexed);
    SegmentMaker(SegmentMaker&&) noexcept;
    SegmentMaker& operator=(SegmentMaker&&) noexcept;
    ~SegmentMaker();

    // Whoever tells it of all games as they are read saves the time of playing them again when they
    // are added. A game that is not added before the next one begins is forgotten.
    PgnVisitor& recorder();
    // The game that the recorder was told of last, if it was told of any.
    void add(const FoundGame& game) {
        add(game, identity_of(game), facts_of(game.head, result_of(game)));
    }
    void add(const FoundGame& game, std::uint64_t identity, const GameFacts& facts);
    [[nodiscard]] std::size_t size() const;
    // The bytes of all games that were added.
    [[nodiscard]] std::string make();
    // As if no game had been added.
    void clear();

   private:
    [[nodiscard]] bool has_index() const { return positions_ == Positions::indexed; }

    struct Content;
    Positions positions_;
    std::unique_ptr<Content> content_;
};

}  // namespace kibitz::collection
