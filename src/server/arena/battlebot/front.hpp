// The battlebot protocol, version 1: bots of that arena play here unchanged. docs/battlebot.md says
// what goes over the wire; the transcripts in tests/server/arena/transcripts show it.
//
// A state machine without I/O: connections and their messages go in, effects come out.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "arena/accounts.hpp"
#include "arena/battlebot/host.hpp"
#include "arena/hall.hpp"

namespace kibitz::arena::battlebot {

// The games that bots of this protocol play.
bool is_played(std::string_view game);

struct Settings {
    Milliseconds move_time{3'000};
    Milliseconds login_time{10'000};
    // When one connection is lost, the other may be lost by the same cause.
    Milliseconds grace{500};
    int most_wrong_turns = 3;
    int meetings_in_contest = 5;
    // A bot that waits for longer outside of contests meets a host.
    Milliseconds host_patience{4'500};
};

class Front final : public Hall::Listener {
   public:
    static constexpr std::size_t longest_contest_name = 100;  // bytes

    Front(Accounts& accounts, Hall& hall, Secrets& secrets, Settings settings = {})
        : accounts_(accounts), hall_(hall), secrets_(secrets), settings_(settings) {
        hall_.listen(*this);
    }

    void open(ConnectionId id, Time now, Effects& effects);
    void receive(ConnectionId id, std::string_view text, Time now, Effects& effects);
    // The connection is gone, whoever ended it.
    void lose(ConnectionId id, Time now, Effects& effects);
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now, Effects& effects);

    // Whether a bot that finds nobody meets one of the server's own; not at first.
    void let_hosts_play(bool they_do) { hosts_play_ = they_do; }

    // These are for the operator.
    [[nodiscard]] bool is_here(const std::string& bot) const;
    // Its connections are closed.
    void disconnect(const std::string& bot, Time now, Effects& effects);
    // Games may begin again: those who wait are paired.
    void pair_waiting(Time now, Effects& effects);

    void on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                   std::span<const std::string> facts, Effects& effects) override;

   private:
    enum class Stage : std::uint8_t { login, waiting, playing, closing };
    struct Connection {
        Stage stage = Stage::login;
        Time login_by{};
        std::string salt{};
        std::string bot{};
        std::string game{};
        std::string contest{};
        Time host_comes{};
        GameId playing{};
        Side side{};
    };
    using Connections = std::map<ConnectionId, Connection>;

    void log_in(Connections::iterator who, std::string_view text, Time now, Effects& effects);
    [[nodiscard]] bool is_proved(const Account& account, std::string_view salt,
                                 std::string_view login_hash) const;
    void refuse(Connections::iterator who, Effects& effects);
    void queue(Connections::iterator who, Time now, Effects& effects);
    [[nodiscard]] bool may_meet(const Connection& a, const Connection& b) const;
    // One of two who meet: a bot's connection, or a host.
    struct Seat {
        ConnectionId connection;
        std::string bot;
    };
    void start(const std::array<Seat, 2>& seats, const std::string& game,
               const std::string& contest, Time now, Effects& effects);
    void meet_host(ConnectionId id, Time now, Effects& effects);
    // Makes its account if there is none; false if a stranger has the name.
    bool has_account(const Host& host, const std::string& game, Time now, Effects& effects);
    void move_for_host(const GameId& id, Time now, Effects& effects);
    void turn(Connections::iterator who, std::string_view text, Time now, Effects& effects);
    void finish(const GameId& id, Effects& effects);

    Accounts& accounts_;
    Hall& hall_;
    Secrets& secrets_;
    Settings settings_;
    Connections connections_;
    std::set<std::pair<Time, ConnectionId>> logins_;  // by when they are to be done
    std::map<std::string, std::list<ConnectionId>, std::less<>> waiting_;  // by game
    std::map<GameId, std::array<ConnectionId, 2>, std::less<>> seats_;
    bool hosts_play_ = false;
    std::set<std::pair<Time, ConnectionId>> lonely_;  // who waits, by when a host comes
    std::set<std::pair<Time, GameId>> host_turns_;    // games in which one is to move
    std::map<std::string, std::size_t, std::less<>> meetings_with_hosts_;  // by bot
    Json turn_;  // the one being looked at, as it was sent
};

}  // namespace kibitz::arena::battlebot
