// The rules of a game for two, as the arena sees them: a state machine with JSON in and out that
// knows nothing of players, clocks and connections.
//
// A new game is one file that defines a Rules, a line in games.cpp, tests, and a part of
// docs/games.md.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace kibitz::games {

using Json = nlohmann::json;

// The first is the one with the first colour: White, X, red. It need not be the first to move: a
// game of chess may begin from any position.
enum class Side : std::uint8_t { first, second };
constexpr Side operator~(Side side) { return side == Side::first ? Side::second : Side::first; }
constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

struct Outcome {
    std::optional<Side> winner;  // nobody in a draw
    std::string reason;          // "checkmate", "line", "full board"

    bool operator==(const Outcome&) const = default;
};

// A game being played.
class State {
   public:
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    virtual ~State() = default;

    [[nodiscard]] virtual Side side_to_move() const = 0;
    // The end of the game, if the last move was its end.
    [[nodiscard]] virtual std::optional<Outcome> outcome() const = 0;
    // A move of the side to move, from any source, in the one form that play() takes; or what is
    // wrong with it, for people.
    [[nodiscard]] virtual std::expected<Json, std::string> check(const Json& move) const = 0;
    // A move that check() gave; the game is not over.
    virtual void play(const Json& checked_move) = 0;
    // They have the form of check(); there are none when the game is over.
    [[nodiscard]] virtual std::vector<Json> legal_moves() const = 0;
    // What is on the board, for a client to show.
    [[nodiscard]] virtual Json view() const = 0;

    // Why the side to move may claim a draw.
    [[nodiscard]] virtual std::optional<std::string> draw_claim() const { return std::nullopt; }
    // False if nothing the opponent can do lets the side win: then it does not win by the clock.
    [[nodiscard]] virtual bool can_win(Side) const { return true; }
};

// A game that was played, for notations of it.
struct Record {
    Json setup = Json::object();
    std::vector<Json> moves{};  // as State::check() gave them
    std::array<std::string, 2> players{};
    std::string event{};
    std::string date{};  // 2017.07.01
    // More for the head of the notation, by PGN's names.
    std::vector<std::pair<std::string, std::string>> tags{};
    // What the mover had left after each move; may be empty.
    std::vector<std::chrono::milliseconds> clocks{};
    bool is_over = false;
    std::optional<Side> winner{};
};

class Rules {
   public:
    virtual ~Rules() = default;
    // As it stands in messages and addresses.
    [[nodiscard]] virtual std::string_view name() const = 0;
    // People read this.
    [[nodiscard]] virtual std::string_view title() const = 0;
    // "white", "X", "red"
    [[nodiscard]] virtual std::string_view side_name(Side side) const = 0;
    // Players may agree on a draw.
    [[nodiscard]] virtual bool has_draw_offers() const { return false; }
    // A start for a game whose players named none, drawn by the number.
    [[nodiscard]] virtual Json draw_setup(std::uint64_t) const { return Json::object(); }
    // The game in the notation that its players use, if they have one: PGN.
    [[nodiscard]] virtual std::optional<std::string> notation(const Record&) const {
        return std::nullopt;
    }
    // The error says what is wrong with the setup, for people.
    [[nodiscard]] virtual std::expected<std::unique_ptr<State>, std::string> start(
        const Json& setup) const = 0;
};

}  // namespace kibitz::games
