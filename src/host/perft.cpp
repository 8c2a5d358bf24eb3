#include "host/perft.hpp"

#include <algorithm>
#include <atomic>

#include "chess/movegen.hpp"
#include "host/clock.hpp"
#include "host/thread_pool.hpp"

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

void count_subtrees(const CorePath& path, const Position& position, int depth, int threads,
                    PerftReport& report) {
    const std::vector<Subtree> subtrees = split(position, report.moves);
    std::vector<std::atomic<std::uint64_t>> leaves(report.moves.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&](int) {
        for (std::size_t i = next++; i < subtrees.size(); i = next++)
            leaves[subtrees[i].root_move] += path.perft(subtrees[i].position, depth - 2);
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
                      bool divide) {
    constexpr int least_depth_to_split = 3;
    PerftReport report;
    const std::int64_t start = now_ms();
    if (threads == 1 && !divide) {
        report.leaves = path.perft(position, depth);
    } else {
        for (const Move move : legal_moves(position)) report.moves.push_back({move});
        if (depth >= least_depth_to_split && threads > 1)
            count_subtrees(path, position, depth, threads, report);
        else
            for (PerftMove& entry : report.moves)
                entry.leaves = depth == 1 ? 1 : path.perft(position.after(entry.move), depth - 1);
        for (const PerftMove& entry : report.moves) report.leaves += entry.leaves;
    }
    report.time_ms = now_ms() - start;
    return report;
}

}  // namespace kibitz
