// Player: anything that can be asked for a move in a game of chess: the engine, the classic
// computer player, a human-like level or character, a random mover, somebody else's engine.
//
// A player thinks on the thread that asks it; BackgroundPlayer gives it one of its own. It keeps
// what it learned in a game until new_game().
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"

namespace kibitz::players {

// What a player is asked: a move in the last position of the game.
struct Turn {
    const Line& game;
    Limits limits;  // clocks, or how much to search; a player's own settings may say less
    // True: human-like players take the time a human would, rather than answer at once.
    bool at_human_pace = false;
};

// How far a player has come while it thinks; what a player does not know is empty or 0.
struct SearchProgress {
    std::optional<Score> score{};  // the player's view
    int depth = 0;                 // plies, or levels
    std::uint64_t nodes = 0;
    std::uint64_t nodes_per_second = 0;
};
using OnProgress = std::function<void(const SearchProgress&)>;

struct Choice {
    Move move{};
    std::optional<Score> score{};  // the player's view, if it has one
    int depth = 0;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    bool resigns = false;      // instead of the move, which the player could still make
    bool offers_draw = false;  // with the move
    std::string thoughts{};    // for people: what it saw; may have several lines, may be empty
};

struct PlayerError {
    enum class Kind : std::uint8_t {
        game_over,  // there is no legal move
        cancelled,  // as was asked
        failed,     // an engine crashed, memory was short, ...
    };
    Kind kind;
    std::string text;
};

class Player {
   public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    // Games with the same number, moves and limits are played alike by players that have a seed.
    virtual std::expected<void, PlayerError> new_game(std::uint64_t game_number) = 0;
    // Thinks and returns a legal move. `on_progress` may be empty; it is called on this or another
    // thread until the function returns. Asked to stop, it returns soon, with Kind::cancelled.
    virtual std::expected<Choice, PlayerError> choose(const Turn& turn,
                                                      const OnProgress& on_progress,
                                                      std::stop_token stop) = 0;
};

}  // namespace kibitz::players
