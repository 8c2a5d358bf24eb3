#include "explain/ask.hpp"

#include <algorithm>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/outcome.hpp"

namespace kibitz::explain {

Question ask_about(const Position& before, Move played, const Search& search, Search proofs) {
    Question question{.before = before, .played = played};
    question.best = search(before, {});
    Line line(before);
    line.play(played);
    if (const auto outcome = line.outcome())
        question.answer = {.moves = {}, .score = outcome->winner ? mated_in(0) : score_draw};
    else
        question.answer = search(line.position(), {});
    // A longer look at the move itself may find it better than the search before it did.
    if (question.answer.is_known() && question.best.is_known() &&
        -question.answer.score > question.best.score) {
        question.best.moves = question.answer.moves;
        question.best.moves.insert(question.best.moves.begin(), played);
        question.best.score = -question.answer.score;
    }
    question.search = std::move(proofs);
    return question;
}

Moves moves_without(const Position& position, std::span<const Move> excluded) {
    Moves left;
    for (const Move move : legal_moves(position))
        if (std::ranges::find(excluded, move) == excluded.end()) left.push_back(move);
    return left;
}

void keep_longer(Moves& line, std::span<const Move> reported) {
    const bool is_beginning = reported.size() <= line.size() &&
                              std::equal(reported.begin(), reported.end(), line.begin());
    if (!is_beginning) line.assign(reported.begin(), reported.end());
}

}  // namespace kibitz::explain
