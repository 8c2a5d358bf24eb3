// The review of a game: every move of its main line beside what the engine would have played.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "chess/game.hpp"
#include "chess/openings.hpp"
#include "cli/analyse/analyst.hpp"
#include "explain/accuracy.hpp"
#include "explain/explain.hpp"
#include "explain/sentences.hpp"
#include "explain/story.hpp"

namespace kibitz::cli {

struct ExplainedMove {
    explain::Question question;
    explain::Explanation explanation;
};

struct ReviewedMove {
    NodeId node;
    Position before;
    Move played;
    SearchReport search;     // about the position before the move
    Score before_for_white;  // with best play
    Score after_for_white;   // with the move that was played
    Depth depth_after = 0;   // of the search behind it; 0 where the game is over
    explain::Judgement judgement{};
    std::optional<ExplainedMove> explained{};  // if it has a mark
};

// Null moves are not judged: the review goes on behind them.
struct GameReview {
    std::vector<ReviewedMove> moves;
    std::array<explain::SideSummary, color_count> sides;
    bool is_complete = true;  // false if it was stopped
};

// Receives each move as soon as it can be judged, null moves, and each position that is searched
// next; at the end there is no next move.
struct ReviewObserver {
    std::function<void(const ReviewedMove&)> on_move;
    std::function<void(const Position& before)> on_null_move;
    std::function<void(const Position&, std::optional<Move> next)> on_position;
};

// The opening of its main line, up to the first null move.
std::optional<Opening> opening_of(const Game& game);

// What happened, in a few sentences; nothing for a game that was not read to its end.
std::vector<explain::StorySentence> story_of(const Game& game, const GameReview& review,
                                             const explain::Reader& reader);

GameReview review_game(const Game& game, Analyst& analyst, const ReviewObserver& observer);

// The reasons in words; none for a move without a mark.
std::vector<std::string> reasons_of(const ReviewedMove& move, const explain::Reader& reader);

// Writes the review into the game: evaluations, and for bad moves signs, reasons and what was
// better. What the author wrote stays: a sign for the move is only set where there is none.
void annotate(Game& game, const GameReview& review,
              const explain::Reader& reader = explain::Language::english);

}  // namespace kibitz::cli
