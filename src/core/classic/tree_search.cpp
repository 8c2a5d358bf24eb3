#include "classic/tree_search.hpp"

#include <algorithm>

namespace kibitz::players {

namespace {

// Nodes a worker takes at once. Making the children of one takes about 10 microseconds.
constexpr std::size_t growing_batch = 64;
constexpr std::size_t adjusting_batch = 1 << 14;

constexpr std::uint64_t bytes_per_megabyte = 1 << 20;

Tree::Room add_level(Tree& tree, const ClassicSettings& settings, SearchWatch& watch) {
    const Tree::Stop stop = [&watch] { return watch.stopped(); };
    const std::size_t parents = tree.level(tree.levels()).size();
    const auto count = [&](std::size_t begin, std::size_t end, bool) {
        tree.count_children(begin, end, stop);
    };
    if (!for_batches(watch, parents, growing_batch, count)) return Tree::Room::stopped;

    const std::uint64_t most_nodes = settings.tree_mb * bytes_per_megabyte / sizeof(Node);
    const Tree::Room room = tree.prepare_level(most_nodes, stop);
    if (room != Tree::Room::enough) return room;

    // Rounded down, so that what is told never has to be taken back.
    const std::size_t nodes_per_parent = tree.growing_size() / parents;
    const auto make = [&](std::size_t begin, std::size_t end, bool) {
        tree.make_children(begin, end, stop);
        watch.nodes.fetch_add((end - begin) * nodes_per_parent, std::memory_order_relaxed);
    };
    const std::uint64_t nodes_before = watch.nodes;
    if (!for_batches(watch, parents, growing_batch, make)) return Tree::Room::stopped;
    watch.nodes = nodes_before + tree.growing_size();  // what was estimated is known now
    tree.finish_level();
    return Tree::Room::enough;
}

bool adjust_levels(Tree& tree, SearchWatch& watch) {
    for (int level = tree.levels(); level >= 0; --level) {
        const auto adjust = [&](std::size_t begin, std::size_t end, bool) {
            tree.adjust(level, begin, end);
        };
        if (!for_batches(watch, tree.level(level).size(), adjusting_batch, adjust)) return false;
    }
    return true;
}

}  // namespace

TreeEnd search_tree(Tree& tree, const ClassicSettings& settings, SearchWatch& watch) {
    TreeEnd end = TreeEnd::complete;
    tree.trim(settings.level);
    watch.levels = tree.levels();
    while (tree.levels() < settings.level && end == TreeEnd::complete) {
        switch (add_level(tree, settings, watch)) {
            case Tree::Room::enough: watch.levels = tree.levels(); break;
            case Tree::Room::too_little: end = TreeEnd::memory_full; break;
            case Tree::Room::stopped: return TreeEnd::stopped;
            case Tree::Room::nothing_to_add:
                return adjust_levels(tree, watch) ? end : TreeEnd::stopped;
        }
    }
    return adjust_levels(tree, watch) ? end : TreeEnd::stopped;
}

}  // namespace kibitz::players
