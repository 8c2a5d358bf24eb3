// Matcher: follows one game after another and says of each whether a query wants it.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/bitboard.hpp"
#include "chess/color.hpp"
#include "chess/move.hpp"
#include "chess/openings.hpp"
#include "chess/position.hpp"
#include "chess/zobrist.hpp"
#include "collection/evaluations.hpp"
#include "collection/game_head.hpp"
#include "collection/query.hpp"

namespace kibitz::collection {

// What is known of a game before its moves come, to be true of it and not to be looked at.
struct KnownOfGame {
    bool has_board = false;    // as asked for, at some time
    bool has_length = false;   // as asked for
    bool has_opening = false;  // as asked for
};

// What a game only loses: the pieces of each side, and the pawns that stand where they began.
struct Remains {
    std::array<int, color_count> pieces{};
    Bitboard home_pawns;

    // Whether these can be left of the others.
    [[nodiscard]] bool can_come_of(const Remains& before) const {
        return pieces[0] <= before.pieces[0] && pieces[1] <= before.pieces[1] &&
               (home_pawns & ~before.home_pawns).empty();
    }
};
Remains remains_of(const Position& position);

class Matcher {
   public:
    explicit Matcher(const Query& query);

    // A game begins, with its tags.
    void begin_game(KnownOfGame known = {});
    // Its tags fit, and the moves come.
    void begin_moves(const Position& start);
    // A move of the main line.
    void move(Move move, const Position& after);
    // A comment, on the main line or in a variation.
    void comment(std::string_view text, bool is_on_main_line);
    // Whether the game that has ended is wanted; its tags fit.
    [[nodiscard]] bool is_wanted(const GameHead& head) const;
    // Whether no more moves or comments can make it a wanted game.
    [[nodiscard]] bool is_ruled_out() const { return !is_on_line_ || is_past_position_; }
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
    [[nodiscard]] bool pawns_fit(const Position& position);
    [[nodiscard]] bool opening_fits(const GameHead& head) const;
    [[nodiscard]] bool is_done_by_player(const GameHead& head) const;

    const Query& query_;
    std::vector<Remains> needed_;  // for the wanted positions
    int plies_ = 0;
    bool has_position_ = false;
    bool is_past_position_ = false;  // none of them can be reached any more
    bool is_swapped_ = false;
    bool waits_for_reply_ = false;
    std::optional<Move> reply_;
    bool is_on_line_ = true;
    int stands_ = 0;                 // half moves for which the board has been as asked for
    std::optional<Key> last_pawns_;  // that were looked at, and whether they fit
    bool did_pawns_fit_ = false;
    bool has_board_ = false;
    bool has_length_ = false;
    bool has_comment_ = false;
    bool has_opening_ = false;
    std::optional<Opening> opening_;
    Evaluations evaluations_;
    Position start_ = Position::initial();  // and the moves, where motifs are looked for
    std::vector<Move> moves_;
};

}  // namespace kibitz::collection
