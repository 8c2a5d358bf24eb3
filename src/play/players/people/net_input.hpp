// What the move model reads of a position, and files of positions say to its teachers and judges:
// planes of 64 bits, and who is to move.
//
// The board is seen from the side to move, its first rank below. Beside the men and the last moves
// there are planes of what every player looks at (who attacks what, what hangs, what is pinned).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chess/movegen.hpp"
#include "players/human/scene.hpp"
#include "players/people/mover.hpp"

namespace kibitz::players {

inline constexpr int net_plane_count = 36;

// The planes in their order, after six of the mover's men and six of the opponent's.
enum class NetPlane : std::uint8_t {
    own_en_prise = 12,  // attacked by a cheaper man, or attacked and not defended
    their_en_prise,
    own_attacks,
    own_double_attacks,
    their_attacks,
    their_double_attacks,
    own_pawn_attacks,
    their_pawn_attacks,
    knight_checks,  // from where the mover would give check
    diagonal_checks,
    straight_checks,
    own_pinned,
    their_pinned,
    discoverers,
    last_from,  // the opponent's last move
    last_to,
    last_capture,
    own_last_from,  // the mover's move before that
    own_last_to,
    castling_rooks,
    en_passant,
    repeated,  // every square, if the position was there before
    checkers,
    board,  // every square: where the board ends
};

// Who plays, beyond what Mover says.
struct NetMover {
    int rating = 1500;  // on lichess's scale
    int opponent = 1500;
    TimeClass time_class = TimeClass::rapid;
};

struct NetInput {
    std::array<std::uint64_t, net_plane_count> planes{};
    NetMover mover;
    int halfmove_clock = 0;
};

NetInput net_input(const Scene& scene, const NetMover& mover);

// A move as the side to move sees it: from | to << 6 | promotion << 12 (0 none or queen, 1 knight,
// 2 bishop, 3 rook). Castling is the king's move to its rook's square.
std::uint16_t net_move(Move move, Color side);

}  // namespace kibitz::players
