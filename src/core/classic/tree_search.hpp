// Growing and rating a tree: the classic player's own way to search.
#pragma once

#include "classic/settings.hpp"
#include "classic/tree.hpp"
#include "classic/watch.hpp"

namespace kibitz::players {

enum class TreeEnd : std::uint8_t {
    complete,     // all levels asked for, or every line ends before
    memory_full,  // the levels that fit
    stopped,      // adjusted ratings are not to be used
};

// Adds to the tree until it has settings.level levels, and works out the adjusted ratings.
TreeEnd search_tree(Tree& tree, const ClassicSettings& settings, SearchWatch& watch);

}  // namespace kibitz::players
