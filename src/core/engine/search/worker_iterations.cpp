// Iterative deepening: what a worker does around its searches, from the root's moves to the report.
#include <algorithm>
#include <cmath>

#include "engine/search/table_line.hpp"
#include "engine/search/worker.hpp"

namespace kibitz::search {

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
            sort_by_score(std::span(root_moves_).first(at(root_line_ + 1)));
            if (stopped()) break;
        }
        if (stopped())
            settle_cut_iteration();
        else
            result_.depth = depth;
        result_.lines = lines_to_show(lines);
        if (id_ == 0) report_result();
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
        sort_by_score(std::span(root_moves_).subspan(at(line)));
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
        if (id_ == 0 && elapsed() > verbose_after_ms) report_bound(depth);
        delta += delta / 2;
        constexpr int widest_delta = 600;
        if (delta > widest_delta) {
            alpha = -score_infinite;
            beta = score_infinite;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// What is reported

// An iteration that was stopped still counts if it found a better move. The moves after that one
// go by their latest scores, which for most are those of the iteration before.
void Worker::settle_cut_iteration() {
    const auto open = std::span(root_moves_).subspan(at(root_line_));
    const bool has_best = open.front().score != -score_infinite;
    sort_by_latest_score(open.subspan(has_best ? 1 : 0));
    if (is_unproven(open.front())) return_to_line_of(root_depth_ - 1);
}

// A move that loses by force is no reason to announce a loss while others have not been searched,
// and a move that failed high and then low has no line to show.
bool Worker::is_unproven(const RootMove& best) const {
    if (best.fails_high()) return false;
    return best.line.depth < root_depth_ - 1 ||
           (best.line.depth == root_depth_ && is_loss(best.line.score));
}

void Worker::return_to_line_of(Depth iteration) {
    const auto open = std::span(root_moves_).subspan(at(root_line_));
    RootMove* best = nullptr;
    for (RootMove& candidate : open) {
        const CompletedLine* line = candidate.line_of_iteration(iteration);
        if (line != nullptr &&
            (best == nullptr || line->score > best->line_of_iteration(iteration)->score))
            best = &candidate;
    }
    if (best == nullptr) return;
    best->line = CompletedLine(*best->line_of_iteration(iteration));
    best->score = best->line.score;
    best->bound = Bound::exact;
    const auto place = open.begin() + (best - open.data());
    std::rotate(open.begin(), place, place + 1);
}

// The move's own line where that is up to date, otherwise what the table knows.
std::vector<Move> Worker::moves_to_show(const RootMove& root_move) const {
    const std::vector<Move>& completed = root_move.line.moves;
    if (root_move.line.depth > 0 && root_move.line.depth >= root_depth_ - 1) return completed;
    std::vector<Move> line =
        line_from_table(context_.table, context_.root, keys_up_to(0), root_move.move, root_depth_);
    return line.size() < completed.size() ? completed : line;
}

// The latest line that was searched to the end. Only a move that has none from this iteration or
// the one before is shown with a bound as its score.
SearchResult::Line Worker::line_to_show(const RootMove& root_move) const {
    const CompletedLine& completed = root_move.line;
    SearchResult::Line line{
        .score = completed.score, .pv = completed.moves, .depth = completed.depth};
    if (root_move.fails_high() && completed.depth < root_depth_ - 1)
        line = {.score = root_move.score,
                .pv = moves_to_show(root_move),
                .bound = Bound::lower,
                .depth = root_depth_};
    line.selective_depth = std::max(root_move.selective_depth, line.depth);
    // The tablebases know better than the search, but not how far a mate is.
    if (root_move.tablebase_score != score_none && !is_mate(line.score)) {
        line.score = root_move.tablebase_score;
        line.bound = Bound::exact;
    }
    return line;
}

// Moves that have not been searched are left out.
std::vector<SearchResult::Line> Worker::lines_to_show(int count) const {
    std::vector<SearchResult::Line> lines;
    for (const RootMove& root_move : std::span(root_moves_).first(at(count)))
        if (root_move.line.depth > 0 || root_move.fails_high())
            lines.push_back(line_to_show(root_move));
    return lines;
}

void Worker::report_result() const { report(result_.lines); }

// In a long search the listener also receives the bound that the line being searched has reached.
void Worker::report_bound(Depth depth) const {
    std::vector<SearchResult::Line> lines = lines_to_show(root_line_);
    const RootMove& root_move = root_moves_[at(root_line_)];
    SearchResult::Line line = line_to_show(root_move);
    if (root_move.tablebase_score == score_none) {
        line.score = root_move.score;
        line.bound = root_move.bound;
        line.pv = moves_to_show(root_move);
    }
    line.depth = depth;
    lines.push_back(std::move(line));
    report(lines);
}

void Worker::report(std::span<const SearchResult::Line> lines) const {
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
    for (const SearchResult::Line& line : lines) {
        info.line = static_cast<int>(&line - lines.data()) + 1;
        info.depth = line.depth;
        info.selective_depth = line.selective_depth;
        info.score = line.score;
        info.bound = line.bound;
        info.pv = line.pv;
        listener->on_info(info);
    }
}

// ---------------------------------------------------------------------------------------------
// When to stop

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

}  // namespace kibitz::search
