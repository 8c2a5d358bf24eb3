#include "explain/detail/causes.hpp"

#include "chess/attacks.hpp"
#include "explain/material.hpp"

namespace kibitz::explain {
namespace {

// True if the moved piece could have taken what goes to the square, and now that is safe there.
bool is_unguarded(const Position& before, Move played, Move answer) {
    const Square goal = arrival(answer);
    const Position after = before.after(played);
    if (!before.attackers_to(goal).contains(played.from()) ||
        after.attackers_to(goal).contains(arrival(played)))
        return false;
    Position passed = before;
    passed.play_null();
    return passed.is_legal(answer) && settle(passed.after(answer)).centipawns >= least_material &&
           settle(after.after(answer)).centipawns < least_material;
}

}  // namespace

std::optional<Cause> cause_of(const Position& before, Move played, Move answer) {
    const Position after = before.after(played);
    if (before.in_check() || played.is_castling() || answer.is_castling() ||
        after.is_capture(answer))
        return std::nullopt;
    if (answer.to() == played.from() || is_unguarded(before, played, answer))
        return Cause{.kind = CauseKind::gives_up_square, .square = answer.to()};
    if (between(answer.from(), answer.to()).contains(played.from()))
        return Cause{.kind = CauseKind::opens_way, .square = played.from()};
    return std::nullopt;
}

}  // namespace kibitz::explain
