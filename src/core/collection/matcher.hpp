// Matcher: follows one game after another and says of each whether a query wants it.
#pragma once

#include <optional>
#include <string_view>

#include "chess/move.hpp"
#include "chess/openings.hpp"
#include "chess/position.hpp"
#include "collection/game_head.hpp"
#include "collection/query.hpp"

namespace kibitz::collection {

// What is known of a game before its moves come, to be true of it and not to be looked at.
struct KnownOfGame {
    bool has_board = false;    // as asked for, at some time
    bool has_length = false;   // as asked for
    bool has_opening = false;  // as asked for
};

class Matcher {
   public:
    explicit Matcher(const Query& query);

    // A game begins, with its tags.
    void begin_game(KnownOfGame known = {});
    // Its tags fit, and the moves come.
    void begin_moves(const Position& start);
    // A move of the main line.
    void move(Move move, const Position& after);
    void comment(std::string_view text);
    // Whether the game that has ended is wanted; its tags fit.
    [[nodiscard]] bool is_wanted(const GameHead& head) const;
    // Whether no more moves or comments can make it a wanted game.
    [[nodiscard]] bool is_ruled_out() const { return !is_on_line_ || has_too_few_pieces_; }
    // Whether none can make it an unwanted one.
    [[nodiscard]] bool is_certain() const;

    // The move that was played in the position asked for, or at the start where none is, when the
    // game first had it; as the side that was asked for played it.
    [[nodiscard]] std::optional<Move> reply() const { return reply_; }
    // Whether that position had its colours changed over.
    [[nodiscard]] bool is_swapped() const { return is_swapped_; }
    // The half moves of the main line.
    [[nodiscard]] int plies() const { return plies_; }
    // By the moves; looked up for queries that ask for it.
    [[nodiscard]] const std::optional<Opening>& opening() const { return opening_; }

   private:
    void look_at(const Position& position);
    [[nodiscard]] bool opening_fits(const GameHead& head) const;

    const Query& query_;
    int fewest_pieces_ = 0;  // of the wanted positions
    int plies_ = 0;
    bool has_position_ = false;
    bool has_too_few_pieces_ = false;  // to reach one of them
    bool is_swapped_ = false;
    bool waits_for_reply_ = false;
    std::optional<Move> reply_;
    bool is_on_line_ = true;
    int stands_ = 0;  // half moves for which the board has been as asked for
    bool has_board_ = false;
    bool has_length_ = false;
    bool has_comment_ = false;
    bool has_opening_ = false;
    std::optional<Opening> opening_;
};

}  // namespace kibitz::collection
