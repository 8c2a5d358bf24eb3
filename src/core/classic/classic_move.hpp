// The classic player's move in a position, for programs that want it without threads, clocks and
// events (players/classic/classic_player.hpp has these):
//
//     SearchWatch watch;
//     const auto found = classic_move(position, {.level = 3, .seed = 1}, watch);
//     for (const RatedMove& move : found->candidates) ...  // every move with its sum
//     play(found->move);
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "classic/choice.hpp"
#include "classic/kept_tree.hpp"
#include "classic/settings.hpp"
#include "classic/tree.hpp"
#include "classic/watch.hpp"

namespace kibitz::players {

struct ClassicMove {
    Move move{};
    std::vector<RatedMove> candidates{};  // all legal moves, in the order of generation
    int levels = 0;                       // looked ahead; fewer than asked for if memory_full
    bool memory_full = false;             // the next level did not fit into tree_mb
    std::uint64_t nodes = 0;              // made in this run
    std::uint64_t tree_nodes = 0;         // with those kept from earlier runs
    std::int64_t time_ms = 0;             // 0 where nothing reads a clock
};

// The tree's root is the position; what it holds is not made again. Returns nothing if stopped.
std::optional<ClassicMove> candidates_of_tree(Tree& tree, const ClassicSettings& settings,
                                              SearchWatch& watch);

// This does the same by alpha-beta, without a tree.
std::optional<ClassicMove> candidates_of_alphabeta(const Position& position,
                                                   const ClassicSettings& settings,
                                                   SearchWatch& watch);

// Draws from the candidates, which must not be empty. The same seed, position and settings give the
// same move.
Move draw(const ClassicMove& found, const Position& position, Band band, std::uint64_t seed);

// All of it, with a tree of its own or by alpha-beta; settings.seed counts as 0 if it is unset.
// Nothing if stopped, or if there is no legal move. The settings must be valid (see check).
std::optional<ClassicMove> classic_move(const Position& position, const ClassicSettings& settings,
                                        SearchWatch& watch);

// The same with a tree that is kept: afterwards it is the tree after the move.
std::optional<ClassicMove> classic_move(const Position& position, const ClassicSettings& settings,
                                        SearchWatch& watch, KeptTree& kept);

}  // namespace kibitz::players
