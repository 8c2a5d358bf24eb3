#include "serve/fronts/front_service.hpp"

#include <utility>

#include "serve/http/refusal.hpp"
#include "serve/log/metric_text.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

// One client, on the side of its connection.
class FrontService::Session final : public net::SocketHandler {
   public:
    Session(FrontService& service, arena::Protocol protocol, std::string address)
        : service_(service), protocol_(protocol), address_(std::move(address)) {}

    void on_open(std::shared_ptr<net::Socket> socket) override {
        outbox_ = std::make_shared<Outbox>(std::move(socket));
        service_.act([&](fronts::FrontSide& side, arena::Time now) {
            id_ = ++service_.last_id_;
            service_.outboxes_.emplace(id_, outbox_);
            side.open(id_, protocol_, address_, now);
        });
        log_event(LogLevel::info, "connected", {{"connection", id_}, {"address", address_}});
        measure_now_and_then();
    }
    void on_message(std::string_view message, bool /*is_text*/) override {
        service_.act(
            [&](fronts::FrontSide& side, arena::Time now) { side.receive(id_, message, now); });
        measure_now_and_then();
    }
    void on_drained() override {
        service_.act([&](fronts::FrontSide& side, arena::Time now) {
            outbox_->drained([&](bool is_slow) { side.slow(id_, is_slow, now); });
        });
    }
    void on_round_trip(std::chrono::milliseconds time) override {
        service_.act(
            [&](fronts::FrontSide& side, arena::Time now) { side.measured(id_, time, now); });
    }
    void on_cut_off() override {
        service_.act([&](fronts::FrontSide&, arena::Time) { ++service_.does_not_read_; });
    }
    void on_close() override {
        log_event(LogLevel::info, "disconnected", {{"connection", id_}});
        service_.act([&](fronts::FrontSide& side, arena::Time now) {
            service_.outboxes_.erase(id_);
            side.lose(id_, now);
        });
    }

   private:
    // The clocks of the battlebot protocol know of no lag.
    void measure_now_and_then() {
        if (protocol_ == arena::Protocol::kibitz) outbox_->measure_now_and_then();
    }

    FrontService& service_;
    const arena::Protocol protocol_;
    const std::string address_;
    fronts::SessionId id_ = 0;
    std::shared_ptr<Outbox> outbox_;
};

std::expected<std::unique_ptr<FrontService>, std::string> FrontService::open(
    const FrontBrokerSettings& settings) {
    auto bus = connect_to_front_broker(settings);
    if (!bus) return std::unexpected(bus.error());
    auto service = std::unique_ptr<FrontService>(new FrontService(settings, *std::move(bus)));
    if (auto started = service->start(); !started) return std::unexpected(started.error());
    return service;
}

std::expected<void, std::string> FrontService::start() {
    const auto take = [this](std::string_view bytes) {
        act([&](fronts::FrontSide& side, arena::Time now) { side.on_message(bytes, now); });
    };
    for (const std::string& subject : {settings_.out(side_.name()), settings_.to_all()})
        if (auto subscribed = bus_->subscribe(subject, take); !subscribed) return subscribed;
    ticker_.emplace([this] {
        watch_.look(*bus_);
        act([](fronts::FrontSide& side, arena::Time now) { side.tick(now); });
    });
    return {};
}

void FrontService::stop() {
    ticker_.reset();
    {
        const Lock lock(mutex_);
        is_over_ = true;
    }
    bus_.reset();
}

void FrontService::act(const auto& call) {
    Afterwards afterwards;
    {
        const Lock lock(mutex_);
        if (is_over_) return;
        call(side_, link_time());
        carry_out();
        report_links();
        afterwards = std::exchange(afterwards_, {});
    }
    for (auto& [reply, response] : afterwards.given) reply(std::move(response));
}

// What is done may lead to more: a client may turn out to be slow.
void FrontService::carry_out() {
    for (auto actions = side_.take_actions(); !actions.empty(); actions = side_.take_actions())
        for (const fronts::FrontAction& action : actions)
            std::visit([this](const auto& what) { carry_out(what); }, action);
}

void FrontService::carry_out(const fronts::Publish& action) {
    bus_->publish(settings_.in(action.to.instance), action.bytes);
}

void FrontService::carry_out(const fronts::Told& action) {
    for (const fronts::SessionId session : action.sessions) {
        if (const auto found = outboxes_.find(session); found != outboxes_.end())
            found->second->send(action.text,
                                [&](bool is_slow) { side_.slow(session, is_slow, link_time()); });
        else if (LineFeed* stream = stream_of(session))
            stream->send(action.text);
    }
}

void FrontService::carry_out(const fronts::Closed& action) {
    if (LineFeed* stream = stream_of(action.session)) return stream->end();
    const auto found = outboxes_.find(action.session);
    if (found == outboxes_.end()) return;
    if (action.code == arena::close_policy) {
        ++flooded_;
        log_event(LogLevel::warning, "cutOff",
                  {{"connection", action.session}, {"why", action.reason}});
    }
    found->second->close(static_cast<net::CloseCode>(action.code), action.reason);
}

void FrontService::carry_out(const fronts::Respond& action) {
    const auto waiting = replies_.extract(action.request);
    if (!waiting) return;
    const auto* answer = std::get_if<fronts::Answered>(&action.answer);
    net::Response response =
        refuse(RefusalCode::not_ready, "no server decides at the moment; try again soon");
    if (answer != nullptr) {
        response = {.status = answer->status, .body = answer->body};
        for (const auto& [name, value] : answer->headers) response.headers.push_back({name, value});
        if (answer->goes_on) response.stream = begin_stream(answer->request);
    }
    afterwards_.given.emplace_back(std::move(waiting.mapped()), std::move(response));
}

std::shared_ptr<LineFeed> FrontService::begin_stream(fronts::SessionId session) {
    std::shared_ptr<void> reader(nullptr, [this, session](void*) {
        act([&](fronts::FrontSide& side, arena::Time now) {
            streams_.erase(session);
            side.lose(session, now);
        });
    });
    auto feed = std::make_shared<LineFeed>(std::move(reader), "");
    streams_.emplace(session, feed);
    return feed;
}

LineFeed* FrontService::stream_of(fronts::SessionId session) {
    const auto found = streams_.find(session);
    if (found == streams_.end()) return nullptr;
    return afterwards_.told.emplace_back(found->second.lock()).get();
}

void FrontService::report_links() {
    if (std::exchange(links_reported_, side_.links()) != side_.links())
        log_event(LogLevel::warning, "linkBegun",
                  {{"epoch", side_.epoch().number}, {"sessions", side_.sessions()}});
    if (std::exchange(had_server_, side_.has_server()) && !side_.has_server())
        log_event(LogLevel::warning, "linkLost", {{"epoch", side_.epoch().number}});
}

std::unique_ptr<net::SocketHandler> FrontService::open_socket(arena::Protocol protocol,
                                                              std::string address) {
    return std::make_unique<Session>(*this, protocol, std::move(address));
}

void FrontService::request(const net::Request& request, net::Reply reply) {
    act([&](fronts::FrontSide& side, arena::Time now) {
        const fronts::RequestId id = ++last_id_;
        replies_.emplace(id, std::move(reply));
        side.ask({.request = id,
                  .method = request.method,
                  .path = request.path,
                  .query = request.query,
                  .body = request.body,
                  .address = request.address,
                  .authorization = std::string(request.header("Authorization")),
                  .host = std::string(request.header("Host")),
                  .is_encrypted = request.is_encrypted},
                 now);
    });
}

bool FrontService::has_server() const {
    const Lock lock(mutex_);
    return side_.has_server();
}

std::string FrontService::metrics_text() const {
    const Lock lock(mutex_);
    return gauge_text("kibitz_front_connections", "Connections to the arena here.",
                      outboxes_.size() + streams_.size()) +
           gauge_text("kibitz_front_linked", "1 if there is a link to the server that decides.",
                      side_.has_server() ? 1 : 0) +
           counter_text("kibitz_front_links_total", "Links begun.", side_.links()) +
           counter_text("kibitz_front_closed_total", "Clients disconnected for what they did.",
                        flooded_) +
           counter_text("kibitz_front_cut_offs_total", "Clients cut off that did not read.",
                        does_not_read_);
}

}  // namespace kibitz::serve
