// ArenaSession: one client of the arena, on the side of its connection. What the client does
// becomes events for the arena's thread; what the arena sends goes out through the session's
// Outbox.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/server.hpp"
#include "platform/event_queue.hpp"
#include "serve/arena/arena_event.hpp"
#include "serve/arena/arena_metrics.hpp"

namespace kibitz::serve {

using ArenaEvents = platform::EventQueue<ArenaEvent>;

// The way to a client. May be used by several threads.
class Outbox {
   public:
    // From that much on that waits to be sent, the client is slow: a spectator is then spared what
    // is not the newest.
    static constexpr std::size_t slow_bytes = 64 * 1024;

    explicit Outbox(std::shared_ptr<net::Socket> socket) : socket_(std::move(socket)) {}

    // Calls `report(true)` when the client becomes slow, and drained() calls `report(false)` when
    // it is no longer.
    void send(const net::SharedText& text, const auto& report) {
        socket_->send(text);
        const std::lock_guard lock(mutex_);
        if (is_slow_ || socket_->queued_bytes() < slow_bytes) return;
        is_slow_ = true;
        report(true);
    }
    void drained(const auto& report) {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_slow_, false)) report(false);
    }
    void close(net::CloseCode code, const std::string& reason) { socket_->close(code, reason); }
    // These run on the connection's thread.
    void measure_now_and_then();

   private:
    const std::shared_ptr<net::Socket> socket_;
    std::mutex mutex_;  // from looking whether it is slow until that is reported
    bool is_slow_ = false;
    std::chrono::steady_clock::time_point next_measuring_{};
};

// The clients that are connected. May be used by several threads.
class Outboxes {
   public:
    void add(arena::ConnectionId id, std::shared_ptr<Outbox> outbox);
    void remove(arena::ConnectionId id);
    // Null if it has left.
    [[nodiscard]] std::shared_ptr<Outbox> find(arena::ConnectionId id) const;

   private:
    mutable std::mutex mutex_;
    std::unordered_map<arena::ConnectionId, std::shared_ptr<Outbox>> all_;
};

class ArenaSession final : public net::SocketHandler {
   public:
    // So many of one client may wait for the arena: a client that sends more floods.
    static constexpr int most_unread_messages = 200;

    // What it shares with the service, which outlives it.
    struct Shared {
        ArenaEvents events;
        Outboxes outboxes;
        ArenaMetrics metrics;
        std::atomic<arena::ConnectionId> last_id = 0;
    };

    ArenaSession(Shared& shared, arena::Protocol protocol, std::string address);

    void on_open(std::shared_ptr<net::Socket> socket) override;
    void on_message(std::string_view message, bool is_text) override;
    void on_drained() override;
    void on_cut_off() override;
    void on_round_trip(std::chrono::milliseconds time) override;
    void on_close() override;

   private:
    void measure_now_and_then();

    Shared& shared_;
    const arena::Protocol protocol_;
    const std::string address_;
    const arena::ConnectionId id_;
    std::shared_ptr<Outbox> outbox_;
    bool is_flooding_ = false;
    std::shared_ptr<std::atomic<int>> unread_ = std::make_shared<std::atomic<int>>(0);
};

}  // namespace kibitz::serve
