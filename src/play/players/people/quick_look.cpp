#include "players/people/quick_look.hpp"

#include <algorithm>
#include <array>

#include "chess/movegen.hpp"
#include "chess/see.hpp"

namespace kibitz::players {

namespace {

constexpr int exchange_plies = 6;
constexpr int look_infinite = 2 * look_mate;

int promotion_gain(Move move) {
    return move.is_promotion()
               ? exchange_value(move.promoted_to()) - exchange_value(PieceType::pawn)
               : 0;
}

int taken_value(const Position& position, Move move) {
    const Piece taken = position.captured_by(move);
    return taken == Piece::none ? 0 : exchange_value(type_of(taken));
}

int immediate_gain(const Position& position, Move move) {
    return taken_value(position, move) + promotion_gain(move);
}

// The most valuable victim first, taken by the cheapest piece.
void sort_captures(const Position& position, MoveList& captures) {
    const auto order = [&](Move move) {
        constexpr int victims_first = 16;
        return victims_first * immediate_gain(position, move) -
               exchange_value(type_of(position.piece_on(move.from())));
    };
    // Few: sorted by insertion, which keeps the generator's order among equals.
    Move* const moves = captures.begin();
    std::array<int, max_moves> keys;
    for (int i = 0; i < captures.size(); ++i) {
        const Move move = moves[i];
        const int key = order(move);
        int at = i;
        for (; at > 0 && keys[static_cast<std::size_t>(at - 1)] < key; --at) {
            moves[at] = moves[at - 1];
            keys[static_cast<std::size_t>(at)] = keys[static_cast<std::size_t>(at - 1)];
        }
        moves[at] = move;
        keys[static_cast<std::size_t>(at)] = key;
    }
}

// The change of the material for the side to move by captures (and promotions) alone, of which
// none need be made.
int exchanges(const Position& position, int alpha, int beta, int plies_left) {
    int best = 0;
    if (best >= beta || plies_left == 0) return best;
    MoveList captures = legal_captures(position);
    sort_captures(position, captures);
    for (const Move move : captures) {
        const int gain = immediate_gain(position, move);
        const int needed = std::max(alpha, best);
        if (gain <= needed) break;  // even for nothing, and so are all that follow
        if (!see_at_least(position, move, 1)) continue;
        const int value =
            gain - exchanges(position.after(move), gain - beta, gain - needed, plies_left - 1);
        best = std::max(best, value);
        if (best >= beta) break;
    }
    return best;
}

// The change of the material for the side to move by its best move and the exchanges behind it, or
// a mate: what a reply leads to.
class ReplySearch {
   public:
    // The least outcome for the player who made the move that led to `position`, if it is above
    // `floor`; some number at or below it otherwise.
    int worst_reply(const Position& position, int floor) {
        MoveList captures = legal_captures(position);
        sort_captures(position, captures);
        int worst = look_infinite;
        for (const Move reply : captures) {
            worst = std::min(worst, after_reply(position, reply, floor, worst));
            if (worst <= floor) return worst;
        }
        const CheckInfo checks = position.check_info();
        const MoveList quiets = legal_quiets(position);
        for (const Move reply : quiets) {
            // A quiet reply takes nothing: it can only save something, or mate.
            if (worst <= 0 && !position.gives_check(reply, checks)) continue;
            worst = std::min(worst, after_reply(position, reply, floor, worst));
            if (worst <= floor) return worst;
        }
        return worst;
    }

   private:
    // For the one who is to answer the reply; anything from `worst` on will not be used.
    static int after_reply(const Position& position, Move reply, int floor, int worst) {
        const int loss = immediate_gain(position, reply);
        const Position next = position.after(reply);
        if (next.in_check() && !has_legal_move(next)) return -look_mate;
        return exchanges(next, floor + loss, worst + loss, exchange_plies) - loss;
    }
};

}  // namespace

int capture_gain(const Position& position) {
    return exchanges(position, 0, look_infinite, exchange_plies);
}

std::vector<LookedAt> quick_look(const Position& position, const std::vector<Key>& earlier_keys,
                                 StaticEvaluation evaluation) {
    std::vector<LookedAt> looks;
    const MoveList moves = legal_moves(position);
    looks.reserve(static_cast<std::size_t>(moves.size()));
    ReplySearch replies;
    int best = -look_infinite;
    for (const Move move : moves) {
        LookedAt look{.move = move};
        const Position next = position.after(move);
        const int gain = immediate_gain(position, move);
        look.standing = -raw(evaluation(next, nullptr));
        look.repeats = std::ranges::find(earlier_keys, next.key()) != earlier_keys.end();
        if (!has_legal_move(next)) {
            (next.in_check() ? look.mates : look.stalemates) = true;
            look.outcome = look.mates ? look_mate : 0;
        } else {
            const int floor = std::max(best - look_floor, -look_mate);
            const int after = replies.worst_reply(next, floor - gain);
            look.is_mated = after <= -look_mate;
            look.outcome = look.is_mated ? -look_mate : gain + after;
            if (next.in_check()) {
                look.check_replies = count_legal_moves(next);
            } else {
                Position passed = next;
                passed.play_null();
                look.threat = capture_gain(passed);
            }
        }
        if (!look.mates) best = std::max(best, look.outcome);
        looks.push_back(look);
    }
    for (LookedAt& look : looks)
        if (!look.mates) look.outcome = std::max(look.outcome, best - look_floor);
    return looks;
}

}  // namespace kibitz::players
