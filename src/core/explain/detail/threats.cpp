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

// What the other side gives on the way, when it has nothing better, is not threatened.
void drop_offers(const Position& start, Gain& threat) {
    if (!is_offered(start, threat.moves)) return;
    while (is_offered(start, threat.moves)) threat.moves.resize(threat.moves.size() - 2);
    const Position end = position_after(start, threat.moves);
    const Color us = start.side_to_move();
    const int hanging = settle(end).centipawns;
    const int won =
        balance(end, us) - balance(start, us) + (end.side_to_move() == us ? hanging : -hanging);
    threat.centipawns = std::min(threat.centipawns, won);
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
        const Gain back = settle(position);
        const int won = std::min(taken, taken - back.centipawns);
        if (won < least_first_gain || won < least_part_at_once * threat.centipawns) continue;
        threat.centipawns = std::min(threat.centipawns, won);
        threat.moves.resize(i + 1);
        // What is taken back for it is part of the threat.
        if (won < taken - exchange_tolerance)
            threat.moves.insert(threat.moves.end(), back.moves.begin(), back.moves.end());
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

// How many pieces the move attacks, if what the threat takes is among them.
std::size_t attacked_with(const Position& before, Move move, const Gain& threat) {
    if (threat.mates()) return 0;
    const Square prey = threat.moves.front().to();
    for (const Deed& deed : deeds_of(before, std::span(&move, 1)))
        if (deed.kind == DeedKind::attacks &&
            std::ranges::find(deed.on, prey, &PlacedPiece::square) != deed.on.end())
            return deed.on.size();
    return 0;
}

}  // namespace

std::optional<Gain> threat_in(Position position) {
    if (position.in_check()) return std::nullopt;
    position.play_null();
    auto threat = best_material(position, threat_plies);
    if (!threat) threat = best_material(position, 1);
    if (threat && !threat->mates()) {
        drop_offers(position, *threat);
        drop_quiet_end(position, threat->moves);
        prefer_one_capture(position, *threat);
        keep_first_gain(position, *threat);
    }
    return threat;
}

bool is_offered(const Position& start, std::span<const Move> line) {
    constexpr std::size_t with_offer = 3;
    if (line.size() < with_offer) return false;
    const Move offer = line[line.size() - 2], taking = line.back();
    const Position before = position_after(start, line.first(line.size() - 2));
    return taking.to() == offer.to() && !before.is_capture(offer) && !before.in_check();
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
    return attacked_with(before, move, threat) == 1;
}

bool is_fork(const Position& before, Move move, const Gain& threat) {
    constexpr std::size_t capture_and_retaking = 2;
    return threat.moves.size() <= capture_and_retaking && attacked_with(before, move, threat) > 1;
}

bool can_be_parried(const Position& position, int least) {
    return std::ranges::any_of(legal_moves(position), [&](Move move) {
        return settle(position.after(move)).centipawns < least;
    });
}

}  // namespace kibitz::explain
