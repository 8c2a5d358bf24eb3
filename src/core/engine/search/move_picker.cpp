#include "engine/search/move_picker.hpp"

#include <algorithm>
#include <limits>

#include "chess/see.hpp"
#include "engine/search/array_index.hpp"

namespace kibitz::search {

namespace {

// A score and the move's place in the list in one int, so that the best of a list is a plain
// maximum, which compilers turn into vector instructions. Of equals the first is the greatest.
constexpr int places = max_moves;
constexpr int order_key(int score, int place) { return score * places + (places - 1 - place); }
constexpr int place_of(int key) { return places - 1 - (key & (places - 1)); }
constexpr int taken = std::numeric_limits<int>::min();
static_assert((places & (places - 1)) == 0);

}  // namespace

int quiet_history(const OrderingContext& context, Move move) {
    const Position& position = *context.position;
    const auto piece = at(index(position.piece_on(move.from())));
    const auto target = at(move.to().index());
    const Histories& histories = *context.histories;
    const auto& continuation = context.continuation;
    const Parameters& tuned = context.parameters();
    int score =
        tuned.order_by_quiet * quiet_of(histories, position.side_to_move(), context.threats, move);
    score += tuned.order_by_pawns *
             pawn_of(histories, position, position.piece_on(move.from()), move.to());
    score += tuned.order_by_last * (*continuation[0])[piece][target];
    score += tuned.order_by_second * (*continuation[1])[piece][target];
    score += tuned.order_by_fourth * (*continuation[2])[piece][target];
    score += tuned.order_by_sixth * (*continuation[3])[piece][target];
    return score / weight_one;
}

int capture_history(const OrderingContext& context, Move move) {
    return capture_of(*context.histories, *context.position, move);
}

MovePicker::MovePicker(const OrderingContext& context, Move hash_move, Mode mode, int see_threshold)
    : context_(context), hash_move_(hash_move), mode_(mode), see_threshold_(see_threshold) {
    if (hash_move_.is_none()) stage_ = Stage::make_captures;
}

void MovePicker::score_captures() {
    const Position& position = *context_.position;
    for (int i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        int value = exchange_value(type_of(position.captured_by(move)));
        if (move.is_promotion())
            value += move.promoted_to() == PieceType::queen ? exchange_value(PieceType::queen)
                                                            : -exchange_value(PieceType::queen);
        order_[at(i)] = order_key(
            context_.parameters().order_victim * value + capture_history(context_, move), i);
    }
}

void MovePicker::score_quiets() {
    const Position& position = *context_.position;
    const CheckInfo checks = position.check_info();
    const Color us = position.side_to_move();
    // Squares where a piece would be taken by a cheaper one.
    const Bitboard by_pawns = position.attacks_by(~us, PieceType::pawn);
    const Bitboard by_minors = by_pawns | position.attacks_by(~us, PieceType::knight) |
                               position.attacks_by(~us, PieceType::bishop);
    const Bitboard by_rooks = by_minors | position.attacks_by(~us, PieceType::rook);
    const Bitboard cheaper[] = {{}, by_pawns, by_pawns, by_minors, by_rooks, {}};
    const Parameters& tuned = context_.parameters();
    constexpr int escape_bonus[] = {0, 8'000, 8'000, 12'000, 20'000, 0};
    for (int i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        const auto type = at(index(type_of(position.piece_on(move.from()))));
        int score = quiet_history(context_, move);
        if (cheaper[type].contains(move.from()))
            score += tuned.order_escape * escape_bonus[type] / weight_one;
        if (cheaper[type].contains(move.to()))
            score -= tuned.order_escape * escape_bonus[type] / weight_one;
        if (checks.squares[type].contains(move.to()) && see_at_least(position, move, -75))
            score += tuned.order_check;
        order_[at(i)] = order_key(score, i);
    }
}

// One step of a selection sort: most nodes look at few of their moves.
Move MovePicker::pick_best() {
    int best = taken;
    for (int i = 0; i < moves_.size(); ++i) best = std::max(best, order_[at(i)]);
    const int place = place_of(best);
    order_[at(place)] = taken;
    ++picked_;
    return moves_[place];
}

Move MovePicker::next() {
    while (true) switch (stage_) {
            case Stage::hash_move: stage_ = Stage::make_captures; return hash_move_;

            case Stage::make_captures:
                generate(*context_.position, MoveSet::captures, moves_);
                score_captures();
                stage_ = Stage::good_captures;
                break;

            case Stage::good_captures: {
                if (picked_ == moves_.size()) {
                    stage_ = mode_ == Mode::captures ? Stage::done : Stage::make_quiets;
                    break;
                }
                const Move move = pick_best();
                if (move == hash_move_) break;
                if (see_at_least(*context_.position, move, see_threshold_)) return move;
                if (mode_ == Mode::all) bad_captures_.push_back(move);
                break;
            }

            case Stage::make_quiets:
                if (!skip_quiets_) {
                    moves_.truncate(0);
                    picked_ = 0;
                    generate(*context_.position, MoveSet::quiets, moves_);
                    score_quiets();
                }
                stage_ = Stage::quiets;
                break;

            case Stage::quiets: {
                if (skip_quiets_ || picked_ == moves_.size()) {
                    stage_ = Stage::bad_captures;
                    break;
                }
                const Move move = pick_best();
                if (move != hash_move_) return move;
                break;
            }

            case Stage::bad_captures:
                if (bad_at_ == bad_captures_.size()) {
                    stage_ = Stage::done;
                    break;
                }
                return bad_captures_[bad_at_++];

            case Stage::done: return Move::none();
        }
}

}  // namespace kibitz::search
