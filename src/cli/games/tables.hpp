// The tables that `kibitz games` prints.
#pragma once

#include <string>

#include "chess/color.hpp"
#include "collection/move_tree.hpp"
#include "collection/statistics.hpp"

namespace kibitz::cli {

// Moves with counts, results, ratings, performance, and when they were last played.
std::string tree_table(const collection::MoveTree& tree);
std::string summary_table(const collection::CollectionSummary& summary);
// What a player plays with one colour; the `most` most frequent openings.
std::string repertoire_table(const collection::Repertoire& repertoire, Color side,
                             std::size_t most);

}  // namespace kibitz::cli
