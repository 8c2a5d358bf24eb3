// ArenaService: the arena with sockets, a clock and a store. The arena itself (arena/arena.hpp) is
// a state machine on a thread of its own; connections tell that thread what happens, and what it
// wants done goes through the store first.
#pragma once

#include <atomic>
#include <condition_variable>
#include <expected>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "arena/arena.hpp"
#include "net/server.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena_counters.hpp"
#include "serve/search_pool.hpp"
#include "store/event_store.hpp"
#include "store/group_commit.hpp"

namespace kibitz::serve {

struct ArenaSettings {
    std::string folder;  // made where it is not there
    // Of a database of PostgreSQL for the log; empty: the log is a file in the folder.
    std::string store_address{};
};

// Must outlive the server whose connections it has.
class ArenaService {
   public:
    // Of one client, before the arena has looked at them: who sends more floods.
    static constexpr int most_unread_messages = 200;

    // Rebuilds the arena from its log. The error says what cannot be used. `fail` is called when
    // the log cannot be written any more: what happens from then on is told to nobody.
    static std::expected<std::unique_ptr<ArenaService>, std::string> open(
        const ArenaSettings& settings, std::function<void(std::string)> fail);
    ~ArenaService();
    ArenaService(const ArenaService&) = delete;
    ArenaService& operator=(const ArenaService&) = delete;

    // Clients within this program have no address.
    std::unique_ptr<net::SocketHandler> open_socket(arena::Protocol protocol,
                                                    std::string address = {});
    // Whether the path is one of the arena's, for HTTP.
    [[nodiscard]] static bool has_path(std::string_view path);
    void request(net::Request request, net::Reply reply);
    // From who runs the server. Not answered any more once it stops.
    void command(arena::Json command, std::function<void(arena::Json)> reply);
    // The log as it is now, into a new file of SQLite; the number of entries. Takes its time.
    std::expected<std::size_t, std::string> back_up(const std::string& file);
    // The server is to go down: no games begin any more, and this tells whether some have to be
    // finished because their players could not come back to them.
    bool is_busy();
    [[nodiscard]] bool is_draining() const { return is_draining_; }
    // The server goes down: what happens from now on, such as lost connections, is no fault of the
    // players and is not heard. Waits until all before is in the log. May be called twice.
    void stop();
    // For Prometheus.
    [[nodiscard]] std::string metrics() const;

   private:
    class Client;
    struct Line;  // to a client

    struct Opened {
        arena::Protocol protocol;
        std::string address;
    };
    struct Received {
        std::string text;
        std::shared_ptr<std::atomic<int>> unread;
    };
    struct Lost {};
    struct Slow {
        bool is_slow;
    };
    struct Measured {
        std::chrono::milliseconds round_trip;
    };
    struct Asked {
        net::Request request;
        net::Reply reply;
    };
    struct Commanded {
        arena::Json command;
        std::function<void(arena::Json)> reply;
    };
    struct Draining {};
    using What = std::variant<Opened, Received, Lost, Slow, Measured, Asked, Commanded, Draining>;
    struct Happening {
        arena::ConnectionId id;
        arena::Time time;
        What what;
    };

    ArenaService(std::unique_ptr<store::EventStore> store, std::string_view key,
                 std::function<void(std::string)> fail);
    std::expected<void, std::string> restore();
    [[nodiscard]] arena::Time now() const;
    void tell(arena::ConnectionId id, What what);

    // On the arena's thread.
    void run();
    struct News {
        std::vector<Happening> happenings;  // in the order of their times
        arena::Time until;                  // whatever comes after them comes no earlier
    };
    News wait_for_news();
    void tick_until(arena::Time time, arena::Effects& effects);
    void hear(Happening& happening, arena::Effects& effects);
    void answer(arena::ConnectionId id, Asked& asked, arena::Effects& effects);
    void obey(arena::ConnectionId id, Commanded& commanded, arena::Effects& effects);
    void keep_count(const arena::Effects& effects);
    // Notes when all that these messages led to has been sent.
    void time_answers(std::vector<arena::Time> arrivals, arena::Effects& effects);

    // On the store's thread.
    void deliver(arena::Effects effects);
    void deliver(const arena::Send& send);
    void deliver(const arena::Close& close);

    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    const std::chrono::system_clock::time_point began_at_ = std::chrono::system_clock::now();
    ArenaCounters counters_;
    std::unique_ptr<store::EventStore> store_;
    secrets::SodiumSecrets secrets_;
    arena::Arena arena_;  // of its thread, once that runs
    std::atomic<arena::ConnectionId> last_id_ = 0;

    arena::Time time_{};  // never goes back

    std::mutex lines_mutex_;  // guards the next two
    std::unordered_map<arena::ConnectionId, std::shared_ptr<Line>> lines_;
    // What is sent to these is the answer to who asked.
    using Take = std::function<void(const std::string&)>;
    std::unordered_map<arena::ConnectionId, Take> replies_;

    std::mutex mutex_;  // guards the next two
    std::condition_variable happened_;
    std::vector<Happening> happenings_;
    bool is_stopping_ = false;

    std::atomic<bool> has_failed_ = false, is_draining_ = false, is_drained_ = false;
    std::atomic<std::uint64_t> connections_ = 0, games_ = 0;
    store::GroupCommit commit_;
    // As many wait as there are connections at most.
    SearchPool slow_answers_{1, std::numeric_limits<std::size_t>::max()};
    std::thread thread_;  // the last: it uses the others
};

}  // namespace kibitz::serve
