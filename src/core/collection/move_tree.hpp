// MoveTree: what was played in a position, how often, and how it went for who played it.
#pragma once

#include <optional>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "collection/finder.hpp"
#include "collection/tally.hpp"

namespace kibitz::collection {

// A reply to a position, and the games in which it was the first one; none where they end.
struct CountedReply {
    std::optional<Move> reply;
    Tally tally;
};

class MoveTree {
   public:
    // The position that the query of the games asks for.
    explicit MoveTree(const Position& position) : position_(position) {}

    void add(const FoundGame& game);
    // Games whose replies to the position were added up elsewhere.
    void add(const CountedReply& games);

    struct Branch {
        Move move;
        Tally tally;  // of the side that moves
    };
    // The most frequent first.
    [[nodiscard]] std::vector<Branch> branches() const;
    [[nodiscard]] const Tally& total() const { return total_; }
    [[nodiscard]] const Position& position() const { return position_; }

   private:
    Position position_;
    std::vector<Branch> branches_;
    Tally total_;
};

}  // namespace kibitz::collection
