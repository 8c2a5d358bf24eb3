// DeciderSide: the server's end of all links to fronts, as a state machine without I/O. Sessions of
// fronts become connections of the arena; what the arena wants to be sent goes to their fronts.
//
//     DeciderSide fronts(epoch, new_connection);
//     fronts.on_message(bytes_from_the_broker, now);  fronts.tick(now);
//     fronts.send(connection, text);  fronts.handled(connection, 1);  fronts.flush(now);
//     for (auto& action : fronts.take_actions()) ...    // after each of these
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "fronts/fastest_trip.hpp"
#include "fronts/link.hpp"

namespace kibitz::fronts {

using arena::ConnectionId;

// The arena carries these out, in this order.
struct OpenConnection {
    ConnectionId connection = 0;
    Opened opened{};
};
struct HandleMessage {
    ConnectionId connection = 0;
    std::string text{};
    Milliseconds delay{};  // see Arena::receive()
};
struct LoseConnection {
    ConnectionId connection = 0;
};
struct ChangeBacklog {
    ConnectionId connection = 0;
    bool is_slow = false;
};
struct MeasureConnection {
    ConnectionId connection = 0;
    Milliseconds round_trip{};
};
// A request that is to be answered with answer() or begin_stream(), whenever.
struct AnswerRequest {
    LinkName link{};
    Asked asked{};
};
// The broker carries these out.
struct PublishToFront {
    std::string front{};
    std::string bytes{};
};
struct Announce {
    std::string bytes{};
};
// Another server decides: this one has to end.
struct Superseded {
    Epoch by{};
};
using DeciderAction =
    std::variant<OpenConnection, HandleMessage, LoseConnection, ChangeBacklog, MeasureConnection,
                 AnswerRequest, PublishToFront, Announce, Superseded>;

class DeciderSide {
   public:
    using NewConnection = std::function<ConnectionId()>;

    DeciderSide(Epoch epoch, NewConnection new_connection)
        : epoch_(std::move(epoch)), new_connection_(std::move(new_connection)) {}

    // The broker brings a front's frame, or an announcement.
    void on_message(std::string_view bytes, Time now);
    // At least every heartbeat_interval, and once at the start.
    void tick(Time now);

    // Nothing for connections that are of no front. They go out with flush().
    void send(ConnectionId connection, const std::shared_ptr<const std::string>& text);
    void close(ConnectionId connection, int code, const std::string& reason);
    // What came of so many of the connection's messages was sent.
    void handled(ConnectionId connection, std::uint32_t messages);
    // The note is one of Arena::changed_sessions().
    void remember(ConnectionId connection, std::string note);
    // Nothing if the link has ended.
    void answer(const LinkName& link, Answered answer);
    // The answer goes on: what is sent to this connection belongs to it, until it is closed or lost
    // (LoseConnection), which happens to each once. Nothing if the link has ended.
    std::optional<ConnectionId> begin_stream(const LinkName& link, Answered beginning);
    void flush(Time now);

    std::vector<DeciderAction> take_actions() { return std::exchange(actions_, {}); }
    [[nodiscard]] std::size_t fronts() const { return fronts_.size(); }
    [[nodiscard]] std::size_t connections() const { return sessions_.size(); }

   private:
    struct Front {
        std::uint64_t link = 0;
        LinkReceiver<Upward> up{};
        LinkSender<Downward> down{};
        std::map<SessionId, ConnectionId> connections{};
        FastestTrip trips{};
        Time newest_sent{}, last_heard{};
    };
    struct Session {
        std::string front;
        SessionId id = 0;
    };
    using Fronts = std::map<std::string, Front, std::less<>>;

    void on(const Frame& frame, Time now);
    void on(const LinkRefused& refused, Time now);
    void on(const Announced& announced, Time now);
    void take(const std::string& name, Front& front, const Opened& item, Time now);
    void take(const std::string& name, Front& front, const Said& item, Time now);
    void take(const std::string& name, Front& front, const Gone& item, Time now);
    void take(const std::string& name, Front& front, const BacklogChanged& item, Time now);
    void take(const std::string& name, Front& front, const RoundTrip& item, Time now);
    void take(const std::string& name, Front& front, const Asked& item, Time now);
    void refuse(const LinkName& link);
    // Its sessions are lost.
    void end_link(Fronts::iterator front);
    Front* front_of(ConnectionId connection, SessionId& session);
    // Null if it has ended.
    Front* front_of(const LinkName& link);
    void publish(const std::string& name, Front& front, Time now);

    const Epoch epoch_;
    const NewConnection new_connection_;
    Fronts fronts_;
    // These are the links of fronts that have ended: what still comes over them is void.
    std::map<std::string, std::uint64_t, std::less<>> ended_links_;
    std::unordered_map<ConnectionId, Session> sessions_;
    Time last_announced_{};
    std::vector<DeciderAction> actions_;
};

}  // namespace kibitz::fronts
