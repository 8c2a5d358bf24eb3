// How a game between two players ended, as the match sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chess/color.hpp"

namespace kibitz::match {

enum class Ending : std::uint8_t {
    checkmate,
    stalemate,
    dead_position,
    repetition,
    fifty_moves,
    draw_agreed,   // both sides showed a level score long enough, or agreed on the draw
    resigned,      // a side showed a lost score long enough, or resigned
    tablebase,     // adjudicated by endgame tables
    move_limit,    // -maxmoves
    time,          // the loser's clock ran out
    illegal_move,  // the loser made one
    illegal_pv,    // strict only: the loser showed a line with one
    disobeyed,     // strict only: the loser searched beyond its limit
    crash,         // the loser's process ended
    stall,         // the loser did not answer any more
    failed_start,  // the loser could not be started
    garbage,       // the loser's output was no UCI
    abandoned,     // the match was stopped; the game does not count
};
constexpr int ending_count = 18;
constexpr int index(Ending ending) { return static_cast<int>(ending); }
const char* to_string(Ending ending);
// The engine's doing rather than the game's.
bool is_fault(Ending ending);
// The loser's process failed: the game says nothing of how well it plays.
bool is_breakdown(Ending ending);
struct GameEnd {
    Ending ending = Ending::abandoned;
    std::optional<Color> winner;  // nobody in a draw
    // For a fault it says what exactly. For a resignation and an agreed draw it is empty if the
    // match decided so, and something if the engines did.
    std::string detail;

    bool operator==(const GameEnd&) const = default;
};

// "1-0", "0-1", "1/2-1/2" or "*".
const char* result_text(const GameEnd& end);
// PGN's Termination tag: normal, adjudication, time forfeit, rules infraction, abandoned ...
const char* pgn_termination(const GameEnd& end);

// "White wins by checkmate", "Draw by repetition", "Black wins: White crash: exit code 3 ..."
std::string to_string(const GameEnd& end);

// Points of `side`, in half points: 0, 1 or 2.
constexpr int half_points(const std::optional<Color>& winner, Color side) {
    return !winner ? 1 : *winner == side ? 2 : 0;
}

}  // namespace kibitz::match
