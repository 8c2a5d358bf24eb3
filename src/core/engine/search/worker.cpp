#include "engine/search/worker.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "engine/search/search_steps.hpp"

namespace kibitz::search {

namespace {

// How often a timed search looks at the clock, in nodes.
constexpr int check_interval = 512;
constexpr int fifty_moves = 100;  // plies

}  // namespace

// ---------------------------------------------------------------------------------------------
// The search

// Principal variation search. The steps that are ideas of their own are in search_steps.hpp.
template <Worker::NodeKind kind>
Score Worker::search(Score alpha, Score beta, Depth depth, int ply, bool cut_node) {
    constexpr bool is_root = kind == NodeKind::root;
    constexpr bool is_pv = kind != NodeKind::non_pv;
    const Position& position = this->position(ply);
    Frame& frame = this->frame(ply);
    const bool in_check = position.in_check();

    // Step 1. At the horizon only captures are looked at, except in check, where one must know
    // all answers.
    if (depth <= 0 && !in_check) return quiescence<is_pv>(alpha, beta, ply);

    // Step 2. Enter the node.
    if (should_stop()) return score_draw;
    frame.in_check = in_check;
    frame.move_count = 0;
    if constexpr (is_pv) enter_pv(ply);
    Node node{.position = position,
              .frame = frame,
              .ply = ply,
              .cut_node = cut_node,
              .in_check = in_check,
              .us = position.side_to_move(),
              .excluded = frame.excluded,
              .alpha = alpha,
              .beta = beta,
              .depth = std::clamp(depth, 1, max_depth)};

    // Steps 3 and 4. Draws, and mates that are too far away to matter.
    if constexpr (!is_root)
        if (const auto score = end_of_line(node)) return *score;
    // Only here, where the deepest ply has returned: it has no frame so far behind it.
    this->frame(ply + 2).cutoffs = 0;
    if constexpr (is_root) this->frame(1).cutoffs = 0;

    // Step 5. What the table knows.
    look_up<kind>(node);
    if (!is_pv && node.excluded.is_none())
        if (const auto score = table_cutoff(node)) return *score;

    // Step 6. Tablebases.
    if constexpr (!is_root)
        if (const auto score = tablebase_cutoff<is_pv>(node)) return *score;

    // Steps 7 and 8. The static evaluation, and what it says of the reduction that led here.
    evaluate_node<kind>(node);
    if (!is_root && node.excluded.is_none() && !in_check) use_hindsight(node);

    // Steps 9 to 11. Nodes whose outcome the evaluation predicts.
    if constexpr (!is_pv) {
        node.may_trust_eval = !in_check && node.excluded.is_none();
        if (node.may_trust_eval) {
            if (const auto score = razor(node)) return *score;
            if (const auto score = prune_far_above_beta(node)) return *score;
            if (const auto score = try_null_move(node)) return *score;
        }
    }
    node.improving = node.improving || (!in_check && frame.static_eval >= node.beta);

    // Step 12. Internal iterative reduction: without a table move this node was not expected to
    // matter.
    constexpr Depth least_depth_to_reduce = 6;
    if ((is_pv || cut_node) && node.depth >= least_depth_to_reduce && node.excluded.is_none() &&
        node.table_move.is_none())
        --node.depth;

    // Step 13. ProbCut.
    if constexpr (!is_pv)
        if (const auto score = try_probcut(node)) return *score;

    // Step 14. The moves, one by one.
    frame.threats = position.attacks_by(~node.us);
    const OrderingContext ordering = ordering_context(ply, frame.threats);
    const CheckInfo checks = position.check_info();
    MovePicker picker(ordering, node.table_move, MovePicker::Mode::all, 0);
    const Score original_alpha = node.alpha;
    MoveList quiets_tried, captures_tried;
    const bool has_winning_hope = position.non_pawn_material(node.us).any();

    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        if (move == node.excluded) continue;
        if constexpr (is_root)
            if (!searches_root_move(move)) continue;
        context_.table.prefetch(position.approximate_key_after(move));
        frame.move_count = ++node.move_count;
        if (is_root && id_ == 0 && context_.listener != nullptr && elapsed() > verbose_after_ms)
            context_.listener->on_current_move(node.depth, move, node.move_count + root_line_);

        const bool is_quiet = !position.is_capture(move) && !move.is_promotion();
        const Candidate candidate{
            .move = move,
            .moved = position.piece_on(move.from()),
            .is_quiet = is_quiet,
            .gives_check = position.gives_check(move, checks),
            .history = is_quiet ? quiet_history(ordering, move) : capture_history(ordering, move),
            .reduction = base_reduction(parameters(), node.depth, node.move_count)};

        // Step 15. Moves that are not worth a search.
        if (!is_root && has_winning_hope && !is_loss(node.best_score) &&
            is_hopeless(node, candidate, picker))
            continue;

        // Step 16. Singular extension.
        Depth extension = 0;
        if constexpr (!is_root)
            if (const auto score = test_singular<is_pv>(node, candidate, extension)) return *score;

        // Steps 17 to 19. Make the move and search it.
        const std::uint64_t nodes_before = nodes();
        make(move, ply);
        const Score score = search_move<kind>(node, candidate, node.depth - 1 + extension);
        if (stopped()) return score_draw;

        // Step 20. A new best move?
        if constexpr (is_root) record_root_move(node, move, score, nodes() - nodes_before);
        if (score > node.best_score) {
            node.best_score = score;
            if (score > node.alpha) {
                node.best_move = move;
                if constexpr (is_pv && !is_root) extend_pv(ply, move);
                if (score >= node.beta) {
                    ++frame.cutoffs;
                    break;
                }
                node.alpha = score;
                // With a move found that raised alpha, the rest is less likely to.
                constexpr Depth least_depth = 3, most_depth = 12;
                if (node.depth >= least_depth && node.depth <= most_depth && !is_decisive(score))
                    --node.depth;
            }
        }
        if (move != node.best_move) (is_quiet ? quiets_tried : captures_tried).push_back(move);
    }

    // Step 21. No moves: mate or stalemate (or nothing but the excluded move).
    if (node.move_count == 0) {
        if (!node.excluded.is_none()) return node.alpha;
        return in_check ? mated_in(ply) : score_draw;
    }

    // Step 22. Learn from what happened.
    return finish<kind>(node, ordering, original_alpha, quiets_tried, captures_tried);
}

// What the iterations begin with; it brings the other kinds along.
template Score Worker::search<Worker::NodeKind::root>(Score, Score, Depth, int, bool);

// Captures (in check: all moves) until the position is quiet enough to trust its evaluation.
template <bool is_pv>
Score Worker::quiescence(Score alpha, Score beta, int ply) {
    const Position& position = this->position(ply);
    const bool in_check = position.in_check();
    frame(ply).in_check = in_check;
    if (should_stop()) return score_draw;
    if constexpr (is_pv) enter_pv(ply);
    if (is_draw(ply)) return draw_score(ply);
    if (ply >= max_ply) return in_check ? score_draw : corrected(evaluate(ply), ply);

    // Step 1. What the table knows.
    const TranspositionTable::Entry entry = probe(ply);
    const bool table_pv = is_pv || (entry.found && entry.was_pv);
    if (!is_pv && is_scored(entry) && is_bound_on(entry.bound, entry.score, beta) &&
        position.halfmove_clock() < high_halfmove_clock)
        return entry.score;

    // Step 2. Stand pat: one may always decline to capture (but not to answer a check).
    const StandPat stand_pat = in_check ? no_stand_pat(ply) : evaluate_quiescence(ply, entry);
    Score best_score = stand_pat.score;
    if (!in_check && best_score >= beta) {
        if (!entry.found)
            context_.table.store(position.key(), ply, Move::none(), best_score, stand_pat.raw_eval,
                                 0, Bound::lower, table_pv);
        return soften(best_score, beta, 1);
    }
    if (!in_check) alpha = std::max(alpha, best_score);

    // Step 3. The moves.
    const OrderingContext ordering = ordering_context(ply, Bitboard());
    MovePicker picker(ordering, quiescence_table_move(position, entry.move),
                      in_check ? MovePicker::Mode::all : MovePicker::Mode::captures,
                      -parameters().quiescence_exchange_margin);
    Move best_move;
    int move_count = 0;
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        ++move_count;
        context_.table.prefetch(position.approximate_key_after(move));
        // In check, once one way out has been found: quiet others are seldom better.
        if (in_check && !is_loss(best_score)) picker.skip_quiets();
        if (!in_check && !is_loss(best_score))
            if (const auto reach = futile_reach(ply, move, move_count, stand_pat.futility, alpha)) {
                best_score = std::max(best_score, *reach);
                continue;
            }
        make(move, ply);
        const Score score = -quiescence<is_pv>(-beta, -alpha, ply + 1);
        if (stopped()) return score_draw;
        if (score <= best_score) continue;
        best_score = score;
        if (score <= alpha) continue;
        best_move = move;
        if constexpr (is_pv) extend_pv(ply, move);
        if (score >= beta) break;
        alpha = score;
    }
    if (in_check && move_count == 0) return mated_in(ply);

    if (best_score > beta) best_score = soften(best_score, beta, 1);
    context_.table.store(position.key(), ply, best_move, best_score, stand_pat.raw_eval, 0,
                         best_score >= beta ? Bound::lower : Bound::upper, table_pv);
    return best_score;
}

// ---------------------------------------------------------------------------------------------
// Making moves

void Worker::make(Move move, int ply) {
    const Position& before = position(ply);
    Frame& frame = this->frame(ply);
    const auto piece = at(index(before.piece_on(move.from())));
    const auto to = at(move.to().index());
    frame.move = move;
    frame.continuation_to_update =
        &histories_->continuation[before.is_capture(move) ? 1 : 0][piece][to];
    frame.continuation = frame.continuation_to_update;
    frame.correction = &histories_->continuation_correction[piece][to];

    evaluation_.push(ply, before, move);
    Position& after = positions_[at(ply + 1)];
    after = before;
    after.play(move);
    keys_[root_key_ + at(ply + 1)] = after.key();
    this->frame(ply + 1).reversible =
        after.halfmove_clock() == 0 ? 0 : this->frame(ply).reversible + 1;
    nodes_.store(nodes() + 1);
}

void Worker::make_null(int ply) {
    Frame& frame = this->frame(ply);
    frame.move = Move::none();
    frame.continuation = frame.continuation_to_update = &histories_->continuation[0][0][0];
    frame.correction = &histories_->continuation_correction[0][0];
    evaluation_.push(ply, position(ply), Move::none());
    Position& after = positions_[at(ply + 1)];
    after = position(ply);
    after.play_null();
    context_.table.prefetch(after.key());
    keys_[root_key_ + at(ply + 1)] = after.key();
    this->frame(ply + 1).reversible = 0;
    nodes_.store(nodes() + 1);
}

// Not those of the lines before, nor those that the tablebases rank lower: whatever the search
// thinks of them, they are worse.
bool Worker::searches_root_move(Move move) const {
    const int rank = root_moves_[at(root_line_)].tablebase_rank;
    return std::any_of(root_moves_.begin() + root_line_, root_moves_.end(),
                       [&](const RootMove& candidate) {
                           return candidate.move == move && candidate.tablebase_rank == rank;
                       });
}

void Worker::enter_pv(int ply) {
    lines_[at(ply)].length = 0;
    selective_depth_ = std::max(selective_depth_, ply + 1);
}

void Worker::extend_pv(int ply, Move move) {
    Line& line = lines_[at(ply)];
    const Line& rest = lines_[at(ply + 1)];
    line.moves[0] = move;
    std::copy_n(rest.moves.begin(), rest.length, line.moves.begin() + 1);
    line.length = rest.length + 1;
}

// ---------------------------------------------------------------------------------------------
// Values

bool Worker::is_draw(int ply) const {
    const Position& position = this->position(ply);
    if (is_repetition(keys_up_to(ply), frame(ply).reversible, ply)) return true;
    if (position.halfmove_clock() >= fifty_moves &&
        (!position.in_check() || has_legal_move(position)))
        return true;
    // Bare kings, or one minor piece beside them.
    if (position.occupied().count() > 3) return false;
    return (position.pieces(PieceType::pawn) | position.pieces(PieceType::rook) |
            position.pieces(PieceType::queen))
        .empty();
}

// What the table knows of the position, but for mates that the fifty-move rule would forestall:
// they may never come, and handed on from search to search they would move ever farther away.
TranspositionTable::Entry Worker::probe(int ply) const {
    const Position& position = this->position(ply);
    TranspositionTable::Entry entry = context_.table.probe(position.key(), ply);
    const int distance = raw(score_mate) - std::abs(raw(entry.score)) - ply;
    if (is_mate(entry.score) && distance > fifty_moves - position.halfmove_clock())
        entry.score = score_none;
    return entry;
}

// Contempt makes a draw worth less to the side to move at the root.
Score Worker::draw_score(int ply) const {
    const int contempt = context_.options.contempt;
    return Score{ply % 2 == 0 ? -contempt : contempt};
}

Score Worker::evaluate(int ply) { return clamp_eval(evaluation_.evaluate(ply, position(ply))); }

int Worker::correction(int ply) const {
    int sum = 0;
    visit_corrections(
        ply, [&](const CorrectionStatistic& statistic, int weight) { sum += weight * statistic; });
    return sum / weight_one;
}

// The evaluation with what was learned of its errors, fading as the fifty-move rule approaches.
Score Worker::corrected(Score eval, int ply) const {
    constexpr int fade = 200;
    const int clock = std::min(position(ply).halfmove_clock(), fifty_moves);
    return clamp_eval((raw(eval) + correction(ply)) * (fade - clock) / fade);
}

std::optional<Score> Worker::probe_tablebase(int ply, Depth depth) {
    const Position& position = this->position(ply);
    const SearchOptions& options = context_.options;
    const int pieces = position.occupied().count();
    const int limit = std::min(options.tablebase_probe_limit, context_.tablebase->max_pieces());
    if (pieces > limit || (pieces == limit && depth < options.tablebase_probe_depth)) return {};
    if (position.halfmove_clock() != 0 || position.castling_rooks().any()) return {};
    const auto wdl = context_.tablebase->probe_wdl(position);
    if (!wdl) return {};
    tablebase_hits_.store(tablebase_hits() + 1);
    // A win that the fifty-move rule spoils is worth a whisker more than a draw.
    const int draw_limit = options.fifty_move_rule ? 1 : 0;
    const int value = static_cast<int>(*wdl);
    if (value > draw_limit) return score_tablebase_win - ply;
    if (value < -draw_limit) return -score_tablebase_win + ply;
    return Score{2 * value * draw_limit};
}

OrderingContext Worker::ordering_context(int ply, Bitboard threats) const {
    OrderingContext context{&position(ply), histories_.get(), {}, threats, &parameters()};
    for (std::size_t i = 0; i < continuation_plies.size(); ++i)
        context.continuation[i] = frame(ply - continuation_plies[i]).continuation;
    return context;
}

// ---------------------------------------------------------------------------------------------
// Limits

std::int64_t Worker::elapsed() const { return context_.now_ms() - context_.start_ms; }

std::int64_t Worker::time_used() const {
    return elapsed() - context_.free_ms.load(std::memory_order_relaxed);
}

// The main thread always finishes the first iteration, so that there is a move to play that is not
// just any.
bool Worker::stopped() const {
    return (id_ != 0 || root_depth_ > 1) && context_.stop.load(std::memory_order_relaxed);
}

bool Worker::should_stop() {
    if (stopped()) return true;
    if (id_ != 0 || root_depth_ == 1) return false;
    if (!limit_reached()) return false;
    context_.stop.store(true, std::memory_order_relaxed);
    return true;
}

bool Worker::limit_reached() {
    const Limits& limits = context_.limits;
    if (context_.pondering.load(std::memory_order_relaxed)) return false;
    // On one thread a node limit is exact; on several it is looked at now and then.
    const bool alone = context_.searchers.size() <= 1;
    if (limits.nodes > 0 && alone && nodes() >= limits.nodes) return true;
    if (--nodes_until_check_ > 0) return false;
    nodes_until_check_ = check_interval;
    if (limits.nodes > 0 && !alone) {
        std::uint64_t total = 0;
        for (const Searcher* searcher : context_.searchers) total += searcher->nodes();
        if (total >= limits.nodes) return true;
    }
    return context_.time.is_timed() && time_used() >= context_.time.hard_limit();
}

}  // namespace kibitz::search
