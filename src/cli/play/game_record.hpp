// GameRecord: a game that is being played at a terminal: its players, moves, clocks and end. It
// becomes PGN to be kept, and comes back from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/game.hpp"
#include "chess/outcome.hpp"
#include "cli/play/opponents.hpp"

namespace kibitz::cli {

enum class Seat : std::uint8_t { person, engine };

struct ClockSetting {
    std::int64_t base_ms = 0;       // for the whole game
    std::int64_t increment_ms = 0;  // after each move
    bool operator==(const ClockSetting&) const = default;
};

struct GameSettings {
    std::array<Seat, color_count> seats{Seat::person, Seat::engine};
    std::string opponent{default_opponent};  // who plays on the engine's seat
    std::optional<ClockSetting> clock;
    Position start = Position::initial();

    [[nodiscard]] Seat seat(Color color) const {
        return seats[static_cast<std::size_t>(index(color))];
    }
    [[nodiscard]] bool has_engine() const {
        return seat(Color::white) == Seat::engine || seat(Color::black) == Seat::engine;
    }
};

struct GameEnd {
    PgnResult result = PgnResult::unknown;
    std::string reason;  // "checkmate", "White resigned"
    bool on_time = false;
};

class GameRecord {
   public:
    // What is left to each side.
    using Clocks = std::array<std::int64_t, color_count>;

    explicit GameRecord(GameSettings settings = {});

    [[nodiscard]] const GameSettings& settings() const { return settings_; }
    void set_opponent(std::string opponent) { settings_.opponent = std::move(opponent); }
    void swap_seats() { std::swap(settings_.seats[0], settings_.seats[1]); }

    [[nodiscard]] const Line& line() const { return line_; }
    [[nodiscard]] const Position& position() const { return line_.position(); }
    [[nodiscard]] Seat seat_to_move() const { return settings_.seat(position().side_to_move()); }
    [[nodiscard]] Move last_move() const;
    // What is left to a side, in ms, at the beginning of the turn, or after so many moves.
    // Meaningless without a clock.
    [[nodiscard]] std::int64_t clock(Color color) const {
        return clocks_.back()[static_cast<std::size_t>(index(color))];
    }
    [[nodiscard]] std::int64_t clock_after(int moves, Color color) const {
        return clocks_[static_cast<std::size_t>(moves)][static_cast<std::size_t>(index(color))];
    }

    // Plays a legal move that took so long, and forgets the moves taken back.
    void play(Move move, std::int64_t spent_ms);
    [[nodiscard]] bool can_undo() const { return !line_.moves().empty(); }
    [[nodiscard]] bool can_redo() const { return !undone_.empty(); }
    // One move back, with the clocks of then; the game continues.
    void undo();
    // The move last taken back.
    void redo();

    // The pieces that a side has taken, pawns first.
    [[nodiscard]] std::vector<Piece> taken_by(Color color) const;

    // What ended the game: the board, or what set_end was given.
    [[nodiscard]] std::optional<GameEnd> end() const;
    void set_end(GameEnd end) { end_ = std::move(end); }
    // Takes back what set_end was given. False if it was not called, or a flag had fallen.
    bool reopen();

    // "You" and "Level 3", or "White" and "Black".
    [[nodiscard]] std::string player_name(Color color) const;

   private:
    struct Undone {
        Move move;
        Clocks clocks;
    };

    GameSettings settings_;
    Line line_;
    std::vector<Clocks> clocks_;  // one more than the moves
    std::vector<Undone> undone_;
    std::optional<GameEnd> end_;

    friend GameRecord to_record(const Game& game, const GameSettings& otherwise);
};

// The game gets tags that name the players, and clock times as comments. `date` as PGN writes it:
// 2024.12.31.
Game to_game(const GameRecord& record, const std::string& date);

// The main line of a game. What its tags do not say of players and clock is taken from
// `otherwise`. A result that the board does not show is not kept, so that the game can continue.
GameRecord to_record(const Game& game, const GameSettings& otherwise);

}  // namespace kibitz::cli
