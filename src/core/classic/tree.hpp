// Tree: all lines of play from a position up to some number of plies, with their ratings.
//
// It grows a whole level at a time, breadth-first, and each level is one array in which the
// children of a node stand together, in the order of their parents. So a subtree is one slice of
// every level, a node needs 20 bytes, and the result does not depend on who did which part of the
// work. A node keeps no position: it is rebuilt by playing the moves from the root.
//
// A level is added in steps; count_children and make_children may be called for different ranges
// of nodes by several threads at the same time, each step ending before the next begins:
//
//     tree.count_children(begin, end)    for all nodes of the deepest level
//     tree.prepare_level(most_nodes)     finds room for their children
//     tree.make_children(begin, end)     for all of them again
//     tree.finish_level()
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "classic/node_array.hpp"

namespace kibitz::players {

struct Node {
    enum class State : std::uint8_t { unprocessed, processing, done };

    Move move;  // that led here; none at the root
    State state = State::unprocessed;
    std::uint8_t child_count = 0;   // at most 218 (see max_moves)
    float rating = 0;               // of the position after the move
    float adjusted = 0;             // plus what the best play from here adds up to
    std::uint32_t parent = 0;       // in the level above
    std::uint32_t first_child = 0;  // in the level below
};
static_assert(sizeof(Node) == 20);

class Tree {
   public:
    using RatePosition = std::function<double(const Position&)>;

    Tree(const Position& root, RatePosition rate);

    [[nodiscard]] const Position& root() const { return root_; }
    // Complete levels below the root.
    [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()) - 1; }
    // The nodes of a level, 0 for the root's.
    [[nodiscard]] std::span<const Node> level(int number) const { return at(number).all(); }
    [[nodiscard]] std::span<const Node> children(int level_number, const Node& node) const;
    // It counts the nodes of all complete levels.
    [[nodiscard]] std::uint64_t node_count() const;

    // --- Growing; see above. `stop` is asked before every node; if it says so, the work is left
    //     unfinished and the level has to be begun again. ---
    using Stop = std::function<bool()>;

    void count_children(std::size_t begin, std::size_t end, const Stop& stop);
    enum class Room : std::uint8_t { enough, too_little, nothing_to_add, stopped };
    Room prepare_level(std::uint64_t most_nodes, const Stop& stop);
    void make_children(std::size_t begin, std::size_t end, const Stop& stop);
    void finish_level();
    // Nodes of the level that is being added.
    [[nodiscard]] std::size_t growing_size() const { return growing_.size(); }

    // adjusted = rating + best adjusted child, for some nodes of a level; the level below is done.
    void adjust(int level_number, std::size_t begin, std::size_t end);

    // Moves the root to the child with that position, keeps its subtree and frees the rest; false,
    // and nothing changed, if there is none.
    bool move_root(const Position& child);
    // Drops the levels below that one.
    void trim(int most_levels);

   private:
    class PositionPath;
    using Level = NodeArray<Node>;

    [[nodiscard]] const Level& at(int number) const {
        return levels_[static_cast<std::size_t>(number)];
    }
    [[nodiscard]] Level& deepest() { return levels_.back(); }
    void keep_subtree(std::size_t child);

    Position root_;
    RatePosition rate_;
    std::vector<Level> levels_;
    Level growing_;
};

}  // namespace kibitz::players
