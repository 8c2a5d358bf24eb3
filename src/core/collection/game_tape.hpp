// GameTape: what a PgnReader reports of a game, kept until it is known whether anybody wants the
// game; then it is played to a GameBuilder. Keeping costs far less than building.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.hpp"
#include "chess/move.hpp"
#include "chess/pgn.hpp"
#include "chess/position.hpp"

namespace kibitz::collection {

// A null move is Move::none().
void play(Position& position, Move move);

class GameTape final : public PgnVisitor {
   public:
    void begin_game() override;
    void tag(std::string_view name, std::string_view value) override;
    bool begin_moves(const Position& start) override;
    void move(const Position& before, Move move, const Position& after) override;
    void comment(std::string_view text) override { add(Kind::comment, text); }
    void comment_between_games(std::string_view text) override { between_games_ += text; }
    void nag(int number) override { add(Kind::nag, {}, number); }
    void begin_variation() override;
    void end_variation() override;
    void result(PgnResult result) override;
    void error(const PgnError& error) override { add_error(Kind::error, error); }
    void repair(const PgnError& repair) override { add_error(Kind::repair, repair); }
    void unread(std::string_view text) override { add(Kind::unread, text); }
    void kept_text(std::string_view text) override { add(Kind::kept_text, text); }

    // For who takes the rest of the game down: of a move of the main line, that it was played.
    void note_move(Move move) { moves_.push_back(move); }

    // Takes name and value of each tag.
    template <class Take>
    void each_tag(Take take) const {
        for (const Event& event : events_) {
            if (event.kind == Kind::begin_moves) return;
            if (event.kind != Kind::tag) continue;
            const std::string_view text = text_of(event);
            const auto name = static_cast<std::size_t>(event.number);
            take(text.substr(0, name), text.substr(name));
        }
    }
    // All of it, in the order it came.
    void play_to(PgnVisitor& visitor) const;
    // The game as it was read.
    [[nodiscard]] ReadGame build() const;

    [[nodiscard]] const Position& start() const { return start_; }
    // Of the main line.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    // The one behind the moves; unknown if there is none.
    [[nodiscard]] PgnResult end_marker() const { return result_; }

   private:
    enum class Kind : std::uint8_t {
        tag,
        begin_moves,
        move,
        comment,
        between_games,
        nag,
        begin_variation,
        end_variation,
        result,
        error,
        repair,
        unread,
        kept_text,
    };
    struct Event {
        Kind kind;
        int number;      // a move's bits, a NAG, a result, the length of a tag's name
        std::size_t at;  // in texts_, or in errors_
        std::size_t size;
    };

    template <class LinesOfGame>
    void tell(PgnVisitor& visitor, LinesOfGame lines) const;
    void add(Kind kind, std::string_view text = {}, int number = 0);
    void add_error(Kind kind, const PgnError& error);
    [[nodiscard]] std::string_view text_of(const Event& event) const;

    std::vector<Event> events_;
    std::string texts_;
    std::vector<PgnError> errors_;
    std::string between_games_;  // stands before the next game
    Position start_ = Position::initial();
    std::vector<Move> moves_;
    PgnResult result_ = PgnResult::unknown;
    int depth_ = 0;
};

}  // namespace kibitz::collection
