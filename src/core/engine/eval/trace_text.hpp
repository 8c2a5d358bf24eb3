// An evaluation taken apart, as a table for people.
#pragma once

#include <string>

#include "engine/eval/evaluate.hpp"

namespace kibitz {

// A line for each group of terms with both sides' shares and their difference, middlegame and
// endgame, in pawns (100 internal centipawns); then what became of the sum.
std::string to_text(const EvalTrace& trace);

}  // namespace kibitz
