// ArenaService: the arena with sockets, a clock and a store. The arena itself (arena/arena.hpp) is
// a state machine on a thread of its own. Sessions and requests post events for it; what it wants
// to be sent waits until what is to be in the log before it is stored.
#pragma once

#include <atomic>
#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arena/arena.hpp"
#include "arena/queries.hpp"
#include "net/server.hpp"
#include "platform/task_queue.hpp"
#include "serve/arena/arena_key.hpp"
#include "serve/arena/arena_metrics.hpp"
#include "serve/arena/arena_session.hpp"
#include "serve/arena/arena_watcher.hpp"
#include "serve/arena/game_archive.hpp"
#include "serve/arena/pulse.hpp"
#include "serve/arena/rebuilt_arena.hpp"
#include "serve/arena/store_probe.hpp"
#include "store/event_store.hpp"
#include "store/group_commit.hpp"

namespace kibitz::serve {

// The links to fronts (front_links.hpp), for what the arena wants to be sent to clients there.
class FrontDelivery {
   public:
    // What was done about messages of a batch, after it was stored.
    struct Done {
        std::vector<std::pair<arena::ConnectionId, std::uint32_t>> handled{};  // so many messages
        std::vector<arena::protocol::Front::SessionNote> notes{};
    };

    virtual ~FrontDelivery() = default;
    // On the store's thread. Nothing happens for connections that are not at fronts.
    virtual void deliver(const arena::Effects& effects, const Done& done) = 0;
};

struct ArenaSettings {
    std::string folder;  // made where it is not there
    // This is the address of a database of PostgreSQL for the log; if it is empty, the log is a
    // file in the folder.
    std::string store_address{};
    // Waits for as long as another server has the log, which is in PostgreSQL then, and follows it.
    bool is_standby = false;
    NewKey new_key = NewKey::never;
    // Whether players can use points and vouchers (docs/ledger.md).
    bool has_points = false;
    // And stake points on who wins a contest.
    bool has_predictions = false;
    // Whether a bot of the battlebot protocol that finds nobody meets one of the server's own.
    bool has_battlebot_hosts = false;
    // One network may register so many.
    int registrations_an_hour = arena::RegistrationLimit::most_an_hour;
    std::function<std::chrono::system_clock::time_point()> wall_clock =
        std::chrono::system_clock::now;
    // How many entries the log grows by from one snapshot to the next.
    std::size_t snapshot_interval = SnapshotKeeper::usual_interval;
};

// Must outlive the server whose connections it has.
class ArenaService final : public arena::ArenaQueries {
   public:
    // Rebuilds the arena from its log. The error says what cannot be used: a folder, a key, a store
    // or an entry of the log. `fail` is called, on another thread, when the log cannot be written
    // any more: what happens from then on is sent to nobody, so the process should end.
    static std::expected<std::unique_ptr<ArenaService>, std::string> open(
        const ArenaSettings& settings, const std::function<void(std::string)>& fail);
    ~ArenaService() override;
    ArenaService(const ArenaService&) = delete;
    ArenaService& operator=(const ArenaService&) = delete;

    // Clients within this program have no address.
    std::unique_ptr<net::SocketHandler> open_socket(arena::Protocol protocol,
                                                    std::string address = {});
    // What clients at fronts do. From then on, `delivery` gets what is for them, until null is
    // given.
    void attach(FrontDelivery* delivery);
    void post(ArenaEvent event) { shared_.events.post(std::move(event)); }
    arena::ConnectionId new_connection() { return ++shared_.last_id; }
    // Each server that takes the log gets a higher number from the store than all before it.
    [[nodiscard]] std::int64_t epoch() const { return store_->epoch(); }
    // Whether the path is one of the arena's, for HTTP.
    [[nodiscard]] static bool has_path(std::string_view path);
    void request(net::Request request, net::Reply reply);
    // The operator sends these. Not answered any more once the service stops.
    void command(arena::Json command, std::function<void(arena::Json)> reply);
    // The same, and waits for the answer; not on the arena's thread.
    arena::Json answer_to(arena::Json command);
    // The questions of other parts of this program; not on the arena's thread.
    std::vector<arena::LetterName> letter_names(const std::string& letter_key) override;
    bool have_played(const std::string& letter_key, const std::string& other_key) override;
    std::expected<std::string, arena::Refusal> recover_name(const std::string& letter_key,
                                                            const std::string& name) override;
    // The same without waiting: `reply` may never be called if the service stops.
    using FirstName = std::expected<std::string, arena::Refusal>;
    void find_first_name(std::string token_hash, std::function<void(const FirstName&)> reply);
    // From now on it is told what happens; it has to outlive the service.
    void watch(ArenaWatcher& watcher);
    // The log as it is now, into a new file of SQLite; the number of entries. Takes its time.
    std::expected<std::size_t, arena::Refusal> back_up(const std::string& path);
    // Finished games as PGN (game_archive.hpp).
    std::expected<std::size_t, arena::Refusal> archive(const GameSelection& selection,
                                                       const std::string& path);
    // The server is to go down: no games begin any more. True while there are games that have to be
    // finished because their players could not come back to them.
    bool drain();
    // Why the arena should get no new clients now, or nothing.
    [[nodiscard]] std::optional<std::string> why_not_ready() const;
    // False if the arena, or the store behind it, has not answered for too long (pulse.hpp): it
    // hangs. Asks it anew.
    bool goes_on();
    // Whether the log could not be written: what happens is sent to nobody.
    [[nodiscard]] bool has_failed() const { return has_failed_; }
    // The server goes down: what happens from now on, such as lost connections, is no fault of the
    // players and is not handled. Waits until all before is in the log. May be called twice.
    void stop();
    [[nodiscard]] ArenaMetrics& metrics() { return shared_.metrics; }

   private:
    using Completion = store::GroupCommit::Completion;
    template <class Answer>
    using Question = std::function<Answer(arena::Arena&, arena::Time, arena::Effects&)>;
    // A batch of events led to this.
    struct Outcome {
        arena::Effects effects;
        std::vector<Completion> completions;  // called when its entries of the log are stored
        std::vector<ArenaNews> news{};        // told before anything is sent
        FrontDelivery::Done at_fronts;
    };

    ArenaService(std::unique_ptr<store::EventStore> store, std::unique_ptr<RebuiltArena> rebuilt,
                 const ArenaSettings& settings, const std::function<void(std::string)>& fail);
    // Takes in the rest of the log, and begins to serve.
    std::expected<void, std::string> restore();
    void on_store_failure(const std::string& why, const std::function<void(std::string)>& fail);
    [[nodiscard]] arena::Time time_at(std::chrono::steady_clock::time_point time) const;

    // Lets the arena's thread answer; `reply` is not called any more once the service stops.
    template <class Answer>
    void ask(Question<Answer> question, std::function<void(const Answer&)> reply);
    // The same, and waits. Nothing if nobody is left to answer.
    template <class Answer>
    std::optional<Answer> answer_of(Question<Answer> question);

    // These run on the arena's thread.
    void run();
    [[nodiscard]] ArenaEvents::Batch next_batch();
    void tick_until(std::chrono::steady_clock::time_point time, Outcome& outcome);
    void handle(ArenaEvent& event, Outcome& outcome);
    void handle_connected(arena::ConnectionId id, const Connected& connected, Outcome& outcome);
    void handle_request(RequestReceived& received, Outcome& outcome);
    void count(Outcome& outcome);
    void submit(Outcome outcome);

    // On the store's thread.
    void deliver(const arena::Effects& effects);
    void deliver_to_fronts(const arena::Effects& effects, const FrontDelivery::Done& done);

    // Takes over what the system's clock says, where nobody plays by ours.
    void follow_wall_clock();

    const std::function<std::chrono::system_clock::time_point()> wall_clock_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::chrono::system_clock::time_point began_at_ = wall_clock_();  // of the arena's thread
    bool has_told_of_clock_ = false;
    ArenaSession::Shared shared_;
    std::unique_ptr<store::EventStore> store_;
    const std::unique_ptr<RebuiltArena> rebuilt_;
    arena::Arena* const arena_;        // of its thread, once that runs
    arena::Time time_{};               // never goes back
    ArenaWatcher* watcher_ = nullptr;  // of the arena's thread, as are the two before
    std::atomic<bool> has_failed_ = false, is_draining_ = false, is_drained_ = false;
    std::atomic<bool> is_running_ = false;  // its thread, which begins once the log was read
    Pulse pulse_;
    mutable std::mutex failure_mutex_;
    std::string failure_;  // why it has failed
    store::GroupCommit commit_;
    std::mutex fronts_mutex_;
    FrontDelivery* fronts_ = nullptr;
    StoreProbe probe_;
    bool has_points_, has_predictions_, has_battlebot_hosts_;
    int registrations_an_hour_;
    platform::TaskQueue slow_answers_{1};  // as many wait as there are connections at most
    std::thread thread_;                   // the last: it uses the others
};

}  // namespace kibitz::serve
