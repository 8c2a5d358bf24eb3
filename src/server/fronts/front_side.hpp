// FrontSide: what a front does, as a state machine without I/O. It has the clients' sessions, which
// outlive the server that decides: each session keeps what the next one needs to go on.
//
//     FrontSide front(name);
//     front.open(session, protocol, address, now);   ...   front.receive(session, text, now);
//     front.on_message(bytes_from_the_broker, now);   front.tick(now);
//     for (auto& action : front.take_actions()) ...   // after each of these
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/lag_meter.hpp"
#include "fronts/link.hpp"

namespace kibitz::fronts {

// What is to be done, in this order.
struct Publish {
    Epoch to;  // the server
    std::string bytes;
};
struct Lost {};  // the request that waits for an answer will get none
struct Respond {
    RequestId request = 0;
    std::variant<Answered, Lost> answer;
};
using FrontAction = std::variant<Publish, Told, Closed, Respond>;

class FrontSide {
   public:
    // A session with more messages that wait is closed.
    static constexpr std::size_t most_unanswered = 200;

    explicit FrontSide(std::string name) : name_(std::move(name)) {}

    void open(SessionId session, arena::Protocol protocol, const std::string& address, Time now);
    void receive(SessionId session, std::string_view text, Time now);
    void slow(SessionId session, bool is_slow, Time now);
    // It is the time to the client and back.
    void measured(SessionId session, Milliseconds round_trip, Time now);
    void lose(SessionId session, Time now);
    void ask(const Asked& request, Time now);
    // The broker brings an announcement, or something for this front.
    void on_message(std::string_view bytes, Time now);
    // To be called at least every heartbeat_interval.
    void tick(Time now);

    std::vector<FrontAction> take_actions() { return std::exchange(actions_, {}); }
    [[nodiscard]] const std::string& name() const { return name_; }
    // Whether there is a server that decides, as far as is known.
    [[nodiscard]] bool has_server() const { return link_.has_value(); }
    [[nodiscard]] const Epoch& epoch() const { return epoch_; }
    // Links that were begun since the start.
    [[nodiscard]] std::uint64_t links() const { return links_; }
    [[nodiscard]] std::size_t sessions() const { return sessions_.size(); }

   private:
    struct Waiting {
        std::string text;
        Time arrived{};
        bool was_sent = false;  // a server may have handled it
    };
    struct Session {
        bool is_stream = false;  // the rest of an answer
        arena::Protocol protocol = arena::Protocol::kibitz;
        std::string address{};
        std::string note{};
        std::deque<Waiting> unanswered{};
        std::optional<Milliseconds> round_trip{};
        bool is_slow = false;
        bool was_opened = false;  // a server may know of it
    };
    struct Link {
        std::uint64_t number = 0;
        LinkSender<Upward> up{};
        LinkReceiver<Downward> down{};
        Time last_heard{};
        arena::LagMeter lag{};
    };

    void on(const Announced& announced, Time now);
    void on(const LinkRefused& refused, Time now);
    void on(const Frame& frame, Time now);
    void on(const Told& item);
    void on(const Closed& item);
    void on(const Handled& item);
    void on(const Remembered& item);
    void on(const Answered& item);

    static bool can_go_on(const Session& session);
    void begin_link(Time now);
    void end_link();
    void send_opened(SessionId id, Session& session);
    void send(Upward item) {
        if (link_) link_->up.add(std::move(item));
    }
    void close(SessionId session, int code, const char* reason);
    void flush(Time now);
    void publish(Time now);

    const std::string name_;
    Epoch epoch_;
    std::uint64_t links_ = 0;
    std::optional<Link> link_;
    std::map<SessionId, Session> sessions_;
    std::set<RequestId> requests_;
    std::vector<FrontAction> actions_;
};

}  // namespace kibitz::fronts
