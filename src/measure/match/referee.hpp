// Referee: when the moves of a game end it, and how. By the rules of chess, by the tablebases and
// by what the players' scores show; not by clocks, announcements and faults, of which moves say
// nothing.
//
// A game that is being played and a record of one that is being checked end alike.
#pragma once

#include <optional>

#include "chess/outcome.hpp"
#include "engine/tablebase.hpp"
#include "match/adjudication.hpp"
#include "match/openings.hpp"
#include "match/result.hpp"

namespace kibitz::match {

struct PlayedMove;

struct GameRules {
    AdjudicationRules adjudication;
    bool chess960 = false;
    Tablebase* tablebase = nullptr;  // ends games whose result it contains
};

class Referee {
   public:
    // `rules` must live as long as this.
    Referee(const GameRules& rules, const Opening& opening);

    // The end of the game that the opening alone brings about.
    [[nodiscard]] std::optional<GameEnd> end_of_opening() const { return end_by_rules(); }
    // Plays a legal move, and says whether the game ends with it.
    std::optional<GameEnd> play(const PlayedMove& move);
    // The draw that the side to move can claim with the move it is about to make.
    [[nodiscard]] std::optional<GameEnd> claim_with_a_move() const;

    [[nodiscard]] const Line& line() const { return line_; }

   private:
    [[nodiscard]] std::optional<GameEnd> end_by_rules() const;
    [[nodiscard]] std::optional<GameEnd> end_by_tablebase() const;

    const GameRules& rules_;
    Line line_;
    Adjudicator adjudicator_;
    int plies_played_ = 0;  // since the opening
};

}  // namespace kibitz::match
