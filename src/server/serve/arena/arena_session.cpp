#include "serve/arena/arena_session.hpp"

#include <utility>

#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

// Of measuring how far away a client is; while it sends nothing there is no need.
constexpr std::chrono::seconds measuring_interval{15};

}  // namespace

void Outbox::measure_now_and_then() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_measuring_) return;
    next_measuring_ = now + measuring_interval;
    socket_->measure();
}

void Outboxes::add(arena::ConnectionId id, std::shared_ptr<Outbox> outbox) {
    const std::lock_guard lock(mutex_);
    all_.emplace(id, std::move(outbox));
}

void Outboxes::remove(arena::ConnectionId id) {
    const std::lock_guard lock(mutex_);
    all_.erase(id);
}

std::shared_ptr<Outbox> Outboxes::find(arena::ConnectionId id) const {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(id);
    return found == all_.end() ? nullptr : found->second;
}

ArenaSession::ArenaSession(Shared& shared, arena::Protocol protocol, std::string address)
    : shared_(shared), protocol_(protocol), address_(std::move(address)), id_(++shared.last_id) {}

void ArenaSession::on_open(std::shared_ptr<net::Socket> socket) {
    outbox_ = std::make_shared<Outbox>(std::move(socket));
    shared_.outboxes.add(id_, outbox_);
    log_event(LogLevel::info, "connected",
              {{"connection", id_},
               {"address", address_},
               {"protocol", protocol_ == arena::Protocol::kibitz ? "kibitz" : "battlebot"}});
    shared_.events.post({id_, Connected{protocol_, address_}});
    measure_now_and_then();
}

void ArenaSession::on_message(std::string_view message, bool /*is_text*/) {
    if (++*unread_ > most_unread_messages) {
        if (std::exchange(is_flooding_, true)) return;
        ++shared_.metrics.flooded;
        log_event(LogLevel::warning, "flooded", {{"connection", id_}, {"address", address_}});
        return outbox_->close(net::CloseCode::policy, "too many messages at once");
    }
    shared_.events.post({id_, MessageReceived{std::string(message), unread_}});
    measure_now_and_then();
}

void ArenaSession::on_drained() {
    outbox_->drained([this](bool is_slow) { shared_.events.post({id_, BacklogChanged{is_slow}}); });
}

void ArenaSession::on_cut_off() { ++shared_.metrics.does_not_read; }

void ArenaSession::on_round_trip(std::chrono::milliseconds time) {
    shared_.events.post({id_, RoundTripMeasured{time}});
}

void ArenaSession::on_close() {
    shared_.outboxes.remove(id_);
    log_event(LogLevel::info, "disconnected", {{"connection", id_}});
    shared_.events.post({id_, Disconnected{}});
}

// The clocks of the battlebot protocol know of no lag.
void ArenaSession::measure_now_and_then() {
    if (protocol_ == arena::Protocol::kibitz) outbox_->measure_now_and_then();
}

}  // namespace kibitz::serve
