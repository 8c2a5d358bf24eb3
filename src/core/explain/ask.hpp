// Makes the question about a move: what an engine thinks before and after it.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// `search` finds the lines before and after the move; `proofs` is what the explainer may search
// with later, and should be longer.
Question ask_about(const Position& before, Move played, const Search& search, Search proofs);

// The legal moves without some: where to begin a search that leaves those out.
Moves moves_without(const Position& position, std::span<const Move> excluded);

// A search often reports a line that it found in its table with the first moves only: what was seen
// to follow them before is kept.
void keep_longer(Moves& line, std::span<const Move> reported);

}  // namespace kibitz::explain
