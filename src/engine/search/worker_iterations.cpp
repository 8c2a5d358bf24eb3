// Iterative deepening: what a worker does around its searches, from the root's moves to the report.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/search/worker.hpp"

namespace kibitz::search {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_better(const RootMove& a, const RootMove& b) {
    return std::tie(a.tablebase_rank, a.score) > std::tie(b.tablebase_rank, b.score);
}

// Best first; equals keep their order. By insertion: the list is nearly sorted already.
void sort_best_first(std::span<RootMove> moves) {
    for (std::size_t i = 1; i < moves.size(); ++i)
        for (std::size_t j = i; j > 0 && is_better(moves[j], moves[j - 1]); --j)
            std::swap(moves[j - 1], moves[j]);
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// Root moves

Score RootMove::latest_score() const { return score != -score_infinite ? score : previous_score; }

bool RootMove::is_told_by_tablebase() const {
    const Score latest = latest_score();
    return tablebase_score != score_none && latest != -score_infinite && !is_mate(latest);
}

Score RootMove::told_score() const {
    return is_told_by_tablebase() ? tablebase_score : latest_score();
}

// ---------------------------------------------------------------------------------------------
// Life of a worker

Worker::Worker(SearchContext& context, int id)
    : context_(context),
      id_(id),
      histories_(std::make_unique<Histories>()),
      positions_(at(max_ply + 2), Position::initial()),
      lines_(at(max_ply + 2)) {
    new_game();
}

Worker::~Worker() = default;

void Worker::new_game() { *histories_ = Histories(); }

void Worker::reset_counts() {
    nodes_.store(0);
    tablebase_hits_.store(0);
}

void Worker::run() {
    nodes_until_check_ = 0;
    null_move_ply_ = 0;
    stability_ = {};
    last_best_ = Move::none();
    last_score_ = score_none;
    result_ = {};

    positions_[0] = context_.root;
    evaluation_.start(context_.network, context_.root);
    keys_ = context_.earlier_keys;
    root_key_ = keys_.size();
    keys_.resize(root_key_ + at(max_ply + 2));
    keys_[root_key_] = context_.root.key();
    frames_.fill(Frame{});
    for (Frame& frame : frames_) {
        frame.continuation = frame.continuation_to_update = &histories_->continuation[0][0][0];
        frame.correction = &histories_->continuation_correction[0][0];
    }
    frame(0).reversible = context_.root.halfmove_clock();

    root_moves_.clear();
    for (const RootChoice& choice : context_.root_moves) {
        RootMove root_move;
        root_move.move = choice.move;
        root_move.pv = {choice.move};
        root_move.tablebase_rank = choice.tablebase_rank;
        root_move.tablebase_score = choice.tablebase_score;
        root_moves_.push_back(std::move(root_move));
    }
    if (root_moves_.empty()) return;
    iterate();
}

// ---------------------------------------------------------------------------------------------
// Iterations

void Worker::iterate() {
    const Limits& limits = context_.limits;
    const Depth last = limits.depth > 0 && id_ == 0 ? std::min(limits.depth, max_depth) : max_depth;
    const int lines =
        std::min<int>(context_.options.multi_pv, static_cast<int>(root_moves_.size()));

    for (Depth depth = 1; depth <= last; ++depth) {
        root_depth_ = depth;
        for (RootMove& root_move : root_moves_) root_move.previous_score = root_move.score;

        for (root_line_ = 0; root_line_ < lines; ++root_line_) {
            selective_depth_ = 0;
            aspirate(depth, root_line_);
            sort_best_first(std::span(root_moves_).first(at(root_line_ + 1)));
            if (stopped()) break;
        }
        // An iteration cut short still counts if it found a better first move; it is reported
        // only if nothing else would be.
        if (!stopped()) result_.depth = depth;
        result_.lines.clear();
        for (int i = 0; i < lines; ++i) {
            const RootMove& root_move = root_moves_[at(i)];
            result_.lines.push_back({root_move.told_score(), root_move.pv});
        }
        if (id_ == 0) report(lines, depth, false);
        if (context_.stop.load(std::memory_order_relaxed) ||
            (id_ == 0 && soft_limit_reached(depth)))
            break;
    }
}

// Searches with a narrow window around the expected score and widens it until it holds.
void Worker::aspirate(Depth depth, int line) {
    constexpr Depth first_narrow_depth = 4;
    const Parameters& tuned = parameters();
    RootMove& expected = root_moves_[at(line)];

    Score alpha = -score_infinite, beta = score_infinite;
    int delta = 0;
    if (depth >= first_narrow_depth && expected.average_score != score_none &&
        !is_decisive(expected.average_score)) {
        const int average = raw(expected.average_score);
        delta = tuned.aspiration_delta + average * average / tuned.aspiration_divisor;
        alpha = std::max(expected.average_score - delta, -score_infinite);
        beta = std::min(expected.average_score + delta, score_infinite);
    }

    Depth reduced = 0;  // after failing high, the move is good: find out at less cost
    while (true) {
        const Score score =
            search<NodeKind::root>(alpha, beta, std::max(1, depth - reduced), 0, false);
        sort_best_first(std::span(root_moves_).subspan(at(line)));
        if (stopped()) return;

        if (score <= alpha) {
            beta = Score{(raw(alpha) + raw(beta)) / 2};
            alpha = std::max(score - delta, -score_infinite);
            reduced = 0;
        } else if (score >= beta) {
            beta = std::min(score + delta, score_infinite);
            reduced = std::min(reduced + 1, 3);
        } else {
            return;
        }
        if (id_ == 0 && elapsed() > verbose_after_ms) report(line + 1, depth, true);
        delta += delta / 2;
        constexpr int widest_delta = 600;
        if (delta > widest_delta) {
            alpha = -score_infinite;
            beta = score_infinite;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// When to stop, and what to tell

// Updates how settled the choice is and asks the clock whether another iteration is wise.
bool Worker::soft_limit_reached(Depth depth) {
    const RootMove& best = root_moves_[0];
    const Limits& limits = context_.limits;
    if (best.move == last_best_) {
        ++stability_.best_move_unchanged;
    } else {
        stability_.best_move_unchanged = 0;
        last_best_ = best.move;
    }
    constexpr int noticeable = 12;
    if (last_score_ != score_none && std::abs(best.score - last_score_) <= noticeable)
        ++stability_.score_unchanged;
    else
        stability_.score_unchanged = 0;
    stability_.score_drop = best.average_score == score_none || last_score_ == score_none
                                ? 0
                                : last_score_ - best.score;
    last_score_ = best.score;
    stability_.best_move_node_share =
        static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));

    if (limits.mate > 0 && best.score >= mate_in(2 * limits.mate)) return true;
    if (limits.infinite || context_.pondering.load(std::memory_order_relaxed)) return false;
    if (limits.soft_nodes > 0 && nodes() >= limits.soft_nodes) return true;
    if (!context_.time.is_timed()) return false;
    // Nothing to choose: think only as long as it takes to have a line to show.
    constexpr Depth enough_for_forced_move = 8;
    if (limits.has_clock && root_moves_.size() == 1 && depth >= enough_for_forced_move) return true;
    return time_used() >= context_.time.soft_limit(stability_);
}

void Worker::report(int lines_done, Depth depth, bool with_bounds) {
    SearchListener* listener = context_.listener;
    if (listener == nullptr || context_.options.quiet) return;
    std::uint64_t total = 0, hits = context_.root_tablebase_hits;
    for (const Searcher* searcher : context_.searchers) {
        total += searcher->nodes();
        hits += searcher->tablebase_hits();
    }
    SearchInfo info;
    info.nodes = context_.searchers.empty() ? nodes() : total;
    info.tablebase_hits = hits;
    info.time_ms = elapsed();
    info.table_permille = context_.table.permille_full();
    for (int i = 0; i < lines_done; ++i) {
        const RootMove& root_move = root_moves_[at(i)];
        const bool searched = root_move.score != -score_infinite;
        info.score = root_move.told_score();
        if (info.score == -score_infinite) continue;
        info.depth = searched && !stopped() ? depth : std::max(1, depth - 1);
        info.selective_depth = std::max(root_move.selective_depth, info.depth);
        info.line = i + 1;
        const bool has_bound = with_bounds && searched && i == root_line_;
        info.bound =
            has_bound && !root_move.is_told_by_tablebase() ? root_move.bound : Bound::exact;
        info.pv = root_move.pv;
        listener->on_info(info);
    }
}

}  // namespace kibitz::search
