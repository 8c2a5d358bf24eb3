// Explains a move: what it misses, what it allows, which threat it ignores, or, where there is no
// tactic, what gets worse; and what is good about a good one.
//
// An engine's lines are the evidence. Whatever is claimed is shown by its proof: a line that mates,
// or that wins material which stays won. Where nothing can be shown, nothing is said.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// This is about a move that costs something.
Explanation explain_mistake(const Question& question);
// This is about a move that is as good as the best or nearly so.
Explanation explain_good_move(const Question& question);
// The one of the two that fits what the move costs.
Explanation explain(const Question& question);

// What the side that is not to move threatens, or else would do, of a question about the best move;
// nothing for a side in check, which cannot pass.
Explanation explain_threat(const Question& question);

// True if the proof shows what the claim says; every claim of an explanation holds. What only a
// search can show (that no other move is good) is not looked at.
bool holds(const Question& question, const Claim& claim);

}  // namespace kibitz::explain
