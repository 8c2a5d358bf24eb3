#include "platform/perft.hpp"

#include <algorithm>
#include <atomic>

#include "chess/movegen.hpp"
#include "platform/clock.hpp"
#include "platform/thread_pool.hpp"

namespace kibitz {

namespace {

// Two plies below the root there are enough subtrees to keep all threads busy to the end.
struct Subtree {
    Position position;
    std::size_t root_move;
};

std::vector<Subtree> split(const Position& position, const std::vector<PerftMove>& moves) {
    std::vector<Subtree> subtrees;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position next = position.after(moves[i].move);
        for (const Move reply : legal_moves(next)) subtrees.push_back({next.after(reply), i});
    }
    return subtrees;
}

std::uint64_t count_leaves(const CorePath& path, const Position& position, int depth,
                           const std::stop_token& stop) {
    // A tree of so many plies is counted in a moment: nobody need ask in between.
    constexpr int quickly_counted = 4;
    if (stop.stop_requested()) return 0;
    if (depth <= quickly_counted) return path.perft(position, depth);
    std::uint64_t leaves = 0;
    for (const Move move : legal_moves(position))
        leaves += count_leaves(path, position.after(move), depth - 1, stop);
    return leaves;
}

void count_subtrees(const CorePath& path, const Position& position, int depth, int threads,
                    const std::stop_token& stop, PerftReport& report) {
    const std::vector<Subtree> subtrees = split(position, report.moves);
    std::vector<std::atomic<std::uint64_t>> leaves(report.moves.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&](int) {
        for (std::size_t i = next++; i < subtrees.size(); i = next++)
            leaves[subtrees[i].root_move] +=
                count_leaves(path, subtrees[i].position, depth - 2, stop);
    };
    ThreadPool pool;
    if (threads > 1 && pool.resize(threads))
        pool.run_on_all(work);
    else
        work(0);
    for (std::size_t i = 0; i < leaves.size(); ++i) report.moves[i].leaves = leaves[i];
}

}  // namespace

PerftReport run_perft(const CorePath& path, const Position& position, int depth, int threads,
                      bool divide, const std::stop_token& stop) {
    constexpr int least_depth_to_split = 3;
    PerftReport report;
    const std::int64_t start = now_ms();
    if (threads == 1 && !divide) {
        report.leaves = count_leaves(path, position, depth, stop);
    } else {
        for (const Move move : legal_moves(position)) report.moves.push_back({move});
        if (depth >= least_depth_to_split && threads > 1)
            count_subtrees(path, position, depth, threads, stop, report);
        else
            for (PerftMove& entry : report.moves)
                entry.leaves =
                    depth == 1 ? 1
                               : count_leaves(path, position.after(entry.move), depth - 1, stop);
        for (const PerftMove& entry : report.moves) report.leaves += entry.leaves;
    }
    report.time_ms = now_ms() - start;
    return report;
}

}  // namespace kibitz
