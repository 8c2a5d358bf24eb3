// Arena: all of it as one state machine. Whoever owns the sockets tells it what happens on them,
// and does what it wants done: see effects.hpp. It starts no threads, reads no clock and does no
// I/O; the same events give the same arena.
//
//     Arena arena(system_secrets(), key, find_game);
//     replay(*store, [&](const LogEntry& entry) { arena.replay(entry); });
//     arena.resume(now, effects);
//     ... arena.receive(connection, text, now, effects); arena.tick(arena.deadline(), effects); ...
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arena/classic/front.hpp"
#include "arena/classic/http.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/http.hpp"

namespace kibitz::arena {

enum class Protocol : std::uint8_t {
    battlebot,  // docs/battlebot.md
    kibitz,     // docs/protocol.md
};

class Arena {
   public:
    // `key` seals what must be readable again: the same at every start. `find_game` gives the
    // events of games that are no longer kept here: stored_game().
    Arena(SecretSource secrets, std::string_view key, FindGame find_game);

    // An entry of the log, in order, before anything else. False if it does not fit; it is left
    // out.
    bool replay(const LogEntry& entry);
    // After them: games that were being played wait for their players.
    void resume(Time now, Effects& effects);

    void open(ConnectionId id, Protocol protocol, Time now, Effects& effects);
    void receive(ConnectionId id, std::string_view text, Time now, Effects& effects);
    // The connection is gone, whoever ended it. The last call for it.
    void lose(ConnectionId id, Time now, Effects& effects);
    // How long its messages are on the way, as measured by pings.
    void measured(ConnectionId id, Milliseconds lag);
    // A spectator for whom much waits to be sent gets the newest state later instead of more.
    void slow(ConnectionId id, bool is_slow, Time now, Effects& effects);
    // Nothing if the path is none of the arena's. The path is decoded.
    std::optional<HttpAnswer> request(std::string_view method, std::string_view path,
                                      std::string_view body, Time now, Effects& effects);

    // When tick() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now, Effects& effects);

    [[nodiscard]] const Accounts& accounts() const { return accounts_; }
    [[nodiscard]] const Hall& hall() const { return hall_; }
    [[nodiscard]] const Contests& contests() const { return contests_; }
    [[nodiscard]] const Ratings& ratings() const { return kibitz_.ratings(); }
    [[nodiscard]] std::size_t connections() const { return protocols_.size(); }

   private:
    bool replay_game(const LogEntry& entry);

    Accounts accounts_;
    Hall hall_;
    Vault vault_;
    Contests contests_;
    classic::Front battlebot_;
    classic::Http battlebot_http_;
    protocol::Front kibitz_;
    protocol::Http kibitz_http_;
    std::map<ConnectionId, Protocol> protocols_;
};

}  // namespace kibitz::arena
