#include "explain/detail/threats.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "chess/see.hpp"
#include "explain/deeds.hpp"

namespace kibitz::explain {
namespace {

constexpr int least_first_gain = 150;
constexpr double least_part_at_once = 0.6;

// The search for material goes on with any moves once it has won it.
void drop_quiet_end(const Position& start, Moves& line) {
    while (line.size() > 1) {
        const Position last = position_after(start, std::span(line).first(line.size() - 1));
        if (last.is_capture(line.back()) || line.back().is_promotion()) return;
        line.pop_back();
    }
}

// A threat is to take what can be taken first: what comes later depends on an answer that nobody
// would give.
void keep_first_gain(const Position& start, Gain& threat) {
    const Color us = start.side_to_move();
    Position position = start;
    for (std::size_t i = 0; i < threat.moves.size(); ++i) {
        position.play(threat.moves[i]);
        if (position.side_to_move() == us) continue;
        const int taken = balance(position, us) - balance(start, us);
        const int won = std::min(taken, taken - settle(position).centipawns);
        if (won < least_first_gain || won < least_part_at_once * threat.centipawns) continue;
        threat.centipawns = std::min(threat.centipawns, won);
        threat.moves.resize(i + 1);
        return;
    }
}

// Where one capture wins as much, nobody needs an exchange before it.
void prefer_one_capture(const Position& start, Gain& threat) {
    constexpr std::size_t with_exchange = 3;
    if (threat.moves.size() < with_exchange) return;
    for (const Move move : legal_captures(start)) {
        const Gain back = settle(start.after(move));
        const int won = exchange_value(type_of(start.captured_by(move))) - back.centipawns;
        if (won < threat.centipawns) continue;
        threat.moves = back.moves;
        threat.moves.insert(threat.moves.begin(), move);
        return;
    }
}

}  // namespace

std::optional<Gain> threat_in(Position position) {
    if (position.in_check()) return std::nullopt;
    position.play_null();
    auto threat = best_material(position, threat_plies);
    if (!threat) threat = best_material(position, 1);
    if (threat && !threat->mates()) {
        drop_quiet_end(position, threat->moves);
        prefer_one_capture(position, *threat);
        keep_first_gain(position, *threat);
    }
    return threat;
}

bool can_be_taken(const Position& position, Square square) {
    return std::ranges::any_of(legal_captures(position), [&](Move move) {
        return move.to() == square && see_at_least(position, move, 0);
    });
}

bool prey_can_take(const Position& position, const Gain& threat) {
    if (threat.mates()) return false;
    return std::ranges::any_of(legal_captures(position), [&](Move move) {
        return move.from() == threat.moves.front().to() && see_at_least(position, move, 0);
    });
}

bool is_plain_attack(const Position& before, Move move, const Gain& threat) {
    if (threat.mates()) return false;
    const auto deeds = deeds_of(before, std::span(&move, 1));
    return std::ranges::any_of(deeds, [&](const Deed& deed) {
        return deed.kind == DeedKind::attacks && deed.on.size() == 1 &&
               deed.on.front().square == threat.moves.front().to();
    });
}

bool can_be_parried(const Position& position) {
    return std::ranges::any_of(legal_moves(position), [&](Move move) {
        return settle(position.after(move)).centipawns < least_material;
    });
}

}  // namespace kibitz::explain
