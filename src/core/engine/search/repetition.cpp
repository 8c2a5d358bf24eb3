#include "engine/search/repetition.hpp"

#include <algorithm>

#include "engine/search/reversible_moves.hpp"

namespace kibitz::search {

namespace {

// A position can first come back after four plies.
constexpr int shortest_cycle = 4;

Key key_before(std::span<const Key> keys, int plies) {
    return keys[keys.size() - 1 - static_cast<std::size_t>(plies)];
}

int known_plies(std::span<const Key> keys, int reversible) {
    return std::min(reversible, static_cast<int>(keys.size()) - 1);
}

}  // namespace

bool is_repetition(std::span<const Key> keys, int reversible, int ply) {
    const int end = known_plies(keys, reversible);
    bool seen_in_game = false;
    for (int back = shortest_cycle; back <= end; back += 2) {
        if (key_before(keys, back) != keys.back()) continue;
        if (back < ply || seen_in_game) return true;
        seen_in_game = true;
    }
    return false;
}

bool can_repeat(const Position& position, std::span<const Key> keys, int reversible, int ply) {
    const int end = known_plies(keys, reversible);
    const Key now = keys.back();
    for (int back = 3; back <= end; back += 2) {
        const Key difference = now ^ key_before(keys, back);
        const auto move = find_reversible_move(difference);
        if (!move || (between(move->a, move->b) & position.occupied()).any()) continue;
        if (back < ply) return true;
        // Going back to a position of the game before the root only helps the side whose piece
        // moves, and only if that position has occurred twice already.
        const Square occupied = position.is_empty(move->a) ? move->b : move->a;
        if (color_of(position.piece_on(occupied)) != position.side_to_move()) continue;
        const int reach = end - back;
        for (int further = shortest_cycle; further <= reach; further += 2)
            if (key_before(keys, back + further) == key_before(keys, back)) return true;
    }
    return false;
}

}  // namespace kibitz::search
