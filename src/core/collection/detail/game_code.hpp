// What a reader reports of a game as bytes: one for a move, and a few for all else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.hpp"
#include "chess/pgn.hpp"
#include "chess/zobrist.hpp"
#include "collection/detail/board_histories.hpp"

namespace kibitz::collection::detail {

// The positions of main lines, one game behind the other, each with the bits of what was played in
// it first; and where each game ends among them, and who moves first in it.
struct MainLines {
    std::vector<Key> keys;
    std::vector<std::uint16_t> replies;
    std::vector<std::uint32_t> ends;
    std::vector<Color> moves_first;

    void clear() {
        keys.clear();
        replies.clear();
        ends.clear();
        moves_first.clear();
    }
};
// The reply where the game ends; no move has these bits.
inline constexpr std::uint16_t no_reply = 0xFFFF;

// What becomes of games: what was read of them without tags, their positions and boards, one game
// behind the other.
struct EncodedGames {
    std::string moves;
    MainLines lines;
    std::string boards;

    // As if there were none; the memory stays.
    void clear() {
        moves.clear();
        lines.clear();
        boards.clear();
    }
};

class GameEncoder final : public PgnVisitor {
   public:
    // Without `has_positions`, positions are left out.
    GameEncoder(EncodedGames& games, bool has_positions)
        : out_(games.moves),
          lines_(games.lines),
          boards_(games.boards),
          has_positions_(has_positions) {}

    void begin_game() override;
    bool begin_moves(const Position& start) override;
    void move(const Position& before, Move move, const Position& after) override;
    void comment(std::string_view text) override;
    void comment_between_games(std::string_view text) override;
    void nag(int number) override;
    void begin_variation() override;
    void end_variation() override;
    void result(PgnResult result) override;
    void error(const PgnError& error) override;
    void repair(const PgnError& repair) override;
    void unread(std::string_view text) override;
    void kept_text(std::string_view text) override;
    void end_game() override;

    // The mark of an opening that the main line reached last, by its number; 0 for none.
    [[nodiscard]] std::uint16_t opening() const { return opening_; }

   private:
    void fault(std::uint8_t code, const PgnError& error);
    // What is no move.
    void begin(std::uint8_t code);
    void reach(const Position& position);

    std::string& out_;
    MainLines& lines_;
    std::string& boards_;
    bool has_positions_;
    BoardHistoryWriter history_;
    std::uint16_t opening_ = 0;
    bool has_begun_ = false;   // the moves
    bool owes_start_ = false;  // the usual one, which a move or a result says, too
    int depth_ = 0;            // of variations
};

// How moves are written: as in version 1 of segments, or as since then.
enum class MoveCoding : std::uint8_t { numbers, pieces };

// Tells the visitor what the bytes say, up to the end of the game, which is left out. False if they
// make no sense. It ends early when *has_enough is true, if there is one.
bool decode_game(std::string_view bytes, MoveCoding coding, PgnVisitor& visitor,
                 const bool* has_enough);

}  // namespace kibitz::collection::detail
