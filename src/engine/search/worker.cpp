#include "engine/search/worker.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "engine/search/forcing_moves.hpp"
#include "engine/search/reductions.hpp"
#include "engine/search/repetition.hpp"

namespace kibitz::search {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

// How often a timed search looks at the clock, in nodes.
constexpr int check_interval = 512;
// Beyond this the fifty-move rule is near enough to distrust scores from the table.
constexpr int high_halfmove_clock = 90;
constexpr int fifty_moves = 100;  // plies

constexpr bool is_bound_on(Bound bound, Score score, Score against) {
    // Does "score is such a bound" prove which side of `against` the truth lies on?
    return bound == Bound::exact || (bound == Bound::lower ? score >= against : score < against);
}

// What to expect of the next iteration. Between a forced mate and a number of pawns there is
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

}  // namespace

// ---------------------------------------------------------------------------------------------
// The search

template <Worker::NodeKind kind>
Score Worker::search(Score alpha, Score beta, Depth depth, int ply, bool cut_node) {
    constexpr bool is_root = kind == NodeKind::root;
    constexpr bool is_pv = kind != NodeKind::non_pv;
    const Position& position = this->position(ply);
    Frame& frame = this->frame(ply);
    const Color us = position.side_to_move();
    const bool in_check = position.in_check();
    const Parameters& tuned = parameters();

    // Step 1. At the horizon only captures are looked at, except in check, where one must know
    // all answers.
    if (depth <= 0 && !in_check) return quiescence<is_pv>(alpha, beta, ply);
    depth = std::clamp(depth, 1, max_depth);

    // Step 2. Enter the node.
    if (should_stop()) return score_draw;
    frame.in_check = in_check;
    frame.move_count = 0;
    this->frame(ply + 2).cutoffs = 0;
    if constexpr (is_root) this->frame(1).cutoffs = 0;
    const Move excluded = frame.excluded;
    if constexpr (is_pv) {
        lines_[at(ply)].length = 0;
        selective_depth_ = std::max(selective_depth_, ply + 1);
    }

    if constexpr (!is_root) {
        // Step 3. Draws, and the end of the stack.
        if (is_draw(ply)) return draw_score(ply);
        if (ply >= max_ply) return in_check ? score_draw : corrected(evaluate(ply), ply);
        if (alpha < score_draw && can_repeat(position, keys_up_to(ply), frame.reversible, ply)) {
            alpha = draw_score(ply);
            if (alpha >= beta) return alpha;
        }

        // Step 4. Mate distance: a shorter mate than the one already found is out of reach.
        alpha = std::max(alpha, mated_in(ply));
        beta = std::min(beta, mate_in(ply + 1));
        if (alpha >= beta) return alpha;
    }

    // Step 5. What the table knows.
    const Key key = position.key();
    TranspositionTable::Entry entry;
    if (excluded.is_none()) entry = probe(ply);
    const bool table_hit = entry.found;
    Move table_move = entry.move;
    if (is_root && root_depth_ > 1) table_move = root_moves_[at(root_line_)].move;
    if (!table_move.is_none() && !position.is_legal(table_move)) table_move = Move::none();
    const bool table_move_is_capture = !table_move.is_none() && position.is_capture(table_move);
    if (excluded.is_none()) frame.table_pv = is_pv || (table_hit && entry.was_pv);
    const bool table_scored = table_hit && entry.score != score_none && entry.bound != Bound::none;

    if (!is_pv && excluded.is_none() && table_scored &&
        entry.depth > depth - (entry.score < beta) && is_bound_on(entry.bound, entry.score, beta) &&
        (cut_node == (entry.score >= beta) || depth > 5) &&
        position.halfmove_clock() < high_halfmove_clock) {
        if (entry.score >= beta && !table_move.is_none() && !table_move_is_capture) {
            const OrderingContext ordering = ordering_context(ply, position.attacks_by(~us));
            reward_quiet(ordering, ply, table_move, history_bonus(tuned, depth));
        }
        return entry.score;
    }

    // Step 6. Tablebases.
    Score best_possible = score_infinite;
    Score best_score = -score_infinite;
    if (!is_root && excluded.is_none() && context_.tablebase != nullptr &&
        !context_.options.tablebase_root_only) {
        if (const auto score = probe_tablebase(ply, depth)) {
            const Bound bound = *score > score_draw   ? Bound::lower
                                : *score < score_draw ? Bound::upper
                                                      : Bound::exact;
            if (bound == Bound::exact || is_bound_on(bound, *score, beta) ||
                (bound == Bound::upper && *score <= alpha)) {
                context_.table.store(key, ply, Move::none(), *score, score_none,
                                     std::min(max_depth, depth + 6), bound, frame.table_pv);
                return *score;
            }
            if constexpr (is_pv) {
                if (bound == Bound::lower) {
                    best_score = *score;
                    alpha = std::max(alpha, *score);
                } else {
                    best_possible = *score;
                }
            }
        }
    }

    // Step 7. Static evaluation, the table's score where that is nearer the truth, and whether
    // our prospects have improved since our last move.
    Score raw_eval = score_none, eval = score_none;
    bool improving = false, opponent_worsening = false;
    const int correction_value = in_check ? 0 : correction(ply);
    if (in_check) {
        frame.static_eval = score_none;
    } else if (!excluded.is_none()) {
        eval = frame.static_eval;
    } else {
        raw_eval = table_hit && entry.eval != score_none ? entry.eval : evaluate(ply);
        if (!table_hit)
            context_.table.store(key, ply, Move::none(), score_none, raw_eval, -1, Bound::none,
                                 frame.table_pv);
        eval = frame.static_eval = corrected(raw_eval, ply);
        if (table_scored && !is_decisive(entry.score) &&
            is_bound_on(entry.bound, entry.score, eval))
            eval = entry.score;
    }
    if (!in_check) {
        const Score two_ago = this->frame(ply - 2).static_eval;
        const Score four_ago = this->frame(ply - 4).static_eval;
        if (ply >= 2 && two_ago != score_none)
            improving = frame.static_eval > two_ago;
        else if (ply >= 4 && four_ago != score_none)
            improving = frame.static_eval > four_ago;
        const Score one_ago = this->frame(ply - 1).static_eval;
        opponent_worsening = ply >= 1 && one_ago != score_none && frame.static_eval > -one_ago;
        if (!is_root && excluded.is_none()) learn_from_swing(ply);
    }

    // Step 8. Hindsight: a reduction that the evaluation does not bear out is given back.
    if (!is_root && excluded.is_none() && !in_check) {
        const Frame& before = this->frame(ply - 1);
        if (before.reduction >= 3 * one_ply && !opponent_worsening) ++depth;
        if (before.reduction >= 2 * one_ply && depth >= 2 && before.static_eval != score_none &&
            raw(frame.static_eval) + raw(before.static_eval) > tuned.hindsight_margin)
            --depth;
    }

    // Steps 9, 10, 11 and 13 take the evaluation's word for the outcome, and it knows little of
    // what follows a sacrifice. In the first half of the iteration's depth, where nodes are few and
    // mistakes dear, they don't while the side that would have to prove it wrong has forcing moves.
    const bool near_root = 2 * ply < root_depth_;
    const bool may_trust_eval = !is_pv && !in_check && excluded.is_none();
    const bool may_trust_eval_above_beta =
        may_trust_eval && !(near_root && has_forcing_moves(position, ~us));

    if (may_trust_eval) {
        // Step 9. Razoring: so far below alpha that only captures could help.
        if (!is_win(alpha) &&
            eval < alpha - tuned.razoring_base - tuned.razoring_slope * depth * depth &&
            !(near_root && has_forcing_moves(position, us))) {
            const Score score = quiescence<false>(alpha, beta, ply);
            if (score <= alpha || stopped()) return score;
        }

        // Step 10. Reverse futility: so far above beta that the opponent will not come back.
        const int futility_margin =
            tuned.reverse_futility_slope * depth - tuned.reverse_futility_improving * improving -
            tuned.reverse_futility_worsening * opponent_worsening + std::abs(correction_value) / 2;
        if (may_trust_eval_above_beta && !frame.table_pv && depth < 14 && eval >= beta &&
            eval - futility_margin >= beta && !is_loss(beta) && !is_win(eval) &&
            (table_move.is_none() || table_move_is_capture))
            return beta + (eval - beta) / 3;

        // Step 11. Null move: if even passing holds beta, a move will too (not in zugzwang-prone
        // endings).
        if (may_trust_eval_above_beta && cut_node && eval >= beta &&
            frame.static_eval >= beta - tuned.null_move_slope * depth + tuned.null_move_base &&
            !this->frame(ply - 1).move.is_none() && position.non_pawn_material(us).any() &&
            ply >= null_move_ply_ && !is_loss(beta)) {
            const Depth reduction =
                6 + depth / 3 + std::min((eval - beta) / tuned.null_move_divisor, 3);
            make_null(ply);
            const Score null_score =
                -search<NodeKind::non_pv>(-beta, -beta + 1, depth - reduction, ply + 1, false);
            if (stopped()) return score_draw;
            if (null_score >= beta && !is_win(null_score)) {
                if (null_move_ply_ > 0 || depth < 16) return null_score;
                // At high depths the claim is verified without null moves.
                null_move_ply_ = ply + 3 * (depth - reduction) / 4;
                const Score verified =
                    search<NodeKind::non_pv>(beta - 1, beta, depth - reduction, ply, false);
                null_move_ply_ = 0;
                if (verified >= beta || stopped()) return null_score;
            }
        }
    }
    improving = improving || (!in_check && frame.static_eval >= beta);

    // Step 12. Internal iterative reduction: without a table move this node was not expected to
    // matter.
    if ((is_pv || cut_node) && depth >= 6 && excluded.is_none() && table_move.is_none()) --depth;

    // Step 13. ProbCut: a capture that beats beta by a margin in a shallow search will hold in a
    // deep one; the shallower, the better we stand without it.
    const Score probcut_beta = beta + tuned.probcut_margin - tuned.probcut_improving * improving;
    if (may_trust_eval_above_beta && depth >= 4 && !is_decisive(beta) &&
        !(table_scored && entry.score < probcut_beta)) {
        const Depth probcut_depth =
            std::clamp(depth - 5 - (frame.static_eval - beta) / tuned.probcut_divisor, 0, depth);
        const OrderingContext ordering = ordering_context(ply, Bitboard());
        const Move hash_capture = table_move_is_capture ? table_move : Move::none();
        MovePicker picker(ordering, hash_capture, MovePicker::Mode::captures,
                          probcut_beta - frame.static_eval);
        for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
            if (move == hash_capture &&
                !see_at_least(position, move, probcut_beta - frame.static_eval))
                continue;
            context_.table.prefetch(position.approximate_key_after(move));
            make(move, ply);
            Score score = -quiescence<false>(-probcut_beta, -probcut_beta + 1, ply + 1);
            if (score >= probcut_beta && probcut_depth > 0)
                score = -search<NodeKind::non_pv>(-probcut_beta, -probcut_beta + 1, probcut_depth,
                                                  ply + 1, false);
            if (stopped()) return score_draw;
            if (score >= probcut_beta) {
                context_.table.store(key, ply, move, score, raw_eval, probcut_depth + 1,
                                     Bound::lower, frame.table_pv);
                return is_decisive(score) ? score : score - (probcut_beta - beta);
            }
        }
    }

    // Step 14. The moves, one by one.
    frame.threats = position.attacks_by(~us);
    const OrderingContext ordering = ordering_context(ply, frame.threats);
    const CheckInfo checks = position.check_info();
    MovePicker picker(ordering, table_move, MovePicker::Mode::all, 0);
    const Score original_alpha = alpha;
    Move best_move;
    int move_count = 0;
    MoveList quiets_tried, captures_tried;
    const bool has_winning_hope = position.non_pawn_material(us).any();

    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        if (move == excluded) continue;
        if constexpr (is_root)
            if (!searches_root_move(move)) continue;
        context_.table.prefetch(position.approximate_key_after(move));
        frame.move_count = ++move_count;
        if (is_root && id_ == 0 && context_.listener != nullptr && elapsed() > verbose_after_ms)
            context_.listener->on_current_move(depth, move, move_count + root_line_);

        const bool is_quiet = !position.is_capture(move) && !move.is_promotion();
        const bool gives_check = position.gives_check(move, checks);
        const Piece moved = position.piece_on(move.from());
        const int history =
            is_quiet ? quiet_history(ordering, move) : capture_history(ordering, move);
        int reduction = base_reduction(tuned, depth, move_count);

        // Step 15. Late, hopeless or losing moves are not searched at all.
        if (!is_root && has_winning_hope && !is_loss(best_score)) {
            const Depth reduced_depth =
                std::max(0, depth - 1 - (reduction - (is_quiet ? history / 8 : 0)) / one_ply);
            if (is_quiet) {
                if (move_count >= (3 + depth * depth) / (2 - improving)) picker.skip_quiets();
                if (!in_check && reduced_depth < 9 && !gives_check &&
                    frame.static_eval + tuned.futility_base + tuned.futility_slope * reduced_depth +
                            history / tuned.futility_history_divisor <=
                        alpha)
                    continue;
                if (depth < 5 && history < -tuned.history_pruning_slope * depth) continue;
                if (!see_at_least(position, move,
                                  -tuned.quiet_exchange_slope * reduced_depth * reduced_depth))
                    continue;
            } else {
                if (!in_check && reduced_depth < 6 && !gives_check && !move.is_promotion() &&
                    frame.static_eval + tuned.capture_futility_base +
                            tuned.capture_futility_slope * reduced_depth +
                            exchange_value(type_of(position.captured_by(move))) + history / 64 <=
                        alpha)
                    continue;
                if (!see_at_least(position, move,
                                  -tuned.capture_exchange_slope * depth -
                                      history / tuned.capture_exchange_history_divisor))
                    continue;
            }
        }

        // Step 16. Singular extension: a table move that is much better than all others is
        // searched deeper; if several are that good, the node fails high at once.
        Depth extension = 0;
        if (!is_root && move == table_move && excluded.is_none() && depth >= 6 && table_scored &&
            !is_decisive(entry.score) && entry.bound != Bound::upper && entry.depth >= depth - 3 &&
            ply < 2 * root_depth_) {
            const Score singular_beta =
                entry.score - depth * (frame.table_pv && !is_pv ? 5 : 3) / 4;
            const Depth singular_depth = (depth - 1) / 2;
            frame.excluded = move;
            const Score score = search<NodeKind::non_pv>(singular_beta - 1, singular_beta,
                                                         singular_depth, ply, cut_node);
            frame.excluded = Move::none();
            frame.move_count = move_count;
            if (stopped()) return score_draw;
            if (score < singular_beta) {
                const int double_margin =
                    tuned.double_extension_margin + tuned.double_extension_pv * is_pv;
                const int triple_margin =
                    tuned.triple_extension_margin + tuned.triple_extension_pv * is_pv;
                extension = 1 + (score < singular_beta - double_margin) +
                            (is_quiet && score < singular_beta - triple_margin);
            } else if (score >= beta && !is_decisive(score)) {
                return score;
            } else if (entry.score >= beta) {
                extension = -3;
            } else if (cut_node) {
                extension = -2;
            }
        }

        // Step 17. Make the move.
        const std::uint64_t nodes_before = nodes();
        make(move, ply);
        Depth new_depth = depth - 1 + extension;
        Score score = score_draw;

        // Step 18. Late moves are first searched shallower, with a null window.
        if (depth >= 2 && move_count > 1 + is_root) {
            if (cut_node)
                reduction +=
                    tuned.reduction_cut_node + tuned.reduction_no_table_move * table_move.is_none();
            if (frame.table_pv) reduction -= tuned.reduction_table_pv + tuned.reduction_pv * is_pv;
            if (!improving) reduction += tuned.reduction_not_improving;
            if (gives_check) reduction -= tuned.reduction_check;
            if (table_move_is_capture) reduction += tuned.reduction_table_capture;
            if (this->frame(ply + 1).cutoffs > 2) reduction += tuned.reduction_child_cutoffs;
            reduction -= std::abs(correction_value) * tuned.reduction_correction;
            if (is_quiet)
                reduction -= history / tuned.reduction_history_divisor;
            else
                reduction -= tuned.reduction_capture + history / tuned.reduction_history_divisor;
            const Depth reduced =
                std::clamp(new_depth - reduction / one_ply, 1, std::max(1, new_depth + 1));
            frame.reduction = std::max(0, (new_depth - reduced) * one_ply);
            score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, reduced, ply + 1, true);
            frame.reduction = 0;
            if (score > alpha && reduced < new_depth) {
                // Much better than expected: look deeper; barely: not so deep.
                if (score > best_score + tuned.deeper_margin + 2 * new_depth) ++new_depth;
                if (score < best_score + tuned.shallower_margin) --new_depth;
                if (new_depth > reduced)
                    score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1,
                                                      !cut_node);
                if (is_quiet && score >= beta)
                    add_to_continuation(ply, moved, move.to(), history_bonus(tuned, depth) / 2);
            }
        } else if (!is_pv || move_count > 1) {
            score = -search<NodeKind::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        }
        // Step 19. The first move of a PV node, and any that may become its best, with the full
        // window.
        if (is_pv && (move_count == 1 || score > alpha))
            score = -search<NodeKind::pv>(-beta, -alpha, new_depth, ply + 1, false);

        if (stopped()) return score_draw;

        // Step 20. A new best move?
        if constexpr (is_root) {
            RootMove& root_move =
                *std::find_if(root_moves_.begin(), root_moves_.end(),
                              [&](const RootMove& candidate) { return candidate.move == move; });
            root_move.nodes += nodes() - nodes_before;
            root_move.average_score = average(root_move.average_score, score);
            if (move_count == 1 || score > alpha) {
                root_move.score = score;
                root_move.bound = score >= beta    ? Bound::lower
                                  : score <= alpha ? Bound::upper
                                                   : Bound::exact;
                root_move.selective_depth = selective_depth_;
                if (root_move.bound == Bound::exact)
                    root_move.complete_line(root_depth_,
                                            std::span(lines_[1].moves).first(at(lines_[1].length)));
            } else {
                // Not better than the best: keep its order, but never its old score.
                root_move.score = -score_infinite;
            }
        }
        if (score > best_score) {
            best_score = score;
            if (score > alpha) {
                best_move = move;
                if constexpr (is_pv && !is_root) extend_pv(ply, move);
                if (score >= beta) {
                    ++frame.cutoffs;
                    break;
                }
                alpha = score;
                // With a move found that raised alpha, the rest is less likely to.
                if (depth > 2 && depth < 13 && !is_decisive(score)) --depth;
            }
        }
        if (move != best_move) {
            if (is_quiet)
                quiets_tried.push_back(move);
            else
                captures_tried.push_back(move);
        }
    }

    // Step 21. No moves: mate or stalemate (or nothing but the excluded move).
    if (move_count == 0) {
        if (!excluded.is_none()) return alpha;
        return in_check ? mated_in(ply) : score_draw;
    }

    if (best_score >= beta) best_score = soften(best_score, beta, depth);

    // Step 22. Learn from what happened.
    if (!best_move.is_none())
        update_histories(ordering, ply, depth, best_move, quiets_tried, captures_tried);
    else if (!is_root)
        reward_previous_move(ply, depth);

    best_score = std::min(best_score, best_possible);
    const Bound bound = best_score >= beta            ? Bound::lower
                        : best_score > original_alpha ? Bound::exact
                                                      : Bound::upper;
    if (excluded.is_none()) {
        if (!is_root || root_line_ == 0)
            context_.table.store(key, ply, best_move, best_score, raw_eval, depth, bound,
                                 frame.table_pv);
        const bool best_is_quiet = best_move.is_none() || !position.is_capture(best_move);
        if (!in_check && best_is_quiet && !is_decisive(best_score) &&
            is_bound_on(bound, best_score, frame.static_eval))
            update_correction(ply, depth, best_score - frame.static_eval);
    }
    return best_score;
}

// What the iterations begin with; it brings the other kinds along.
template Score Worker::search<Worker::NodeKind::root>(Score, Score, Depth, int, bool);

// Captures (in check: all moves) until the position is quiet enough to trust its evaluation.
template <bool is_pv>
Score Worker::quiescence(Score alpha, Score beta, int ply) {
    const Position& position = this->position(ply);
    Frame& frame = this->frame(ply);
    const bool in_check = position.in_check();
    frame.in_check = in_check;
    if (should_stop()) return score_draw;
    if constexpr (is_pv) {
        lines_[at(ply)].length = 0;
        selective_depth_ = std::max(selective_depth_, ply + 1);
    }
    if (is_draw(ply)) return draw_score(ply);
    if (ply >= max_ply) return in_check ? score_draw : corrected(evaluate(ply), ply);

    // Step 1. What the table knows.
    const Key key = position.key();
    const TranspositionTable::Entry entry = probe(ply);
    const bool table_scored =
        entry.found && entry.score != score_none && entry.bound != Bound::none;
    const bool table_pv = is_pv || (entry.found && entry.was_pv);
    if (!is_pv && table_scored && is_bound_on(entry.bound, entry.score, beta) &&
        position.halfmove_clock() < high_halfmove_clock)
        return entry.score;

    // Step 2. Stand pat: one may always decline to capture (but not to answer a check).
    Score raw_eval = score_none, best_score = mated_in(ply), futility = -score_infinite;
    if (in_check) {
        frame.static_eval = score_none;
    } else {
        raw_eval = entry.found && entry.eval != score_none ? entry.eval : evaluate(ply);
        best_score = frame.static_eval = corrected(raw_eval, ply);
        if (table_scored && !is_decisive(entry.score) &&
            is_bound_on(entry.bound, entry.score, best_score))
            best_score = entry.score;
        if (best_score >= beta) {
            if (!entry.found)
                context_.table.store(key, ply, Move::none(), best_score, raw_eval, 0, Bound::lower,
                                     table_pv);
            return soften(best_score, beta, 1);
        }
        alpha = std::max(alpha, best_score);
        futility = frame.static_eval + parameters().quiescence_futility;
    }

    // Step 3. The moves.
    Move table_move = entry.move;
    if (!table_move.is_none() &&
        (!position.is_legal(table_move) ||
         (!in_check && !position.is_capture(table_move) && !table_move.is_promotion())))
        table_move = Move::none();
    const OrderingContext ordering = ordering_context(ply, Bitboard());
    MovePicker picker(ordering, table_move,
                      in_check ? MovePicker::Mode::all : MovePicker::Mode::captures,
                      -parameters().quiescence_exchange_margin);
    Move best_move;
    int move_count = 0;
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        ++move_count;
        context_.table.prefetch(position.approximate_key_after(move));
        if (!is_loss(best_score)) {
            if (in_check) {
                // One way out has been found; quiet others are seldom better.
                picker.skip_quiets();
            } else {
                constexpr int most_moves = 3;
                const Square last_to = this->frame(ply - 1).move.to();
                const bool recaptures =
                    !this->frame(ply - 1).move.is_none() && move.to() == last_to;
                if (!move.is_promotion() && !recaptures && !position.gives_check(move)) {
                    if (move_count >= most_moves) continue;
                    const Score reach =
                        futility + exchange_value(type_of(position.captured_by(move)));
                    if (reach <= alpha) {
                        best_score = std::max(best_score, reach);
                        continue;
                    }
                    if (futility <= alpha && !see_at_least(position, move, 1)) {
                        best_score = std::max(best_score, futility);
                        continue;
                    }
                }
            }
        }
        make(move, ply);
        const Score score = -quiescence<is_pv>(-beta, -alpha, ply + 1);
        if (stopped()) return score_draw;
        if (score > best_score) {
            best_score = score;
            if (score > alpha) {
                best_move = move;
                if constexpr (is_pv) extend_pv(ply, move);
                if (score >= beta) break;
                alpha = score;
            }
        }
    }
    if (in_check && move_count == 0) return mated_in(ply);

    if (best_score > beta) best_score = soften(best_score, beta, 1);
    context_.table.store(key, ply, best_move, best_score, raw_eval, 0,
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
    const Position& position = this->position(ply);
    const auto us = at(index(position.side_to_move()));
    const Histories& histories = *histories_;
    int sum = histories.pawn_correction[us][correction_slot(position.pawn_key())];
    for (const Color color : {Color::white, Color::black})
        sum += histories.non_pawn_correction[at(index(color))][us]
                                            [correction_slot(position.non_pawn_key(color))];
    const Move last = frame(ply - 1).move;
    if (!last.is_none()) {
        const auto piece = at(index(position.piece_on(last.to())));
        if (piece < piece_count) sum += (*frame(ply - 2).correction)[piece][at(last.to().index())];
    }
    return sum / parameters().correction_divisor;
}

// The evaluation with what was learnt of its errors, fading as the fifty-move rule approaches.
Score Worker::corrected(Score eval, int ply) const {
    constexpr int fade = 200;
    const int clock = std::min(position(ply).halfmove_clock(), fifty_moves);
    return clamp_eval((raw(eval) + correction(ply)) * (fade - clock) / fade);
}

std::optional<Score> Worker::probe_tablebase(int ply, Depth depth) {
    const Position& position = this->position(ply);
    const SearchOptions& options = context_.options;
    const int men = position.occupied().count();
    const int limit = std::min(options.tablebase_probe_limit, context_.tablebase->max_men());
    if (men > limit || (men == limit && depth < options.tablebase_probe_depth)) return {};
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
    OrderingContext context{&position(ply), histories_.get(), {}, threats};
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
