#include "engine/search/table_line.hpp"

#include <algorithm>

#include "chess/movegen.hpp"

namespace kibitz::search {

namespace {

// The reply whose position was searched deepest; of equals the best one for its side. A node where
// no move raised alpha stores no move, but its children are in the table.
Move best_searched_move(const TranspositionTable& table, const Position& position, int ply) {
    Move best;
    TranspositionTable::Entry best_entry;
    for (const Move move : legal_moves(position)) {
        const TranspositionTable::Entry entry = table.probe(position.after(move).key(), ply + 1);
        if (!entry.found || entry.score == score_none || entry.bound == Bound::none) continue;
        const bool is_better = entry.depth != best_entry.depth ? entry.depth > best_entry.depth
                                                               : entry.score < best_entry.score;
        if (!best.is_none() && !is_better) continue;
        best = move;
        best_entry = entry;
    }
    return best;
}

}  // namespace

std::vector<Move> line_from_table(const TranspositionTable& table, const Position& root,
                                  std::span<const Key> keys, Move first, int length) {
    std::vector<Move> line{first};
    std::vector<Key> seen(keys.begin(), keys.end());
    Position position = root.after(first);
    const auto repeats = [&] { return std::ranges::find(seen, position.key()) != seen.end(); };
    while (static_cast<int>(line.size()) < length && !repeats()) {
        const int ply = static_cast<int>(line.size());
        Move move = table.probe(position.key(), ply).move;
        if (move.is_none() || !position.is_legal(move))
            move = best_searched_move(table, position, ply);
        if (move.is_none()) break;
        line.push_back(move);
        seen.push_back(position.key());
        position.play(move);
    }
    return line;
}

}  // namespace kibitz::search
