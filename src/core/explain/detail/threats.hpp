// What a side threatens in a position where it is not its turn, counted in material.
#pragma once

#include <optional>
#include <span>

#include "explain/material.hpp"

namespace kibitz::explain {

inline constexpr int threat_plies = 3;

// Nothing if the side to move is in check, where nobody can pass.
std::optional<Gain> threat_in(Position position);
// True if the other side puts the piece there of its own accord that the last move takes: what is
// offered is not won.
bool is_offered(const Position& start, std::span<const Move> line);
// A piece that can simply be taken, such as a queen that offers its exchange, threatens little.
bool can_be_taken(const Position& position, Square square);
// True if the piece that is threatened can itself take something without loss: then the threat
// stands for little.
bool prey_can_take(const Position& position, const Gain& threat);
// True if the move does no more than attack what the threat takes: the line shows what follows
// when it has gone away.
bool is_plain_attack(const Position& before, Move move, const Gain& threat);
// True if the move attacks what the threat only takes, and something else as well.
bool is_fork(const Position& before, Move move, const Gain& threat);
// True if some move leaves less than that to be won at once.
bool can_be_parried(const Position& position, int least = least_material);

}  // namespace kibitz::explain
