#include "cli/analyse/question.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"

namespace kibitz::cli {
namespace {

explain::ScoredLine scored(const ThoughtLine& line) {
    return {.moves = line.moves, .score = line.score};
}

}  // namespace

explain::Search make_search(EngineRunner& runner, const Limits& limits) {
    return [&runner, limits](const Position& position,
                             std::span<const Move> excluded) -> explain::ScoredLine {
        Limits restricted = limits;
        if (!excluded.empty())
            for (const Move move : legal_moves(position))
                if (std::ranges::find(excluded, move) == excluded.end())
                    restricted.search_moves.push_back(move);
        const bool has_moves =
            excluded.empty() ? has_legal_move(position) : !restricted.search_moves.empty();
        if (!has_moves) return {};
        return best_line(runner.think(position, {}, restricted));
    };
}

explain::ScoredLine best_line(const Thought& thought) {
    return thought.lines.empty() ? explain::ScoredLine{} : scored(thought.lines.front());
}

explain::Question ask_about(const Position& before, Move played, EngineRunner& runner,
                            const Limits& limits) {
    explain::Question question{.before = before, .played = played};
    question.best = best_line(runner.think(before, {}, limits));
    Line line(before);
    line.play(played);
    if (const auto outcome = line.outcome())
        question.answer = {.moves = {}, .score = outcome->winner ? mated_in(0) : score_draw};
    else
        question.answer = best_line(runner.think(line.position(), {}, limits));
    // A longer look at the move itself may find it better than the search before it did.
    if (question.answer.is_known() && question.best.is_known() &&
        -question.answer.score > question.best.score) {
        question.best.moves = question.answer.moves;
        question.best.moves.insert(question.best.moves.begin(), played);
        question.best.score = -question.answer.score;
    }
    Limits longer = limits;
    longer.nodes *= 2;
    question.search = make_search(runner, longer);
    return question;
}

}  // namespace kibitz::cli
