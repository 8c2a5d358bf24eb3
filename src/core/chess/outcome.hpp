// How a game of chess ends, by the FIDE Laws of Chess (2023): what ends it at once, what a
// player may claim, and who can still win when a flag falls.
//
// Exactly what is decided, and what is left to the players, is in docs/rules.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

// What ends a game without anyone asking.
enum class Termination : std::uint8_t {
    checkmate,
    stalemate,
    dead_position,        // no series of legal moves leads to a checkmate (article 5.2.2)
    fivefold_repetition,  // article 9.6.1
    seventy_five_moves,   // 75 moves of each side without capture or pawn move (article 9.6.2)
};
const char* to_string(Termination termination);

struct Outcome {
    Termination termination;
    std::optional<Color> winner;  // nobody in a draw

    bool operator==(const Outcome&) const = default;
};

// The draws a player may claim when it is their move.
enum class DrawClaim : std::uint8_t {
    threefold_repetition,  // article 9.2
    fifty_moves,           // article 9.3
};
const char* to_string(DrawClaim claim);

// True if no series of legal moves can lead to a checkmate by either side. Sound, not complete:
// bare kings, a single minor piece, bishops that all stand on squares of one colour, and kings
// that locked pawns keep apart are recognised.
bool is_dead_position(const Position& position);

// False if `side` cannot checkmate by any series of legal moves, the worst play of its opponent
// included: then it does not win when the opponent's flag falls (article 6.9). Sound, not
// complete, in the same way as is_dead_position.
bool can_win(const Position& position, Color side);

// A line of play: a start and the moves made from it, with all that repetition needs.
class Line {
   public:
    explicit Line(const Position& start = Position::initial()) : positions_{start} {}

    [[nodiscard]] const Position& start() const { return positions_.front(); }
    [[nodiscard]] const Position& position() const { return positions_.back(); }
    // After that many moves: 0 is the start.
    [[nodiscard]] const Position& position_after(int moves) const {
        return positions_[static_cast<std::size_t>(moves)];
    }
    [[nodiscard]] std::span<const Move> moves() const { return moves_; }

    // Plays a legal move.
    void play(Move move);
    // Takes the last move back; there is one.
    void undo();

    // How often the position on the board has occurred in this line, now included.
    [[nodiscard]] int occurrences() const { return occurrences_of(position()); }

    // The end of the game, if the last move was its end.
    [[nodiscard]] std::optional<Outcome> outcome() const;
    // The draw that the side to move can claim on the position on the board; none in a finished
    // game.
    [[nodiscard]] std::optional<DrawClaim> claim() const;
    // The draw it can claim by announcing a legal move without playing it; none with a move that
    // mates, stalemates or leaves a dead position: it ends the game itself.
    [[nodiscard]] std::optional<DrawClaim> claim_with(Move move) const;

   private:
    // `position` is the last position or one that would follow it.
    [[nodiscard]] int occurrences_of(const Position& position) const;
    [[nodiscard]] std::optional<DrawClaim> claim_on(const Position& position) const;

    std::vector<Position> positions_;  // one more than the moves
    std::vector<Move> moves_;
};

}  // namespace kibitz
