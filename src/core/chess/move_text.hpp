// What can be wrong with the text of a move, shared by UCI notation and SAN.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

enum class MoveTextReason : std::uint8_t {
    not_a_move,            // no notation of a move
    null_move,             // a pass (0000, --, Z0), written in comments, never played
    illegal,               // no piece of that kind can go there
    leaves_king_in_check,  // one could, if its king were safe afterwards
    ambiguous,             // several legal moves fit
};

struct MoveTextError {
    MoveTextReason reason;
    std::string text;                     // as it was given (the start of it, if it is long)
    std::vector<std::string> candidates;  // for `ambiguous`: the moves that fit, in SAN

    bool operator==(const MoveTextError&) const = default;
};

// People read: move "Nd2": ambiguous: Nbd2 or Nfd2
std::string to_string(const MoveTextError& error);

namespace detail {

MoveTextError move_text_error(MoveTextReason reason, std::string_view text);
MoveTextError ambiguous_move(const Position& position, std::string_view text,
                             const MoveList& candidates);
// Tells apart `illegal` and `leaves_king_in_check` for a piece that is to go from one square to
// another and cannot.
MoveTextReason why_illegal(const Position& position, Square from, Square to);

}  // namespace detail
}  // namespace kibitz
