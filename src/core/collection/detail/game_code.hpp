// What a reader reports of a game as bytes: one for a move, and a few for all else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/pgn.hpp"
#include "chess/zobrist.hpp"
#include "collection/detail/board_histories.hpp"
#include "collection/detail/string_table.hpp"

namespace kibitz::collection::detail {

// The positions of main lines, one game behind the other, each with the bits of what was played in
// it first.
struct MainLines {
    std::vector<Key> keys;
    std::vector<std::uint16_t> replies;
};
// The reply where the game ends; no move has these bits.
inline constexpr std::uint16_t no_reply = 0xFFFF;

// Where the bytes of games go: what was read to `moves`, their tags to `heads`.
struct EncodedGames {
    std::string& moves;
    std::string& heads;
    StringTable& strings;
    MainLines& lines;
    std::string& boards;
};

class GameEncoder final : public PgnVisitor {
   public:
    explicit GameEncoder(const EncodedGames& games)
        : out_(games.moves),
          heads_(games.heads),
          strings_(games.strings),
          lines_(games.lines),
          boards_(games.boards) {}

    void begin_game() override;
    void tag(std::string_view name, std::string_view value) override;
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
    void end_game() override { history_.end_game(boards_); }

   private:
    void fault(std::uint8_t code, const PgnError& error);
    // What is no move.
    void begin(std::uint8_t code);
    void reach(const Position& position);

    std::string& out_;
    std::string& heads_;
    StringTable& strings_;
    MainLines& lines_;
    std::string& boards_;
    BoardHistoryWriter history_;
    int depth_ = 0;  // of variations
};

// How moves are written: as in version 1 of segments, or as since then.
enum class MoveCoding : std::uint8_t { numbers, pieces };

// Tells the visitor what the bytes say, up to the end of the game, which is left out. False if they
// make no sense. It ends early when *has_enough is true, if there is one.
bool decode_game(std::string_view bytes, MoveCoding coding, PgnVisitor& visitor,
                 const bool* has_enough);

}  // namespace kibitz::collection::detail
