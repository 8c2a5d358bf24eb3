// BotSeat: a player whose program speaks the Bot API of lichess, from the first of its streams and
// requests to the last. To the arena it is a client like any other: one connection of the arena's
// own protocol. May be used by several threads.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/lichess/desk.hpp"
#include "net/server.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/http/line_feed.hpp"

namespace kibitz::serve {

class BotSeat final : public std::enable_shared_from_this<BotSeat> {
   public:
    using Json = arena::Json;
    using Answer = std::function<void(const Json&)>;
    // So many requests of one player wait for the arena at most.
    static constexpr std::size_t most_waiting = 64;

    BotSeat(ArenaService& arena, std::string site) : arena_(arena), desk_(std::move(site)) {}
    ~BotSeat();
    BotSeat(const BotSeat&) = delete;
    BotSeat& operator=(const BotSeat&) = delete;

    void log_in(const std::string& token, const std::string& address);
    // Whether the connection has ended: then a new seat is needed.
    [[nodiscard]] bool is_closed() const;

    // Calls back once the arena has answered the login: with a refusal, or {"type": "welcome"}.
    void when_ready(Answer answer);
    // A request of the arena's own protocol, once it is ready. False if too many wait already.
    [[nodiscard]] bool ask(Json request, const Answer& answer);
    // The same for a challenge; the answer is the challenge as the Bot API has it, or a refusal.
    [[nodiscard]] bool challenge(const Json& request, const Answer& answer);
    void forget_challenge(const std::string& id);
    [[nodiscard]] bool is_draw_offered_to(const arena::GameId& game) const;
    [[nodiscard]] std::string name() const;
    [[nodiscard]] Json challenges() const;

    // The one before it ends.
    std::shared_ptr<LineFeed> open_events();
    // Null if the player plays in no such game. The stream of a game that is over ends at once.
    using OpenedGame = std::function<void(std::shared_ptr<LineFeed>)>;
    void open_game(const arena::GameId& game, const OpenedGame& opened);

   private:
    class Inlet;
    using Calls = std::vector<std::function<void()>>;

    void receive(const std::string& text);
    void lose(const std::string& why);
    // With the mutex held; what is to be called without it is returned.
    void pump(Calls& calls);
    void handle(const Json& message, const arena::lichess::Knowledge& knowledge, Calls& calls);
    void tell(const arena::lichess::Lines& lines, Calls& calls);
    std::int64_t note(Answer answer);
    [[nodiscard]] std::shared_ptr<LineFeed> feed_of(const arena::GameId& game,
                                                    const arena::lichess::Knowledge& knowledge);
    // With the mutex free.
    void ask_arena(arena::lichess::Question question,
                   std::function<void(const arena::lichess::Knowledge&)> then);

    ArenaService& arena_;
    std::unique_ptr<net::SocketHandler> session_;
    mutable std::mutex mutex_;  // guards the rest
    arena::lichess::Desk desk_;
    std::deque<Json> inbox_;
    bool is_looking_up_ = false;  // the first of the inbox waits for knowledge
    bool is_closed_ = false;
    std::optional<Json> login_;  // the answer to it
    std::vector<Answer> waiting_for_login_;
    std::map<std::int64_t, Answer> waiting_;
    std::int64_t last_id_ = 0;
    std::weak_ptr<LineFeed> events_;
    std::multimap<arena::GameId, std::weak_ptr<LineFeed>> games_;
};

}  // namespace kibitz::serve
