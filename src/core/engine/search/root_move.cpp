#include "engine/search/root_move.hpp"

#include <tuple>
#include <utility>

namespace kibitz::search {

namespace {

// By insertion: the list is nearly sorted already, and equals keep their order.
template <class IsBetter>
void sort_best_first(std::span<RootMove> moves, IsBetter is_better) {
    for (std::size_t i = 1; i < moves.size(); ++i)
        for (std::size_t j = i; j > 0 && is_better(moves[j], moves[j - 1]); --j)
            std::swap(moves[j - 1], moves[j]);
}

}  // namespace

void RootMove::complete_line(Depth depth, std::span<const Move> rest) {
    if (line.depth != depth) earlier_line = std::move(line);
    line = {.depth = depth, .score = score, .moves = {move}};
    line.moves.insert(line.moves.end(), rest.begin(), rest.end());
}

const CompletedLine* RootMove::line_of_iteration(Depth depth) const {
    for (const CompletedLine* candidate : {&line, &earlier_line})
        if (candidate->depth == depth) return candidate;
    return nullptr;
}

void sort_by_score(std::span<RootMove> moves) {
    sort_best_first(moves, [](const RootMove& a, const RootMove& b) {
        return std::tie(a.tablebase_rank, a.score) > std::tie(b.tablebase_rank, b.score);
    });
}

void sort_by_latest_score(std::span<RootMove> moves) {
    sort_best_first(moves, [](const RootMove& a, const RootMove& b) {
        return std::tuple(a.tablebase_rank, a.latest_score()) >
               std::tuple(b.tablebase_rank, b.latest_score());
    });
}

}  // namespace kibitz::search
