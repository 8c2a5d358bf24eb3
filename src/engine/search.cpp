#include "engine/search.hpp"

#include <algorithm>
#include <map>

#include "chess/movegen.hpp"

namespace kibitz {

namespace {

// Keeps the moves that the tablebases rank highest; returns the root's score by them.
Score filter_by_tablebase(SearchContext& context) {
    if (context.tablebase == nullptr) return score_none;
    const int men = context.root.occupied().count();
    const int limit = std::min(context.tablebase->max_men(), context.options.tablebase_probe_limit);
    if (men > limit || context.root.castling_rooks().any()) return score_none;
    const auto& keys = context.earlier_keys;
    const bool repeated = std::find(keys.begin(), keys.end(), context.root.key()) != keys.end();
    const auto ranked = context.tablebase->probe_root(context.root, repeated);
    context.root_tablebase_hits = ranked.size();
    if (ranked.empty()) return score_none;

    const Tablebase::RootMove* best = nullptr;
    const auto allowed = [&](Move move) {
        return std::find(context.root_moves.begin(), context.root_moves.end(), move) !=
               context.root_moves.end();
    };
    for (const auto& candidate : ranked)
        if (allowed(candidate.move) && (best == nullptr || candidate.rank > best->rank))
            best = &candidate;
    if (best == nullptr) return score_none;
    // With several lines asked for, the others are wanted too.
    if (context.options.multi_pv == 1)
        std::erase_if(context.root_moves, [&](Move move) {
            return std::none_of(ranked.begin(), ranked.end(), [&](const auto& candidate) {
                return candidate.move == move && candidate.rank == best->rank;
            });
        });
    switch (best->wdl) {
        case Wdl::win: return score_tablebase_win;
        case Wdl::loss: return -score_tablebase_win;
        default: return score_draw;
    }
}

}  // namespace

void prepare(SearchContext& context) {
    context.stop.store(false, std::memory_order_relaxed);
    for (Searcher* searcher : context.searchers) searcher->reset_counts();
    context.time = TimeManager(context.limits, context.root.side_to_move(), context.root.game_ply(),
                               context.options.move_overhead_ms);
    context.table.new_search();
    context.root_moves.clear();
    for (const Move move : legal_moves(context.root))
        if (context.limits.search_moves.empty() || context.limits.search_moves.contains(move))
            context.root_moves.push_back(move);
    context.root_tablebase_hits = 0;
    context.root_tablebase_score = filter_by_tablebase(context);
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
