// What the boards of a segment's games showed: the material from beginning to end, and which
// features of pawns and bishops there ever were. A few bytes a game tell which games a question
// about the board can find, so that the moves of the others are not looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "collection/query.hpp"
#include "collection/segment.hpp"

namespace kibitz::collection::detail {

// Follows the main line of one game after another.
class BoardHistoryWriter {
   public:
    void begin_game();
    void begin_moves(const Position& start);
    void move(const Position& before, Move move, const Position& after);
    // Appends what was seen of the game.
    void end_game(std::string& out);

   private:
    void look_at_bishops(const Position& position);
    void change(std::uint8_t what);

    std::uint64_t features_ = 0;
    std::string start_;    // its material, if it is not the usual one
    std::string changes_;  // of the material
    std::uint64_t stands_ = 0;
};

// What the board of each game says to a query that asks for one. Nothing if the bytes are not those
// of so many games.
std::optional<std::vector<BoardFit>> board_fits(std::string_view bytes, std::size_t games,
                                                const Query& query);

}  // namespace kibitz::collection::detail
