#include "classic/classic_move.hpp"

#include <utility>

#include "chess/movegen.hpp"
#include "chess/random.hpp"
#include "classic/alphabeta.hpp"
#include "classic/rating.hpp"
#include "classic/tree_search.hpp"

namespace kibitz::players {

namespace {

std::vector<RatedMove> rated_moves(const Tree& tree) {
    std::vector<RatedMove> moves;
    for (const Node& child : tree.children(0, tree.level(0)[0]))
        moves.push_back({child.move, child.rating, child.adjusted,
                         is_checkmate(tree.root().after(child.move))});
    return moves;
}

}  // namespace

std::optional<ClassicMove> candidates_of_tree(Tree& tree, const ClassicSettings& settings,
                                              SearchWatch& watch) {
    const TreeEnd end = search_tree(tree, settings, watch);
    if (end == TreeEnd::stopped) return std::nullopt;
    return ClassicMove{.candidates = rated_moves(tree),
                       .levels = tree.levels(),
                       .memory_full = end == TreeEnd::memory_full,
                       .tree_nodes = tree.node_count()};
}

std::optional<ClassicMove> candidates_of_alphabeta(const Position& position,
                                                   const ClassicSettings& settings,
                                                   SearchWatch& watch) {
    auto candidates = search_alphabeta(position, settings, watch);
    if (!candidates) return std::nullopt;
    return ClassicMove{.candidates = *std::move(candidates), .levels = settings.level};
}

Move draw(const ClassicMove& found, const Position& position, Band band, std::uint64_t seed) {
    const std::uint64_t random = hash_of({seed, std::uint64_t{position.key()}});
    return choose(found.candidates, position.side_to_move(), band, random).move;
}

std::optional<ClassicMove> classic_move(const Position& position, const ClassicSettings& settings,
                                        SearchWatch& watch) {
    KeptTree own;
    return classic_move(position, settings, watch, own);
}

std::optional<ClassicMove> classic_move(const Position& position, const ClassicSettings& settings,
                                        SearchWatch& watch, KeptTree& kept) {
    if (!has_legal_move(position)) return std::nullopt;
    const bool has_tree = settings.search == ClassicSearch::tree;
    if (!has_tree) kept.clear();
    auto found = has_tree ? candidates_of_tree(kept.at(position, settings.rating), settings, watch)
                          : candidates_of_alphabeta(position, settings, watch);
    if (!found || watch.stopped() || found->candidates.empty()) return std::nullopt;
    found->move = draw(*found, position, settings.band(), settings.seed.value_or(0));
    found->nodes = watch.nodes;
    if (has_tree) kept.at(position.after(found->move), settings.rating);
    return found;
}

}  // namespace kibitz::players
