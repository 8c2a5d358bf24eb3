#include "engine/search.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "chess/movegen.hpp"

namespace kibitz {

namespace {

Score score_of(Wdl wdl) {
    switch (wdl) {
        case Wdl::win: return score_tablebase_win;
        case Wdl::loss: return -score_tablebase_win;
        default: return score_draw;
    }
}

// Sorts the root moves by what the tablebases say of them. Those that give away the result, or the
// way to it, are left out unless several lines are asked for.
void rank_by_tablebase(SearchContext& context) {
    if (context.tablebase == nullptr) return;
    const int pieces = context.root.occupied().count();
    const int limit =
        std::min(context.tablebase->max_pieces(), context.options.tablebase_probe_limit);
    if (pieces > limit || context.root.castling_rooks().any()) return;
    const auto rule =
        context.options.fifty_move_rule ? FiftyMoveRule::holds : FiftyMoveRule::ignored;
    const auto ranked = context.tablebase->probe_root(context.root, rule);
    context.root_tablebase_hits = ranked.size();

    for (RootChoice& choice : context.root_moves) {
        const auto found = std::ranges::find(ranked, choice.move, &Tablebase::RootMove::move);
        if (found == ranked.end()) continue;
        choice.tablebase_rank = found->rank;
        choice.tablebase_score = score_of(found->wdl);
    }
    // By insertion, which keeps the order of equals and needs no memory.
    const auto begin = context.root_moves.begin();
    for (auto it = begin; it != context.root_moves.end(); ++it)
        std::rotate(std::ranges::upper_bound(begin, it, it->tablebase_rank, std::greater{},
                                             &RootChoice::tablebase_rank),
                    it, it + 1);
    if (context.options.multi_pv == 1)
        std::erase_if(context.root_moves, [&](const RootChoice& choice) {
            return choice.tablebase_rank < context.root_moves.front().tablebase_rank;
        });
}

}  // namespace

void prepare(SearchContext& context) {
    context.stop.store(false, std::memory_order_relaxed);
    for (Searcher* searcher : context.searchers) searcher->reset_counts();
    context.time = TimeManager(context.limits, context.root.side_to_move(), context.root.game_ply(),
                               context.options.move_overhead);
    context.table.new_search();
    context.root_moves.clear();
    for (const Move move : legal_moves(context.root))
        if (context.limits.search_moves.empty() || context.limits.search_moves.contains(move))
            context.root_moves.push_back({move});
    context.root_tablebase_hits = 0;
    rank_by_tablebase(context);
}

const Searcher& best_searcher(std::span<Searcher* const> searchers) {
    const auto has_line = [](const Searcher* searcher) {
        return !searcher->result().lines.empty();
    };
    const auto score_of = [](const Searcher* searcher) {
        return searcher->result().lines[0].score;
    };
    const Searcher* best = searchers[0];
    if (!has_line(best)) return *best;

    Score lowest = score_of(best);
    for (const Searcher* searcher : searchers)
        if (has_line(searcher)) lowest = std::min(lowest, score_of(searcher));
    // Each thread votes for its move, louder the better and deeper its result.
    const auto vote_of = [&](const Searcher* searcher) {
        constexpr int base = 20;
        return static_cast<std::int64_t>(score_of(searcher) - lowest + base) *
               searcher->result().depth;
    };
    std::map<std::uint16_t, std::int64_t> votes;
    const auto move_of = [](const Searcher* searcher) {
        return searcher->result().lines[0].pv[0].bits();
    };
    for (const Searcher* searcher : searchers)
        if (has_line(searcher)) votes[move_of(searcher)] += vote_of(searcher);

    for (const Searcher* searcher : searchers) {
        if (!has_line(searcher)) continue;
        // A proven win needs no majority, only to be the shortest.
        if (is_win(score_of(best)) || is_win(score_of(searcher))) {
            if (score_of(searcher) > score_of(best)) best = searcher;
            continue;
        }
        const auto challenger = votes[move_of(searcher)], champion = votes[move_of(best)];
        if (challenger > champion || (challenger == champion && vote_of(searcher) > vote_of(best)))
            best = searcher;
    }
    return *best;
}

}  // namespace kibitz
