#include "fronts/decider_side.hpp"

#include <algorithm>

namespace kibitz::fronts {

void DeciderSide::on_message(std::string_view bytes, Time now) {
    const auto message = message_of(bytes);
    if (!message) return;
    std::visit([&](const auto& what) { on(what, now); }, *message);
}

void DeciderSide::on(const Announced& announced, Time /*now*/) {
    if (announced.epoch > epoch_) actions_.emplace_back(Superseded{announced.epoch});
}

void DeciderSide::on(const LinkRefused& /*refused*/, Time /*now*/) {}  // is for fronts

void DeciderSide::on(const Frame& frame, Time now) {
    if (frame.epoch != epoch_) return;
    const auto& [name, number] = frame.link;
    auto found = fronts_.find(name);
    const auto ended = ended_links_.find(name);
    const std::uint64_t newest = found != fronts_.end()        ? found->second.link
                                 : ended != ended_links_.end() ? ended->second
                                                               : 0;
    if (number < newest || (number == newest && found == fronts_.end())) return refuse(frame.link);
    if (number > newest) {
        if (frame.number != 1) return refuse(frame.link);
        if (found != fronts_.end()) end_link(found);
        found = fronts_.emplace(name, Front{.link = number}).first;
    }
    Front& front = found->second;
    std::vector<Upward> items;
    switch (front.up.take(frame, items)) {
        case Arrival::doubled: return;
        case Arrival::gap: end_link(found); return refuse(frame.link);
        case Arrival::next: break;
    }
    front.last_heard = now;
    front.newest_sent = frame.sent;
    front.trips.add(frame.sent, now);
    for (const Upward& item : items)
        std::visit([&](const auto& what) { take(name, front, what, now); }, item);
}

void DeciderSide::take(const std::string& name, Front& front, const Opened& item, Time /*now*/) {
    const ConnectionId connection = new_connection_();
    if (!front.connections.emplace(item.session, connection).second) return;
    sessions_.emplace(connection, Session{name, item.session});
    actions_.emplace_back(OpenConnection{connection, item});
}

void DeciderSide::take(const std::string& /*name*/, Front& front, const Said& item, Time now) {
    const auto found = front.connections.find(item.session);
    if (found == front.connections.end()) return;
    actions_.emplace_back(
        HandleMessage{found->second, item.text, front.trips.delay(item.arrived, now)});
}

void DeciderSide::take(const std::string& /*name*/, Front& front, const Gone& item, Time /*now*/) {
    const auto found = front.connections.find(item.session);
    if (found == front.connections.end()) return;
    actions_.emplace_back(LoseConnection{found->second});
    sessions_.erase(found->second);
    front.connections.erase(found);
}

void DeciderSide::take(const std::string& /*name*/, Front& front, const BacklogChanged& item,
                       Time /*now*/) {
    if (const auto found = front.connections.find(item.session); found != front.connections.end())
        actions_.emplace_back(ChangeBacklog{found->second, item.is_slow});
}

void DeciderSide::take(const std::string& /*name*/, Front& front, const RoundTrip& item,
                       Time /*now*/) {
    if (const auto found = front.connections.find(item.session); found != front.connections.end())
        actions_.emplace_back(MeasureConnection{found->second, item.time});
}

void DeciderSide::take(const std::string& name, Front& front, const Asked& item, Time /*now*/) {
    actions_.emplace_back(AnswerRequest{{name, front.link}, item});
}

void DeciderSide::refuse(const LinkName& link) {
    actions_.emplace_back(PublishToFront{link.front, to_bytes(LinkRefused{epoch_, link})});
}

void DeciderSide::end_link(Fronts::iterator front) {
    for (const auto& [session, connection] : front->second.connections) {
        sessions_.erase(connection);
        actions_.emplace_back(LoseConnection{connection});
    }
    ended_links_[front->first] = front->second.link;
    fronts_.erase(front);
}

DeciderSide::Front* DeciderSide::front_of(ConnectionId connection, SessionId& session) {
    const auto found = sessions_.find(connection);
    if (found == sessions_.end()) return nullptr;
    session = found->second.id;
    return &fronts_.find(found->second.front)->second;
}

void DeciderSide::send(ConnectionId connection, const std::shared_ptr<const std::string>& text) {
    SessionId session = 0;
    Front* front = front_of(connection, session);
    if (front == nullptr) return;
    // The arena sends the same text to one connection after the other.
    if (Downward* last = front->down.last())
        if (auto* told = std::get_if<Told>(last); told && told->text == text)
            return told->sessions.push_back(session);
    front->down.add(Told{{session}, text});
}

void DeciderSide::close(ConnectionId connection, int code, const std::string& reason) {
    SessionId session = 0;
    if (Front* front = front_of(connection, session))
        front->down.add(Closed{session, code, reason});
}

void DeciderSide::handled(ConnectionId connection, std::uint32_t messages) {
    SessionId session = 0;
    if (Front* front = front_of(connection, session)) front->down.add(Handled{session, messages});
}

void DeciderSide::remember(ConnectionId connection, std::string note) {
    SessionId session = 0;
    if (Front* front = front_of(connection, session))
        front->down.add(Remembered{session, std::move(note)});
}

DeciderSide::Front* DeciderSide::front_of(const LinkName& link) {
    const auto front = fronts_.find(link.front);
    return front != fronts_.end() && front->second.link == link.number ? &front->second : nullptr;
}

void DeciderSide::answer(const LinkName& link, Answered answer) {
    if (Front* front = front_of(link)) front->down.add(std::move(answer));
}

std::optional<ConnectionId> DeciderSide::begin_stream(const LinkName& link, Answered beginning) {
    Front* front = front_of(link);
    if (front == nullptr) return std::nullopt;
    const ConnectionId connection = new_connection_();
    front->connections.emplace(beginning.request, connection);
    sessions_.emplace(connection, Session{link.front, beginning.request});
    beginning.goes_on = true;
    front->down.add(std::move(beginning));
    return connection;
}

void DeciderSide::flush(Time now) {
    for (auto& [name, front] : fronts_)
        if (front.down.has_anything()) publish(name, front, now);
}

void DeciderSide::publish(const std::string& name, Front& front, Time now) {
    for (const Frame& frame : front.down.frames({.epoch = epoch_,
                                                 .link = {name, front.link},
                                                 .sent = now,
                                                 .echo = front.newest_sent,
                                                 .echo_age = now - front.last_heard}))
        actions_.emplace_back(PublishToFront{name, to_bytes(frame)});
}

void DeciderSide::tick(Time now) {
    for (auto front = fronts_.begin(); front != fronts_.end();) {
        const auto here = front++;
        if (now - here->second.last_heard >= silence_limit)
            end_link(here);
        else if (now - here->second.down.last_sent() >= heartbeat_interval)
            publish(here->first, here->second, now);
    }
    if (now - last_announced_ < heartbeat_interval) return;
    last_announced_ = now;
    actions_.emplace_back(Announce{to_bytes(Announced{epoch_})});
}

}  // namespace kibitz::fronts
