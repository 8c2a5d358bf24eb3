#include "fronts/front_side.hpp"

namespace kibitz::fronts {

namespace {

constexpr int close_restart = 1012;  // RFC 6455

}  // namespace

void FrontSide::open(SessionId session, arena::Protocol protocol, const std::string& address,
                     Time now) {
    Session& opened = sessions_[session];
    opened.protocol = protocol;
    opened.address = address;
    if (link_) send_opened(session, opened);
    flush(now);
}

void FrontSide::send_opened(SessionId id, Session& session) {
    Opened opened{.session = id,
                  .protocol = session.protocol,
                  .address = session.address,
                  .note = session.note,
                  .is_slow = session.is_slow};
    for (const Waiting& waiting : session.unanswered)
        if (waiting.was_sent) opened.unanswered.push_back(waiting.text);
    session.was_opened = true;
    send(std::move(opened));
    if (session.round_trip) send(RoundTrip{id, *session.round_trip});
    for (Waiting& waiting : session.unanswered)
        if (!std::exchange(waiting.was_sent, true)) send(Said{id, waiting.arrived, waiting.text});
}

void FrontSide::receive(SessionId id, std::string_view text, Time now) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return;
    if (found->second.unanswered.size() >= most_unanswered) {
        close(id, arena::close_policy, "too many messages at once");
        return flush(now);
    }
    found->second.unanswered.push_back({std::string(text), now, link_.has_value()});
    send(Said{id, now, std::string(text)});
    flush(now);
}

void FrontSide::slow(SessionId id, bool is_slow, Time now) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return;
    found->second.is_slow = is_slow;
    send(BacklogChanged{id, is_slow});
    flush(now);
}

void FrontSide::measured(SessionId id, Milliseconds round_trip, Time now) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return;
    found->second.round_trip = round_trip + (link_ ? link_->lag.lag() : Milliseconds(0));
    send(RoundTrip{id, *found->second.round_trip});
    flush(now);
}

void FrontSide::lose(SessionId session, Time now) {
    if (sessions_.erase(session) == 0) return;
    send(Gone{session});
    flush(now);
}

void FrontSide::ask(const Asked& request, Time now) {
    if (!link_) {
        actions_.emplace_back(Respond{request.request, Lost{}});
        return;
    }
    requests_.insert(request.request);
    send(request);
    flush(now);
}

void FrontSide::on_message(std::string_view bytes, Time now) {
    const auto message = message_of(bytes);
    if (!message) return;
    std::visit([&](const auto& what) { on(what, now); }, *message);
    flush(now);
}

// A server with a lower number has been replaced, whatever it says.
void FrontSide::on(const Announced& announced, Time now) {
    if (announced.epoch < epoch_ || (announced.epoch == epoch_ && link_)) return;
    epoch_ = announced.epoch;
    begin_link(now);
}

void FrontSide::on(const LinkRefused& refused, Time now) {
    if (link_ && refused.epoch == epoch_ && refused.link == LinkName{name_, link_->number})
        begin_link(now);
}

void FrontSide::on(const Frame& frame, Time now) {
    if (!link_ || frame.epoch != epoch_ || frame.link != LinkName{name_, link_->number}) return;
    std::vector<Downward> items;
    switch (link_->down.take(frame, items)) {
        case Arrival::doubled: return;
        case Arrival::gap: return begin_link(now);
        case Arrival::next: break;
    }
    link_->last_heard = now;
    if (frame.echo != Time{}) link_->lag.add(now - frame.echo - frame.echo_age);
    for (const Downward& item : items) std::visit([this](const auto& what) { on(what); }, item);
}

void FrontSide::on(const Told& item) { actions_.emplace_back(item); }

void FrontSide::on(const Closed& item) {
    if (sessions_.erase(item.session) == 0) return;
    send(Gone{item.session});
    actions_.emplace_back(item);
}

void FrontSide::on(const Handled& item) {
    const auto found = sessions_.find(item.session);
    if (found == sessions_.end()) return;
    auto& unanswered = found->second.unanswered;
    for (std::uint32_t i = 0; i < item.messages && !unanswered.empty(); ++i) unanswered.pop_front();
}

void FrontSide::on(const Remembered& item) {
    if (const auto found = sessions_.find(item.session); found != sessions_.end())
        found->second.note = item.note;
}

void FrontSide::on(const Answered& item) {
    if (requests_.erase(item.request) == 0) return;
    if (item.goes_on) sessions_[item.request] = {.is_stream = true, .was_opened = true};
    actions_.emplace_back(Respond{item.request, item});
}

// With the next server, or when this one has lost the session. Bots of the battlebot protocol
// cannot come back to their games, and have to be told; who reads a stream asks for it again.
bool FrontSide::can_go_on(const Session& session) {
    if (session.is_stream) return false;
    return session.protocol == arena::Protocol::kibitz || !session.was_opened;
}

void FrontSide::begin_link(Time now) {
    end_link();
    link_.emplace(Link{.number = ++links_, .last_heard = now});
    std::vector<SessionId> ended;
    for (auto& [id, session] : sessions_)
        if (can_go_on(session))
            send_opened(id, session);
        else
            ended.push_back(id);
    for (const SessionId id : ended) close(id, close_restart, "the server was interrupted");
}

void FrontSide::end_link() {
    link_.reset();
    for (const RequestId request : std::exchange(requests_, {}))
        actions_.emplace_back(Respond{request, Lost{}});
}

void FrontSide::close(SessionId session, int code, const char* reason) {
    sessions_.erase(session);
    send(Gone{session});
    actions_.emplace_back(Closed{session, code, reason});
}

void FrontSide::tick(Time now) {
    if (!link_) return;
    if (now - link_->last_heard >= silence_limit) return end_link();
    if (now - link_->up.last_sent() >= heartbeat_interval) publish(now);
}

void FrontSide::flush(Time now) {
    if (link_ && link_->up.has_anything()) publish(now);
}

void FrontSide::publish(Time now) {
    for (const Frame& frame :
         link_->up.frames({.epoch = epoch_, .link = {name_, link_->number}, .sent = now}))
        actions_.emplace_back(Publish{epoch_, to_bytes(frame)});
}

}  // namespace kibitz::fronts
