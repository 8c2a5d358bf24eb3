// Hall: the games under way, the newest finished ones, and how often two players have met. Time and
// the log are handled here for every protocol; the protocols listen to it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena/effects.hpp"
#include "arena/finished_games.hpp"
#include "arena/replay_error.hpp"
#include "arena/secrets.hpp"

namespace kibitz::arena {

class Hall {
   public:
    // Receives everything that happens in games, after it has happened.
    class Listener {
       public:
        virtual ~Listener() = default;
        // `facts` are the events as the log has them, as text.
        virtual void on_events(const GameId& id, const LiveGame& game,
                               std::span<const GameEvent> events,
                               std::span<const std::string> facts, Effects& effects) = 0;
    };

    // So many finished games are kept whole; others are in the store.
    static constexpr std::size_t most_finished_games = 500;

    static constexpr const char* closed_text =
        "the server is about to shut down: no new games begin until it is back";

    explicit Hall(Secrets& secrets) : secrets_(secrets) {}
    void listen(Listener& listener) { listeners_.push_back(&listener); }

    // Refused if something is wrong with the settings. `introduce` is called with the game's id
    // before anything is sent about the game. The id is drawn, unless there is one that nothing
    // else has.
    std::expected<GameId, Refusal> start(const GameSettings& settings, Time now, Effects& effects,
                                         const std::function<void(const GameId&)>& introduce = {},
                                         GameId id = {});
    // Stops new games from beginning, or allows them again; games under way continue.
    void close(bool is_closed) { is_closed_ = is_closed; }
    [[nodiscard]] bool is_closed() const { return is_closed_; }
    std::expected<void, Refusal> act(const GameId& id, Side side, const GameAction& action,
                                     Time now, Effects& effects);
    // The operator may do this at any time; the game does not count. False if it is not under way.
    bool abort(const GameId& id, Time now, Effects& effects);
    // When tick() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now, Effects& effects);

    // An entry of a game's stream.
    Replayed replay(const LogEntry& entry);
    // This transfers what the entries led to.
    void serialise(Serialiser& s);
    // After the last of them: the server is back, and unfinished games wait for their players.
    void resume(Time now, Effects& effects);

    // A game being played, or one finished not long ago; null if there is none.
    [[nodiscard]] const LiveGame* find(const GameId& id) const;
    [[nodiscard]] std::size_t games_under_way() const { return deadlines_.size(); }
    [[nodiscard]] std::vector<GameId> live_games() const;
    // Those that count.
    [[nodiscard]] const FinishedGames& finished() const { return finished_; }
    // Follows the renaming of a player; games keep the names they were played under.
    void rename(const std::string& from, const std::string& to) { finished_.rename(from, to); }
    // Hides players whose data is gone. Games of the store are concealed when they are read.
    void conceal(const Renames& shown);
    // Games begun between the two, whoever had which side, in no contest or in one of the
    // battlebot protocol; aborted ones left out.
    [[nodiscard]] int meetings(std::string_view game, std::string_view contest, std::string_view a,
                               std::string_view b) const;

    // How much oftener the player had the first side than the second.
    [[nodiscard]] int first_side_surplus(std::string_view game, std::string_view player) const;

   private:
    struct Table {
        LiveGame game;
        std::optional<Time> deadline;
    };

    void publish(const GameId& id, Table& table, std::span<const GameEvent> events,
                 Effects& effects);
    void count_meeting(const GameSettings& settings, int change);
    void keep_books(const GameId& id, Table& table, std::span<const GameEvent> events);

    Secrets& secrets_;
    bool is_closed_ = false;
    std::vector<Listener*> listeners_;
    std::unordered_map<GameId, Table> tables_;
    std::set<std::pair<Time, GameId>> deadlines_;
    std::deque<GameId> finished_order_;
    FinishedGames finished_;
    std::map<std::string, int, std::less<>> meetings_;
    std::map<std::pair<std::string, std::string>, int> first_side_surplus_;  // by game and player
};

// The events of a game that the hall no longer has, with the names that are shown; empty if there
// is none. May be called from the thread that finishes answers.
using FindGame = std::function<std::vector<GameEvent>(const GameId& id, const Renames& shown)>;

// A game of the hall, or else one rebuilt from the log in `stored`; null if there is neither.
const LiveGame* find_or_replay(const Hall& hall, const FindGame& find_game, const GameId& id,
                               const Renames& shown, std::optional<LiveGame>& stored);

}  // namespace kibitz::arena
