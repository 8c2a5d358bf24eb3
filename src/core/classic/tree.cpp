#include "classic/tree.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <ranges>

#include "chess/movegen.hpp"
#include "classic/settings.hpp"

namespace kibitz::players {

// Positions of nodes of one level, asked for in order: the part of the path that two neighbours
// share is not played again.
class Tree::PositionPath {
   public:
    PositionPath(const Tree& tree, int level)
        : tree_(tree), level_(level), positions_(static_cast<std::size_t>(level) + 1, tree.root_) {
        path_.fill(nowhere);
        path_[0] = 0;
    }

    const Position& position_of(std::size_t node) {
        std::array<std::uint32_t, ClassicSettings::max_level + 1> wanted;  // NOLINT: filled below
        auto at = static_cast<std::uint32_t>(node);
        auto depth = static_cast<std::size_t>(level_);
        for (; path_[depth] != at; --depth) {
            wanted[depth] = at;
            at = tree_.levels_[depth][at].parent;
        }
        while (depth < static_cast<std::size_t>(level_)) {
            ++depth;
            positions_[depth] = positions_[depth - 1];
            positions_[depth].play(tree_.levels_[depth][wanted[depth]].move);
            path_[depth] = wanted[depth];
        }
        return positions_[depth];
    }

   private:
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

    const Tree& tree_;
    int level_;
    std::vector<Position> positions_;
    std::array<std::uint32_t, ClassicSettings::max_level + 1> path_;
};

Tree::Tree(const Position& root, RatePosition rate) : root_(root), rate_(std::move(rate)) {
    Level top;
    // Twenty bytes. Where not even they can be had, nothing can be done.
    if (!top.allocate(1)) std::abort();
    top[0] = Node{.move = Move::none(), .rating = static_cast<float>(rate_(root_))};
    levels_.push_back(std::move(top));
}

std::span<const Node> Tree::children(int level_number, const Node& node) const {
    if (level_number >= levels()) return {};
    return level(level_number + 1).subspan(node.first_child, node.child_count);
}

std::uint64_t Tree::node_count() const {
    std::uint64_t count = 0;
    for (const Level& level : levels_) count += level.size();
    return count;
}

void Tree::count_children(std::size_t begin, std::size_t end, const Stop& stop) {
    PositionPath path(*this, levels());
    for (std::size_t i = begin; i < end && !stop(); ++i) {
        Node& node = deepest()[i];
        node.state = Node::State::processing;
        node.child_count = static_cast<std::uint8_t>(count_legal_moves(path.position_of(i)));
    }
}

Tree::Room Tree::prepare_level(std::uint64_t most_nodes, const Stop& stop) {
    constexpr std::size_t nodes_between_checks = 1 << 16;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < deepest().size(); ++i) {
        if (i % nodes_between_checks == 0 && stop()) return Room::stopped;
        Node& node = deepest()[i];
        node.first_child = static_cast<std::uint32_t>(total);
        total += node.child_count;
        if (total > std::numeric_limits<std::uint32_t>::max()) return Room::too_little;
    }
    if (total == 0) return Room::nothing_to_add;
    if (node_count() + total > most_nodes) return Room::too_little;
    // No narrowing is lost: the loop above has kept the total within 32 bits.
    return growing_.allocate(static_cast<std::size_t>(total)) ? Room::enough : Room::too_little;
}

void Tree::make_children(std::size_t begin, std::size_t end, const Stop& stop) {
    PositionPath path(*this, levels());
    for (std::size_t i = begin; i < end && !stop(); ++i) {
        Node& parent = deepest()[i];
        const Position& position = path.position_of(i);
        std::size_t child = parent.first_child;
        for (const Move move : legal_moves(position)) {
            const auto rating = static_cast<float>(rate_(position.after(move)));
            growing_[child++] = Node{.move = move,
                                     .rating = rating,
                                     .adjusted = rating,
                                     .parent = static_cast<std::uint32_t>(i)};
        }
        parent.state = Node::State::done;
    }
}

void Tree::finish_level() { levels_.push_back(std::move(growing_)); }

void Tree::adjust(int level_number, std::size_t begin, std::size_t end) {
    const bool white_moves = (root_.side_to_move() == Color::white) == (level_number % 2 == 0);
    Level& nodes = levels_[static_cast<std::size_t>(level_number)];
    for (std::size_t i = begin; i < end; ++i) {
        Node& node = nodes[i];
        const auto below = children(level_number, node);
        node.adjusted = node.rating;
        if (below.empty()) continue;
        const auto [lowest, highest] =
            std::ranges::minmax(below | std::views::transform(&Node::adjusted));
        node.adjusted += white_moves ? highest : lowest;
    }
}

bool Tree::move_root(const Position& child) {
    const auto candidates = children(0, at(0)[0]);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Position after = root_.after(candidates[i].move);
        if (after.key() != child.key()) continue;
        keep_subtree(i);
        root_ = child;
        return true;
    }
    return false;
}

void Tree::keep_subtree(std::size_t child) {
    std::size_t begin = child, end = child + 1;  // of the level at hand
    std::uint32_t parents_before = 0;            // cut off the level above
    levels_.erase(levels_.begin());
    for (std::size_t number = 0; number < levels_.size(); ++number) {
        Level& nodes = levels_[number];
        const bool is_deepest = number + 1 == levels_.size();
        const auto next_begin = nodes[begin].first_child;
        const auto next_end = nodes[end - 1].first_child + nodes[end - 1].child_count;
        for (std::size_t i = begin; i < end; ++i) {
            nodes[i].parent -= parents_before;
            nodes[i].first_child -= next_begin;
        }
        nodes.keep(begin, end);
        if (!is_deepest && next_begin == next_end) {  // the game ends in all lines
            levels_.resize(number + 1);
            break;
        }
        parents_before = static_cast<std::uint32_t>(begin);
        begin = next_begin;
        end = next_end;
    }
    levels_.front()[0].move = Move::none();
    levels_.front()[0].parent = 0;
}

void Tree::trim(int most_levels) {
    if (levels() <= most_levels) return;
    levels_.resize(static_cast<std::size_t>(most_levels) + 1);
}

}  // namespace kibitz::players
