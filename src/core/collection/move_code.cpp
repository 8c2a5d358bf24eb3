#include "collection/move_code.hpp"

#include <algorithm>
#include <array>

#include "chess/movegen.hpp"

namespace kibitz::collection {

std::uint8_t encode_move(const Position& position, Move move) {
    return static_cast<std::uint8_t>(std::ranges::count_if(
        legal_moves(position), [move](Move other) { return other.bits() < move.bits(); }));
}

std::optional<Move> decode_move(const Position& position, std::uint8_t code) {
    MoveList moves = legal_moves(position);
    if (code >= moves.size()) return std::nullopt;
    Move* const wanted = moves.begin() + code;
    std::nth_element(moves.begin(), wanted, moves.end(),
                     [](Move a, Move b) { return a.bits() < b.bits(); });
    return *wanted;
}

}  // namespace kibitz::collection
