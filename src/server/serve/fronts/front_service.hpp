// FrontService: the clients of a front (kibitz front), whose games another server decides. What a
// front does is decided by fronts/front_side.hpp; here are its sockets and the broker of NATS.
#pragma once

#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fronts/front_side.hpp"
#include "net/server.hpp"
#include "serve/arena/arena_session.hpp"
#include "serve/fronts/front_broker.hpp"
#include "serve/http/line_feed.hpp"

namespace kibitz::serve {

// Must outlive the server whose connections it has.
class FrontService {
   public:
    // It needs neither a broker that can be reached nor a server that decides yet. The error is
    // that of connect_to_front_broker().
    static std::expected<std::unique_ptr<FrontService>, std::string> open(
        const FrontBrokerSettings& settings);
    ~FrontService() { stop(); }
    FrontService(const FrontService&) = delete;
    FrontService& operator=(const FrontService&) = delete;

    std::unique_ptr<net::SocketHandler> open_socket(arena::Protocol protocol, std::string address);
    // Passes it on to the server that decides. 503 if there is none, or it is gone before it
    // answers.
    void request(const net::Request& request, net::Reply reply);
    [[nodiscard]] bool has_server() const;
    [[nodiscard]] std::string metrics_text() const;
    // Connections that close from now on are nobody's fault and are not reported. May be called
    // twice.
    void stop();

   private:
    class Session;
    using Lock = std::lock_guard<std::mutex>;
    // What has to wait until the mutex is free, because it may end a stream, which takes it.
    struct Afterwards {
        std::vector<std::pair<net::Reply, net::Response>> given{};
        std::vector<std::shared_ptr<LineFeed>> told{};
    };

    FrontService(FrontBrokerSettings settings, std::unique_ptr<nats_client::Bus> bus)
        : settings_(std::move(settings)),
          side_(new_process_name()),
          watch_(nats_client::without_passwords(settings_.broker.servers)),
          bus_(std::move(bus)) {}
    std::expected<void, std::string> start();
    // Calls something of the state machine, and does what comes of it.
    void act(const auto& call);

    // The mutex must be held.
    void carry_out();
    void carry_out(const fronts::Publish& action);
    void carry_out(const fronts::Told& action);
    void carry_out(const fronts::Closed& action);
    void carry_out(const fronts::Respond& action);
    // The rest of an answer, whose session is lost when nobody reads it any more.
    std::shared_ptr<LineFeed> begin_stream(fronts::SessionId session);
    // Null if it is none, or nobody reads it.
    LineFeed* stream_of(fronts::SessionId session);
    void report_links();

    const FrontBrokerSettings settings_;
    mutable std::mutex mutex_;  // guards all but the broker and the ticker
    fronts::FrontSide side_;
    std::unordered_map<fronts::SessionId, std::shared_ptr<Outbox>> outboxes_;
    std::unordered_map<fronts::SessionId, std::weak_ptr<LineFeed>> streams_;
    std::unordered_map<fronts::RequestId, net::Reply> replies_;
    Afterwards afterwards_;
    fronts::SessionId last_id_ = 0;
    std::uint64_t flooded_ = 0, does_not_read_ = 0, links_reported_ = 0;
    bool had_server_ = false, is_over_ = false;
    BrokerWatch watch_;  // of the ticker alone
    std::unique_ptr<nats_client::Bus> bus_;
    std::optional<Ticker> ticker_;
};

}  // namespace kibitz::serve
