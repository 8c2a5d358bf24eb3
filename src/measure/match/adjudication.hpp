// Adjudication: ending games whose result the players themselves show.
//
// The rules are those of the common match runners, so that their options mean the same here.
#pragma once

#include <array>
#include <optional>

#include "chess/color.hpp"
#include "engine/tablebase.hpp"
#include "match/result.hpp"

namespace kibitz::match {

// A draw once both sides showed at most `score` centipawns, either way, in `move_count`
// consecutive moves each, not before full move `move_number`. Captures and pawn moves start the
// count anew.
struct DrawRule {
    int move_number = 0;
    int move_count = 1;
    int score = 0;
    bool operator==(const DrawRule&) const = default;
};

// A loss for a side that showed at most -`score` centipawns in its last `move_count` moves;
// two-sided: if its opponent showed at least `score` as well.
struct ResignRule {
    int move_count = 1;
    int score = 0;
    bool two_sided = false;
    bool operator==(const ResignRule&) const = default;
};

// Which results of the tablebases end a game.
struct TablebaseRule {
    int most_pieces = 32;         // probed only with this many pieces or fewer
    bool fifty_move_rule = true;  // false: what only that rule draws is won
    bool wins = true, draws = true;
    bool operator==(const TablebaseRule&) const = default;
};

struct AdjudicationRules {
    std::optional<DrawRule> draw{};
    std::optional<ResignRule> resign{};
    int max_moves = 0;  // full moves of a game, after which it is a draw; 0: no limit
    TablebaseRule tablebase{};
    bool operator==(const AdjudicationRules&) const = default;
};

// What the adjudicator needs about a move that was just played.
struct ObservedMove {
    Color mover;
    std::optional<int> centipawns;  // the mover's score; nothing if it showed none
    bool irreversible;              // a capture or a pawn move
    int full_move;                  // its number in the game, as on a score sheet
    int plies_played;               // since the opening, this one included
};

// The end of a game whose position tables know to be this for the side to move, if it is to end so.
std::optional<GameEnd> end_by(const TablebaseRule& rule, Wdl result, Color mover);

class Adjudicator {
   public:
    explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

    std::optional<GameEnd> observe(const ObservedMove& move);

   private:
    AdjudicationRules rules_;
    int level_plies_ = 0;              // consecutive ones with a level score
    std::array<int, 2> hopeless_{};    // consecutive moves of a side with a lost score
    std::array<int, 2> triumphant_{};  // the same with a won score
};

}  // namespace kibitz::match
