// LiveGame: a game between two players, with clocks, offers and absences. It decides what an action
// amounts to; everything that happens is an event, and the same events give the same game.
//
// A game knows nothing of others: a server may keep each on a thread of its choice.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/error_code.hpp"
#include "arena/game_event.hpp"

namespace kibitz::arena {

// What a player can do. Lag: how long the opponent's move and the reply to it are on the way, as
// measured.
struct MakeMove {
    Json move;
    Milliseconds lag{0};
};
struct OfferDraw {};  // or accept the opponent's
struct DeclineDraw {};
struct ClaimDraw {};
// One's own last move, with the reply to it if there is one; the opponent has to accept.
struct AskTakeback {};
struct AcceptTakeback {};
struct DeclineTakeback {};
struct GiveTime {};  // to the opponent
struct Resign {};
struct Abort {};  // before both have moved
struct SendChat {
    std::string text;
};
// These come from the server.
struct Disconnect {};
struct Reconnect {};

using GameAction =
    std::variant<MakeMove, OfferDraw, DeclineDraw, ClaimDraw, AskTakeback, AcceptTakeback,
                 DeclineTakeback, GiveTime, Resign, Abort, SendChat, Disconnect, Reconnect>;

class LiveGame {
   public:
    // Players have so long to come back after the server was down.
    static constexpr Milliseconds return_window{300'000};
    static constexpr std::size_t longest_chat = 200;  // bytes
    static constexpr int most_chats = 100;            // of one player in a game: they are kept
    static constexpr Milliseconds gift{15'000};
    static constexpr int most_gifts = 100;  // of one player in a game, as they are kept
    // Aborting is for those who have not begun.
    static constexpr int most_plies_to_abort = 1;

    // Both players are there. Refused if something is wrong with the settings. The first event is
    // in events().
    static std::expected<LiveGame, Refusal> start(const GameSettings& settings, Time now);
    // A game out of its events; they begin with Started. Nothing if they fit no game.
    static std::optional<LiveGame> replay(const std::vector<GameEvent>& events);

    // Takes one more event out of a log. False, and no change, if it does not fit.
    bool accept(const GameEvent& event);

    // What the action leads to, with all that happened by the clock before it; or why it is
    // refused. Where it was the clock that ended the game, that is no refusal.
    std::expected<std::vector<GameEvent>, Refusal> act(Side side, const GameAction& action,
                                                       Time now);
    // What happened by the clock: call when the deadline has come.
    std::vector<GameEvent> tick(Time now);
    // When something will happen without anybody acting; nothing once the game is over.
    [[nodiscard]] std::optional<Time> deadline() const;
    // The operator ends the game.
    std::vector<GameEvent> abort(Time now);
    // The server was down and is back: clocks stand until both players are here.
    std::vector<GameEvent> pause(Time now);

    [[nodiscard]] const GameSettings& settings() const { return settings_; }
    [[nodiscard]] const games::Rules& rules() const { return *rules_; }
    [[nodiscard]] const games::State& state() const { return *state_; }
    // Hides the names of players whose data is gone.
    void conceal(const Renames& shown);
    // All that happened, by number: events()[n] is number n + 1.
    [[nodiscard]] const std::vector<GameEvent>& events() const { return events_; }
    [[nodiscard]] const std::optional<Ended>& end() const { return end_; }
    [[nodiscard]] int plies() const { return plies_; }
    [[nodiscard]] bool is_here(Side side) const { return !away_since_[index(side)]; }
    [[nodiscard]] bool is_paused() const { return paused_since_.has_value(); }
    [[nodiscard]] int faults(Side side) const { return faults_[index(side)]; }
    [[nodiscard]] std::optional<Side> draw_offer() const { return draw_offer_; }
    [[nodiscard]] std::optional<Side> takeback_asked() const { return takeback_asked_; }
    [[nodiscard]] std::array<Milliseconds, 2> left(Time now) const { return clock_.left(now); }
    [[nodiscard]] Time start_time() const { return events_.front().time; }
    [[nodiscard]] std::optional<Side> side_of(std::string_view player) const;

    // The whole game as it stands, for a client that begins to watch it.
    [[nodiscard]] Json snapshot(Time now) const;

   private:
    using Answer = std::expected<void, Refusal>;

    LiveGame(const GameSettings& settings, const games::Rules& rules,
             std::unique_ptr<games::State> state)
        : settings_(settings), rules_(&rules), state_(std::move(state)), clock_(settings.clock) {}
    static std::expected<LiveGame, Refusal> make(const GameSettings& settings);

    Answer on(Side side, const MakeMove& action, Time now);
    Answer on(Side side, const OfferDraw& action, Time now);
    Answer on(Side side, const DeclineDraw& action, Time now);
    Answer on(Side side, const ClaimDraw& action, Time now);
    Answer on(Side side, const AskTakeback& action, Time now);
    Answer on(Side side, const AcceptTakeback& action, Time now);
    Answer on(Side side, const DeclineTakeback& action, Time now);
    Answer on(Side side, const GiveTime& action, Time now);
    Answer on(Side side, const Resign& action, Time now);
    Answer on(Side side, const Abort& action, Time now);
    Answer on(Side side, const SendChat& action, Time now);
    Answer on(Side side, const Disconnect& action, Time now);
    Answer on(Side side, const Reconnect& action, Time now);
    // Why it cannot be changed by agreement what was played or what the clocks show.
    [[nodiscard]] Answer check_is_casual() const;
    // With what the side asks to take back; nothing if it has not moved.
    [[nodiscard]] int plies_to_take_back(Side side) const;
    void undo(int plies);
    void fault(Side side, Time now);
    void end_by_clock(Time now);
    void flag(Time now);
    // Makes a fact true and an event of it.
    void add_event(GameFact fact, Time now);
    void apply(GameEvent event);
    [[nodiscard]] std::vector<GameEvent> events_from(std::size_t first) const;

    struct Applier;

    GameSettings settings_;
    const games::Rules* rules_;
    std::unique_ptr<games::State> state_;
    GameClock clock_;
    std::vector<GameEvent> events_;
    std::optional<Ended> end_;
    std::array<std::optional<Time>, 2> away_since_;
    std::optional<Time> paused_since_;
    std::array<int, 2> faults_{};
    std::array<int, 2> chats_{};
    std::optional<Side> draw_offer_;
    std::array<int, 2> last_offer_ply_{-2, -2};
    std::optional<Side> takeback_asked_;
    std::array<bool, 2> has_asked_here_{};  // since the last move
    std::array<int, 2> gifts_{};
    int plies_ = 0;
};

}  // namespace kibitz::arena
