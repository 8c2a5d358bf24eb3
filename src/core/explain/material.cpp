#include "explain/material.hpp"

#include <algorithm>
#include <tuple>

#include "chess/movegen.hpp"
#include "chess/see.hpp"

namespace kibitz::explain {
namespace {

constexpr int most_positions = 40'000;
constexpr int most_quiescent_plies = 8;
constexpr std::size_t most_counted_plies = 12;
// What is won has to last so many plies, where the line has them.
constexpr std::size_t lasting_plies = 2;
constexpr double least_part = 0.7;

int gain_of(const Position& position, Move move) {
    int gain = exchange_value(type_of(position.captured_by(move)));
    if (move.is_promotion())
        gain += exchange_value(move.promoted_to()) - exchange_value(PieceType::pawn);
    return gain;
}

// Negamax with alpha and beta over material alone.
class MaterialSearch {
   public:
    explicit MaterialSearch(bool first_may_lose = false) : first_may_lose_(first_may_lose) {}

    Gain search(const Position& position, int plies) {
        Gain found;
        found.centipawns = value(position, plies, 0, -infinite, infinite, found.moves);
        return found;
    }
    [[nodiscard]] bool is_complete() const { return positions_ < most_positions; }

   private:
    static constexpr int infinite = 2 * mate_gain;

    // Captures first, the most valuable prey and the least valuable hunter before the others.
    static void order(const Position& position, MoveList& moves) {
        const auto rank = [&](Move move) {
            const int hunter = index(type_of(position.piece_on(move.from())));
            return std::tuple(-gain_of(position, move), hunter, move.bits());
        };
        std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return rank(a) < rank(b); });
    }

    // A piece that hangs takes what it can get for itself.
    static bool is_lost_anyway(const Position& position, Move move) {
        const Color us = position.side_to_move();
        const Square from = move.from();
        return !(position.attackers_to(from) & position.pieces(~us)).empty() &&
               (position.attackers_to(from) & position.pieces(us)).empty();
    }

    int value(const Position& position, int plies, int depth, int alpha, int beta, Moves& line) {
        if (++positions_ >= most_positions || depth >= most_quiescent_plies + plies_limit_) {
            line.clear();
            return 0;
        }
        const bool is_quiescent = plies <= 0 && !position.in_check();
        MoveList moves = is_quiescent ? legal_captures(position) : legal_moves(position);
        line.clear();
        if (!is_quiescent && moves.empty()) return position.in_check() ? -mate_gain + depth : 0;
        int best = -infinite;
        if (is_quiescent) {
            best = 0;
            if (best >= beta) return best;
            alpha = std::max(alpha, best);
        }
        order(position, moves);
        Moves rest;
        for (const Move move : moves) {
            const bool may_lose =
                !is_quiescent || (depth == 0 && first_may_lose_) || is_lost_anyway(position, move);
            if (!may_lose && !see_at_least(position, move, 0)) continue;
            const int gain = gain_of(position, move);
            const int result = gain - value(position.after(move), plies - 1, depth + 1, gain - beta,
                                            gain - alpha, rest);
            if (result <= best) continue;
            best = result;
            line.assign(1, move);
            line.insert(line.end(), rest.begin(), rest.end());
            alpha = std::max(alpha, best);
            if (alpha >= beta) break;
        }
        return best;
    }

    static constexpr int plies_limit_ = 6;
    bool first_may_lose_;
    int positions_ = 0;
};

}  // namespace

int balance(const Position& position, Color us) {
    int sum = 0;
    for (int type = 0; type < piece_type_count; ++type) {
        const auto kind = static_cast<PieceType>(type);
        sum += exchange_value(kind) *
               (position.pieces(us, kind).count() - position.pieces(~us, kind).count());
    }
    return sum;
}

Gain settle(const Position& position) { return MaterialSearch().search(position, 0); }

int most_taken(const Position& position) {
    return MaterialSearch(true).search(position, 0).centipawns;
}

int least_taken(const Position& position) {
    const bool in_check = position.in_check();
    int best = in_check ? -mate_gain : 0;
    for (const Move move : in_check ? legal_moves(position) : legal_captures(position))
        best = std::max(best, gain_of(position, move) - most_taken(position.after(move)));
    return best;
}

std::optional<Gain> best_material(const Position& position, int plies) {
    MaterialSearch search;
    Gain gain = search.search(position, plies);
    if (!search.is_complete()) return std::nullopt;
    return gain;
}

Tally tally(const Position& start, std::span<const Move> line, Color us, std::size_t least_moves) {
    line = line.first(std::min(line.size(), most_counted_plies));
    if (line.empty()) return {};
    const int before = balance(start, us);
    struct Count {
        int taken;    // the balance after the move
        int settled;  // once nothing hangs
        int lasting;  // the least settled balance from there on
    };
    std::vector<Count> counts;
    Position position = start;
    for (const Move move : line) {
        position.play(move);
        const int taken = balance(position, us) - before;
        const int hanging = settle(position).centipawns;
        const int settled = taken + (position.side_to_move() == us ? hanging : -hanging);
        counts.push_back({taken, settled, settled});
    }
    for (std::size_t i = counts.size() - 1; i > 0; --i)
        counts[i - 1].lasting = std::min(counts[i - 1].lasting, counts[i].lasting);

    const bool ends_the_game = !has_legal_move(position);
    const std::size_t last = counts.size() - 1;
    const std::size_t judged = ends_the_game ? last : last - std::min(last, lasting_plies);
    // The first move that wins most of it makes the proof: what comes later depends on more moves.
    const int most = counts[judged].lasting;
    const auto wins_most = [&](const Count& count) { return count.lasting >= least_part * most; };
    const auto decisive = std::ranges::find_if(counts, wins_most);
    const bool is_won = most >= least_material && decisive != counts.end();
    Tally tally{.centipawns = is_won ? decisive->lasting : most, .proof = {}};
    const int enough = tally.centipawns - exchange_tolerance;
    const auto first = counts.begin() + static_cast<std::ptrdiff_t>(std::min(
                                            last, std::max<std::size_t>(least_moves, 1) - 1));
    const auto won = std::find_if(first, counts.end(),
                                  [&](const Count& count) { return count.lasting >= enough; });
    const auto done = std::find_if(won, counts.end(), [&](const Count& count) {
        return count.taken >= enough && count.settled >= enough &&
               count.taken <= count.settled + exchange_tolerance;
    });
    const auto end = done != counts.end() ? done : won != counts.end() ? won : counts.end() - 1;
    tally.proof.assign(line.begin(), line.begin() + (end - counts.begin()) + 1);
    if (done == counts.end()) {
        const Moves rest = settle(position_after(start, tally.proof)).moves;
        tally.proof.insert(tally.proof.end(), rest.begin(), rest.end());
    }
    return tally;
}

Position position_after(Position position, std::span<const Move> line) {
    for (const Move move : line) position.play(move);
    return position;
}

bool is_checkmate(const Position& position) {
    return position.in_check() && !has_legal_move(position);
}

}  // namespace kibitz::explain
