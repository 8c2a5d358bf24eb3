// The steps of Worker::search that are ideas of their own. Included by worker.cpp alone, where the
// compiler puts them in place.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "chess/see.hpp"
#include "engine/search/reductions.hpp"
#include "engine/search/repetition.hpp"
#include "engine/search/worker.hpp"

namespace kibitz::search {

// Beyond this the fifty-move rule is near enough to distrust scores from the table.
inline constexpr int high_halfmove_clock = 90;

// True if "score is such a bound" proves on which side of `against` the true score lies.
constexpr bool is_bound_on(Bound bound, Score score, Score against) {
    return bound == Bound::exact || (bound == Bound::lower ? score >= against : score < against);
}

constexpr bool is_scored(const TranspositionTable::Entry& entry) {
    return entry.found && entry.score != score_none && entry.bound != Bound::none;
}

// Says what to expect of the next iteration. Between a forced mate and a number of pawns there is
// nothing to expect.
constexpr Score average(Score before, Score now) {
    if (before == score_none || is_decisive(before) || is_decisive(now)) return now;
    return Score{(raw(before) + raw(now)) / 2};
}

// Above beta a score is less certain than that it is above: it is moved towards beta, by half or by
// less the deeper the search, unless one of them is a distance to mate.
constexpr Score soften(Score score, Score beta, Depth depth) {
    if (is_decisive(score) || is_decisive(beta)) return score;
    return Score{(raw(score) * depth + raw(beta)) / (depth + 1)};
}

// The steps of one node share this.
struct Worker::Node {
    const Position& position;
    Frame& frame;
    const int ply;
    const bool cut_node;  // expected to fail high
    const bool in_check;
    const Color us;
    const Move excluded;
    Score alpha, beta;
    Depth depth;

    TranspositionTable::Entry entry{};
    bool table_scored = false;
    Move table_move{};
    bool table_move_is_capture = false;

    Score raw_eval = score_none, eval = score_none;
    int correction = 0;
    bool improving = false, opponent_worsening = false;
    bool may_trust_eval = false;

    Score best_score = -score_infinite, best_possible = score_infinite;
    Move best_move{};
    int move_count = 0;
};

// A move about to be searched.
struct Worker::Candidate {
    Move move;
    Piece moved;
    bool is_quiet, gives_check;
    int history;
    int reduction;  // in 1/1024 plies
};

// Steps 3 and 4. Draws, the end of the stack, and mate distance: a mate that is no shorter than one
// already found is out of reach.
inline std::optional<Score> Worker::end_of_line(Node& node) {
    const int ply = node.ply;
    if (is_draw(ply)) return draw_score(ply);
    if (ply >= max_ply) return node.in_check ? score_draw : corrected(evaluate(ply), ply);
    if (node.alpha < score_draw &&
        can_repeat(node.position, keys_up_to(ply), node.frame.reversible, ply)) {
        node.alpha = draw_score(ply);
        if (node.alpha >= node.beta) return node.alpha;
    }
    node.alpha = std::max(node.alpha, mated_in(ply));
    node.beta = std::min(node.beta, mate_in(ply + 1));
    if (node.alpha >= node.beta) return node.alpha;
    return {};
}

// Step 5. What the table knows.
template <Worker::NodeKind kind>
void Worker::look_up(Node& node) {
    const TranspositionTable::Entry& entry = node.entry;
    if (node.excluded.is_none()) node.entry = probe(node.ply);
    node.table_move = entry.move;
    if (kind == NodeKind::root && root_depth_ > 1)
        node.table_move = root_moves_[static_cast<std::size_t>(root_line_)].move;
    if (!node.table_move.is_none() && !node.position.is_legal(node.table_move))
        node.table_move = Move::none();
    node.table_move_is_capture =
        !node.table_move.is_none() && node.position.is_capture(node.table_move);
    if (node.excluded.is_none())
        node.frame.table_pv = kind != NodeKind::non_pv || (entry.found && entry.was_pv);
    node.table_scored = is_scored(entry);
}

inline std::optional<Score> Worker::table_cutoff(const Node& node) {
    // In shallow nodes only a score is taken that turns out as the parent expects.
    constexpr Depth unexpected_from_depth = 6;
    const TranspositionTable::Entry& entry = node.entry;
    const bool fails_high = entry.score >= node.beta;
    if (!node.table_scored || entry.depth <= node.depth - !fails_high ||
        !is_bound_on(entry.bound, entry.score, node.beta) ||
        (node.cut_node != fails_high && node.depth < unexpected_from_depth) ||
        node.position.halfmove_clock() >= high_halfmove_clock)
        return {};
    if (fails_high && !node.table_move.is_none() && !node.table_move_is_capture) {
        const OrderingContext ordering =
            ordering_context(node.ply, node.position.attacks_by(~node.us));
        reward_quiet(ordering, node.ply, node.table_move, history_bonus(parameters(), node.depth));
    }
    return entry.score;
}

// Step 6. Tablebases.
template <bool is_pv>
std::optional<Score> Worker::tablebase_cutoff(Node& node) {
    constexpr Depth depth_bonus = 6;  // the tablebases know more than a search of this depth
    if (!node.excluded.is_none() || context_.tablebase == nullptr ||
        context_.options.tablebase_root_only)
        return {};
    const auto score = probe_tablebase(node.ply, node.depth);
    if (!score) return {};
    // How far a win is, the tables do not say; a win that the fifty-move rule spoils is the draw it
    // is.
    const Bound bound = *score >= score_win_bound    ? Bound::lower
                        : *score <= -score_win_bound ? Bound::upper
                                                     : Bound::exact;
    if (bound == Bound::exact || is_bound_on(bound, *score, node.beta) ||
        (bound == Bound::upper && *score <= node.alpha)) {
        context_.table.store(node.position.key(), node.ply, Move::none(), *score, score_none,
                             std::min(max_depth, node.depth + depth_bonus), bound,
                             node.frame.table_pv);
        return score;
    }
    if constexpr (is_pv) {
        if (bound == Bound::lower) {
            node.best_score = *score;
            node.alpha = std::max(node.alpha, *score);
        } else {
            node.best_possible = *score;
        }
    }
    return {};
}

// Step 7. Static evaluation, the table's score where that is nearer the truth, and whether our
// prospects have improved since our last move.
template <Worker::NodeKind kind>
void Worker::evaluate_node(Node& node) {
    Frame& frame = node.frame;
    const int ply = node.ply;
    if (node.in_check) {
        frame.static_eval = score_none;
        return;
    }
    node.correction = correction(ply);
    if (!node.excluded.is_none()) {
        node.eval = frame.static_eval;
    } else {
        const TranspositionTable::Entry& entry = node.entry;
        node.raw_eval = entry.found && entry.eval != score_none ? entry.eval : evaluate(ply);
        if (!entry.found)
            context_.table.store(node.position.key(), ply, Move::none(), score_none, node.raw_eval,
                                 -1, Bound::none, frame.table_pv);
        node.eval = frame.static_eval = corrected(node.raw_eval, ply);
        if (node.table_scored && !is_decisive(entry.score) &&
            is_bound_on(entry.bound, entry.score, node.eval))
            node.eval = entry.score;
    }
    const Score two_ago = this->frame(ply - 2).static_eval;
    const Score four_ago = this->frame(ply - 4).static_eval;
    if (ply >= 2 && two_ago != score_none)
        node.improving = frame.static_eval > two_ago;
    else if (ply >= 4 && four_ago != score_none)
        node.improving = frame.static_eval > four_ago;
    const Score one_ago = this->frame(ply - 1).static_eval;
    node.opponent_worsening = ply >= 1 && one_ago != score_none && frame.static_eval > -one_ago;
    if (kind != NodeKind::root && node.excluded.is_none()) learn_from_swing(ply);
}

// Step 8. Hindsight: a reduction that the evaluation does not bear out is given back.
inline void Worker::use_hindsight(Node& node) {
    constexpr int large_reduction = 3 * one_ply, moderate_reduction = 2 * one_ply;
    const Frame& before = frame(node.ply - 1);
    if (before.reduction >= large_reduction && !node.opponent_worsening) ++node.depth;
    if (before.reduction >= moderate_reduction && node.depth >= 2 &&
        before.static_eval != score_none &&
        raw(node.frame.static_eval) + raw(before.static_eval) > parameters().hindsight_margin)
        --node.depth;
}

// Step 9. Razoring: so far below alpha that only captures could help.
inline std::optional<Score> Worker::razor(const Node& node) {
    const Parameters& tuned = parameters();
    const int margin = tuned.razoring_base + tuned.razoring_slope * node.depth * node.depth;
    if (is_win(node.alpha) || node.eval >= node.alpha - margin) return {};
    const Score score = quiescence<false>(node.alpha, node.beta, node.ply);
    if (score <= node.alpha || stopped()) return score;
    return {};
}

// Step 10. Reverse futility: so far above beta that the opponent will not come back.
inline std::optional<Score> Worker::prune_far_above_beta(const Node& node) const {
    constexpr Depth depth_limit = 14;
    constexpr int kept_of_surplus = 3;  // one third of what the evaluation is above beta
    const Parameters& tuned = parameters();
    const int margin = tuned.reverse_futility_slope * node.depth -
                       tuned.reverse_futility_improving * node.improving -
                       tuned.reverse_futility_worsening * node.opponent_worsening +
                       std::abs(node.correction) / 2;
    if (!node.may_trust_eval || node.frame.table_pv || node.depth >= depth_limit ||
        node.eval < node.beta || node.eval - margin < node.beta || is_loss(node.beta) ||
        is_win(node.eval) || !(node.table_move.is_none() || node.table_move_is_capture))
        return {};
    return node.beta + (node.eval - node.beta) / kept_of_surplus;
}

// Step 11. Null move: if even passing holds beta, a move will too (not in zugzwang-prone endings).
inline std::optional<Score> Worker::try_null_move(const Node& node) {
    constexpr Depth base_reduction = 6, depth_per_reduction = 3, most_for_surplus = 3;
    constexpr Depth verified_from_depth = 16;
    const Parameters& tuned = parameters();
    const int ply = node.ply;
    const Score beta = node.beta;
    if (!node.may_trust_eval || !node.cut_node || node.eval < beta ||
        node.frame.static_eval < beta - tuned.null_move_slope * node.depth + tuned.null_move_base ||
        frame(ply - 1).move.is_none() || node.position.non_pawn_material(node.us).empty() ||
        ply < null_move_ply_ || is_loss(beta))
        return {};
    const Depth reduction =
        base_reduction + node.depth / depth_per_reduction +
        std::min((node.eval - beta) / tuned.null_move_divisor, most_for_surplus);
    const Depth reduced = node.depth - reduction;
    make_null(ply);
    const Score null_score = -search<NodeKind::non_pv>(-beta, -beta + 1, reduced, ply + 1, false);
    if (stopped()) return score_draw;
    if (null_score < beta || is_win(null_score)) return {};
    if (null_move_ply_ > 0 || node.depth < verified_from_depth) return null_score;
    // At high depths the claim is verified without null moves in the first three quarters.
    null_move_ply_ = ply + 3 * reduced / 4;
    const Score verified = search<NodeKind::non_pv>(beta - 1, beta, reduced, ply, false);
    null_move_ply_ = 0;
    if (verified >= beta || stopped()) return null_score;
    return {};
}

// Step 13. ProbCut: a capture that beats beta by a margin in a shallow search will hold in a deep
// one; the shallower, the better we stand without it.
inline std::optional<Score> Worker::try_probcut(const Node& node) {
    constexpr Depth least_depth = 4, base_reduction = 5;
    const Parameters& tuned = parameters();
    const Score probcut_beta =
        node.beta + tuned.probcut_margin - tuned.probcut_improving * node.improving;
    if (!node.may_trust_eval || node.depth < least_depth || is_decisive(node.beta) ||
        (node.table_scored && node.entry.score < probcut_beta))
        return {};
    const int ply = node.ply;
    const int to_gain = probcut_beta - node.frame.static_eval;
    const Depth probcut_depth = std::clamp(
        node.depth - base_reduction - (node.frame.static_eval - node.beta) / tuned.probcut_divisor,
        0, node.depth);
    const OrderingContext ordering = ordering_context(ply, Bitboard());
    const Move hash_capture = node.table_move_is_capture ? node.table_move : Move::none();
    MovePicker picker(ordering, hash_capture, MovePicker::Mode::captures, to_gain);
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        if (move == hash_capture && !see_at_least(node.position, move, to_gain)) continue;
        context_.table.prefetch(node.position.approximate_key_after(move));
        make(move, ply);
        Score score = -quiescence<false>(-probcut_beta, -probcut_beta + 1, ply + 1);
        if (score >= probcut_beta && probcut_depth > 0)
            score = -search<NodeKind::non_pv>(-probcut_beta, -probcut_beta + 1, probcut_depth,
                                              ply + 1, false);
        if (stopped()) return score_draw;
        if (score >= probcut_beta) {
            context_.table.store(node.position.key(), ply, move, score, node.raw_eval,
                                 probcut_depth + 1, Bound::lower, node.frame.table_pv);
            return is_decisive(score) ? score : score - (probcut_beta - node.beta);
        }
    }
    return {};
}

// Step 15. Late, hopeless or losing moves are not searched at all.
inline bool Worker::is_hopeless(const Node& node, const Candidate& candidate, MovePicker& picker) {
    constexpr Depth quiet_futility_depth = 9, capture_futility_depth = 6, history_depth = 5;
    constexpr int late_move_one = 64;
    const Parameters& tuned = parameters();
    const auto& [move, moved, is_quiet, gives_check, history, reduction] = candidate;
    const Depth depth = node.depth;
    const Depth reduced = std::max(
        0, depth - 1 -
               (reduction - (is_quiet ? history / tuned.pruning_history_divisor : 0)) / one_ply);
    const bool may_be_futile = !node.in_check && !gives_check;
    if (is_quiet) {
        const int late = tuned.late_move_base + tuned.late_move_slope * depth * depth;
        if (node.move_count >= late / late_move_one / (2 - node.improving)) picker.skip_quiets();
        if (may_be_futile && reduced < quiet_futility_depth &&
            node.frame.static_eval + tuned.futility_base + tuned.futility_slope * reduced +
                    history / tuned.futility_history_divisor <=
                node.alpha)
            return true;
        if (depth < history_depth && history < -tuned.history_pruning_slope * depth) return true;
        return !see_at_least(node.position, move, -tuned.quiet_exchange_slope * reduced * reduced);
    }
    if (may_be_futile && reduced < capture_futility_depth && !move.is_promotion() &&
        node.frame.static_eval + tuned.capture_futility_base +
                tuned.capture_futility_slope * reduced +
                exchange_value(type_of(node.position.captured_by(move))) +
                history / tuned.capture_futility_history_divisor <=
            node.alpha)
        return true;
    return !see_at_least(
        node.position, move,
        -tuned.capture_exchange_slope * depth - history / tuned.capture_exchange_history_divisor);
}

// Step 16. Singular extension: a table move that is much better than all others is searched deeper;
// if several are that good, the node fails high at once with the score returned.
template <bool is_pv>
std::optional<Score> Worker::test_singular(const Node& node, const Candidate& candidate,
                                           Depth& extension) {
    constexpr Depth least_depth_of_pv = 6, least_depth_elsewhere = 4, shallower_entry = 3;
    constexpr int margin_one = 64;
    constexpr Depth table_fails_high = -3, cut_node_fails_low = -2;
    const TranspositionTable::Entry& entry = node.entry;
    const Depth depth = node.depth;
    const Depth least_depth = is_pv && entry.was_pv ? least_depth_of_pv : least_depth_elsewhere;
    if (candidate.move != node.table_move || !node.excluded.is_none() || depth < least_depth ||
        !node.table_scored || is_decisive(entry.score) || entry.bound == Bound::upper ||
        entry.depth < depth - shallower_entry || node.ply >= 2 * root_depth_)
        return {};

    const Parameters& tuned = parameters();
    const int slope =
        node.frame.table_pv && !is_pv ? tuned.singular_former_pv_slope : tuned.singular_slope;
    const Score singular_beta = entry.score - depth * slope / margin_one;
    node.frame.excluded = candidate.move;
    const Score score = search<NodeKind::non_pv>(singular_beta - 1, singular_beta, (depth - 1) / 2,
                                                 node.ply, node.cut_node);
    node.frame.excluded = Move::none();
    node.frame.move_count = node.move_count;
    if (stopped()) return score_draw;
    if (score < singular_beta) {
        const int double_margin = tuned.double_extension_margin + tuned.double_extension_pv * is_pv;
        const int triple_margin = tuned.triple_extension_margin + tuned.triple_extension_pv * is_pv;
        extension = 1 + (score < singular_beta - double_margin) +
                    (candidate.is_quiet && score < singular_beta - triple_margin);
    } else if (score >= node.beta && !is_decisive(score)) {
        return score;
    } else if (entry.score >= node.beta) {
        extension = table_fails_high;
    } else if (node.cut_node) {
        extension = cut_node_fails_low;
    }
    return {};
}

// How much shallower a late move is searched at first, in 1/1024 plies.
template <bool is_pv>
int Worker::late_move_reduction(const Node& node, const Candidate& candidate) const {
    constexpr int many_cutoffs = 3;
    const Parameters& tuned = parameters();
    int reduction = candidate.reduction;
    if (node.cut_node)
        reduction +=
            tuned.reduction_cut_node + tuned.reduction_no_table_move * node.table_move.is_none();
    if (node.frame.table_pv) reduction -= tuned.reduction_table_pv + tuned.reduction_pv * is_pv;
    if (!node.improving) reduction += tuned.reduction_not_improving;
    if (candidate.gives_check) reduction -= tuned.reduction_check;
    if (node.table_move_is_capture) reduction += tuned.reduction_table_capture;
    if (frame(node.ply + 1).cutoffs >= many_cutoffs) reduction += tuned.reduction_child_cutoffs;
    reduction -= std::abs(node.correction) * tuned.reduction_correction;
    if (!candidate.is_quiet) reduction -= tuned.reduction_capture;
    return reduction - candidate.history / tuned.reduction_history_divisor;
}

// Steps 18 and 19. Searches the position after a move that has been made.
template <Worker::NodeKind kind>
Score Worker::search_move(const Node& node, const Candidate& candidate, Depth new_depth) {
    constexpr bool is_root = kind == NodeKind::root, is_pv = kind != NodeKind::non_pv;
    constexpr Depth reduced_from_depth = 2;
    const Score alpha = node.alpha;
    const int ply = node.ply;
    Score score = score_draw;

    // Step 18. Late moves are first searched shallower, with a null window.
    if (node.depth >= reduced_from_depth && node.move_count > 1 + is_root) {
        const int reduction = late_move_reduction<is_pv>(node, candidate);
        const Depth reduced =
            std::clamp(new_depth - reduction / one_ply, 1, std::max(1, new_depth + 1));
        node.frame.reduction = std::max(0, (new_depth - reduced) * one_ply);
        score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, reduced, ply + 1, true);
        node.frame.reduction = 0;
        if (score > alpha && reduced < new_depth) {
            // Much better than expected: look deeper; barely: not so deep.
            const Parameters& tuned = parameters();
            if (score > node.best_score + tuned.deeper_margin + 2 * new_depth) ++new_depth;
            if (score < node.best_score + tuned.shallower_margin) --new_depth;
            if (new_depth > reduced)
                score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1,
                                                  !node.cut_node);
            if (candidate.is_quiet && score >= node.beta)
                add_to_continuation(
                    ply, candidate.moved, candidate.move.to(),
                    history_bonus(tuned, node.depth) * tuned.reward_undone_reduction / weight_one);
        }
    } else if (!is_pv || node.move_count > 1) {
        score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1, !node.cut_node);
    }

    // Step 19. The first move of a PV node, and any that may become its best, with the full window.
    if (is_pv && (node.move_count == 1 || score > alpha))
        score = -search<NodeKind::pv>(-node.beta, -alpha, new_depth, ply + 1, false);
    return score;
}

inline void Worker::record_root_move(const Node& node, Move move, Score score,
                                     std::uint64_t nodes_searched) {
    RootMove& root_move = *std::ranges::find(root_moves_, move, &RootMove::move);
    root_move.nodes += nodes_searched;
    root_move.average_score = average(root_move.average_score, score);
    if (node.move_count > 1 && score <= node.alpha) {
        // Not better than the best: keep its order, but never its old score.
        root_move.score = -score_infinite;
        return;
    }
    root_move.score = score;
    root_move.bound = score >= node.beta    ? Bound::lower
                      : score <= node.alpha ? Bound::upper
                                            : Bound::exact;
    root_move.selective_depth = selective_depth_;
    if (root_move.bound == Bound::exact)
        root_move.complete_line(
            root_depth_,
            std::span(lines_[1].moves).first(static_cast<std::size_t>(lines_[1].length)));
}

// Step 22. Remembers the result in the histories, the table and the corrections.
template <Worker::NodeKind kind>
Score Worker::finish(const Node& node, const OrderingContext& ordering, Score original_alpha,
                     const MoveList& quiets_tried, const MoveList& captures_tried) {
    const int ply = node.ply;
    const Depth depth = node.depth;
    Score best_score = node.best_score;
    if (best_score >= node.beta) best_score = soften(best_score, node.beta, depth);

    if (!node.best_move.is_none())
        update_histories(ordering, ply, depth, node.best_move, quiets_tried, captures_tried);
    else if (kind != NodeKind::root)
        reward_previous_move(ply, depth);

    best_score = std::min(best_score, node.best_possible);
    if (!node.excluded.is_none()) return best_score;
    const Bound bound = best_score >= node.beta       ? Bound::lower
                        : best_score > original_alpha ? Bound::exact
                                                      : Bound::upper;
    if (kind != NodeKind::root || root_line_ == 0)
        context_.table.store(node.position.key(), ply, node.best_move, best_score, node.raw_eval,
                             depth, bound, node.frame.table_pv);
    const bool best_is_quiet =
        node.best_move.is_none() || !node.position.is_capture(node.best_move);
    if (!node.in_check && best_is_quiet && !is_decisive(best_score) &&
        is_bound_on(bound, best_score, node.frame.static_eval))
        update_correction(ply, depth, best_score - node.frame.static_eval);
    return best_score;
}

// What a side in quiescence has without a capture.
struct Worker::StandPat {
    Score raw_eval = score_none;
    Score score;
    Score futility = -score_infinite;  // hardly more than this and what a capture wins
};

inline Worker::StandPat Worker::no_stand_pat(int ply) {
    frame(ply).static_eval = score_none;
    return {.score = mated_in(ply)};
}

inline Worker::StandPat Worker::evaluate_quiescence(int ply,
                                                    const TranspositionTable::Entry& entry) {
    StandPat result{
        .raw_eval = entry.found && entry.eval != score_none ? entry.eval : evaluate(ply),
        .score = score_none};
    result.score = frame(ply).static_eval = corrected(result.raw_eval, ply);
    result.futility = result.score + parameters().quiescence_futility;
    if (is_scored(entry) && !is_decisive(entry.score) &&
        is_bound_on(entry.bound, entry.score, result.score))
        result.score = entry.score;
    return result;
}

// The table's move if quiescence would search it.
inline Move quiescence_table_move(const Position& position, Move move) {
    if (move.is_none() || !position.is_legal(move)) return Move::none();
    const bool is_searched =
        position.in_check() || position.is_capture(move) || move.is_promotion();
    return is_searched ? move : Move::none();
}

// If a capture is not worth a search: the most that it could reach. Recaptures, promotions and
// checks always are.
inline std::optional<Score> Worker::futile_reach(int ply, Move move, int move_count, Score futility,
                                                 Score alpha) const {
    constexpr int first_late_move = 3;
    const Position& position = this->position(ply);
    const Move last = frame(ply - 1).move;
    const bool recaptures = !last.is_none() && move.to() == last.to();
    if (move.is_promotion() || recaptures || position.gives_check(move)) return {};
    if (move_count >= first_late_move) return -score_infinite;
    const Score reach = futility + exchange_value(type_of(position.captured_by(move)));
    if (reach <= alpha) return reach;
    if (futility <= alpha && !see_at_least(position, move, 1)) return futility;
    return {};
}

}  // namespace kibitz::search
