// Learning: what a worker keeps in its histories of how a search ended.
#include "engine/search/worker.hpp"

namespace kibitz::search {

void Worker::add_to_continuation(int ply, Piece piece, Square to, int bonus) {
    for (const int back : continuation_plies) {
        // In check only the latest moves say something about the answer.
        if (frame(ply).in_check && back > 2) break;
        if (frame(ply - back).move.is_none()) continue;
        (*frame(ply - back).continuation_to_update)[at(index(piece))][at(to.index())].add(bonus);
    }
}

void Worker::reward_quiet(const OrderingContext& ordering, int ply, Move move, int bonus) {
    const Position& position = *ordering.position;
    const Square to = move.to();
    const Piece piece = position.piece_on(move.from());
    quiet_of(*histories_, position.side_to_move(), ordering.threats, move).add(bonus);
    pawn_of(*histories_, position, piece, to).add(bonus);
    add_to_continuation(ply, piece, to, bonus);
}

// No move raised alpha, so the move that led here was good.
void Worker::reward_previous_move(int ply, Depth depth) {
    const Frame& before = frame(ply - 1);
    if (before.move.is_none() || before.move.is_promotion()) return;
    const Position& position = this->position(ply - 1);
    if (position.is_capture(before.move)) return;
    const Square to = before.move.to();
    const Piece piece = position.piece_on(before.move.from());
    const int bonus =
        history_bonus(parameters(), depth) * parameters().reward_previous / weight_one;
    pawn_of(*histories_, position, piece, to).add(bonus);
    add_to_continuation(ply - 1, piece, to, bonus);
}

// A quiet move after which the evaluation is worse than before it was none of the best, whatever
// the search will say; a better evaluation speaks for it.
void Worker::learn_from_swing(int ply) {
    const Frame& before = frame(ply - 1);
    const Position& position = this->position(ply - 1);
    if (before.move.is_none() || before.static_eval == score_none ||
        position.is_capture(before.move) || before.move.is_promotion())
        return;
    constexpr int largest_bonus = 1'300, largest_malus = -1'600;
    // Both evaluations are for the side to move: their sum is what the mover lost.
    const int lost = raw(before.static_eval) + raw(frame(ply).static_eval);
    const Parameters& tuned = parameters();
    const int bonus =
        std::clamp(-tuned.swing_slope * lost, largest_malus, largest_bonus) + tuned.swing_offset;
    quiet_of(*histories_, position.side_to_move(), before.threats, before.move).add(bonus);
}

void Worker::update_histories(const OrderingContext& ordering, int ply, Depth depth, Move best,
                              const MoveList& quiets, const MoveList& captures) {
    const Position& position = *ordering.position;
    const int bonus = history_bonus(parameters(), depth),
              malus = -history_malus(parameters(), depth);
    if (position.is_capture(best) || best.is_promotion()) {
        capture_of(*histories_, position, best).add(bonus);
    } else {
        reward_quiet(ordering, ply, best, bonus);
        for (const Move move : quiets) reward_quiet(ordering, ply, move, malus);
    }
    for (const Move move : captures) capture_of(*histories_, position, move).add(malus);

    // A quiet move refuted at once was bad: the first the opponent tried, it will not be again.
    const Frame& before = frame(ply - 1);
    if (ply > 0 && before.move_count == 1 && !before.move.is_none()) {
        const Position& earlier = this->position(ply - 1);
        if (!earlier.is_capture(before.move))
            add_to_continuation(ply - 1, earlier.piece_on(before.move.from()), before.move.to(),
                                malus * parameters().malus_refuted / weight_one);
    }
}

void Worker::update_correction(int ply, Depth depth, int error) {
    constexpr int largest_bonus = CorrectionStatistic::limit / 4;
    constexpr int gain_one = 64;
    const int bonus = std::clamp(error * depth * parameters().correction_gain / gain_one,
                                 -largest_bonus, largest_bonus);
    visit_corrections(ply, [&](CorrectionStatistic& statistic, int) { statistic.add(bonus); });
}

}  // namespace kibitz::search
