#include "serve/fronts/front_links.hpp"

#include <utility>

#include "net/refusal.hpp"
#include "serve/log/metric_text.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

namespace {

fronts::Answered to_answer(fronts::RequestId request, net::Response response) {
    fronts::Answered answer{.request = request, .status = response.status};
    for (net::Header& header : response.headers)
        answer.headers.emplace_back(std::move(header.name), std::move(header.value));
    answer.body =
        response.fixed_body.empty() ? std::move(response.body) : std::string(response.fixed_body);
    return answer;
}

}  // namespace

// An answer that goes on at a front.
class FrontLinks::StreamSocket final : public net::Socket {
   public:
    StreamSocket(std::weak_ptr<FrontLinks> links, arena::ConnectionId connection)
        : links_(std::move(links)), connection_(connection) {}
    void send(net::SharedText text) override {
        if (const auto links = links_.lock(); links && !text->empty())
            links->act([&](fronts::DeciderSide& side) { side.send(connection_, text); });
    }
    void close(net::CloseCode code, std::string reason) override {
        if (const auto links = links_.lock())
            links->act([&](fronts::DeciderSide& side) {
                side.close(connection_, static_cast<int>(code), reason);
            });
    }
    [[nodiscard]] std::size_t queued_bytes() const override { return 0; }  // they are at the front

   private:
    const std::weak_ptr<FrontLinks> links_;
    const arena::ConnectionId connection_;
};

std::expected<std::shared_ptr<FrontLinks>, std::string> FrontLinks::open(
    const FrontBrokerSettings& settings, BehindFronts behind,
    std::function<void(const std::string&)> fail) {
    auto bus = connect_to_front_broker(settings);
    if (!bus) return std::unexpected(bus.error());
    auto links = std::shared_ptr<FrontLinks>(
        new FrontLinks(settings, *std::move(bus), behind, std::move(fail)));
    if (auto started = links->start(); !started) return std::unexpected(started.error());
    return links;
}

FrontLinks::FrontLinks(FrontBrokerSettings settings, std::unique_ptr<nats_client::Bus> bus,
                       BehindFronts behind, std::function<void(const std::string&)> fail)
    : settings_(std::move(settings)),
      behind_(behind),
      fail_(std::move(fail)),
      epoch_{behind.arena.epoch(), new_process_name()},
      side_(epoch_, [&arena = behind_.arena] { return arena.new_connection(); }),
      watch_(nats_client::without_passwords(settings_.broker.servers)),
      bus_(std::move(bus)) {}

std::expected<void, std::string> FrontLinks::start() {
    behind_.arena.attach(this);
    const auto take = [this](std::string_view bytes) { on_message(bytes); };
    for (const std::string& subject : {settings_.in(epoch_.instance), settings_.to_all()})
        if (auto subscribed = bus_->subscribe(subject, take); !subscribed) {
            stop();
            return subscribed;
        }
    log_event(LogLevel::info, "frontsWelcome",
              {{"epoch", epoch_.number}, {"instance", epoch_.instance}});
    ticker_.emplace([this] { on_tick(); });
    return {};
}

void FrontLinks::stop() {
    ticker_.reset();
    behind_.arena.attach(nullptr);
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    bus_.reset();
}

void FrontLinks::on_message(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    side_.on_message(bytes, link_time());
    carry_out();
    side_.flush(link_time());
    carry_out();
}

void FrontLinks::on_tick() {
    watch_.look(*bus_);
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    side_.tick(link_time());
    carry_out();
}

void FrontLinks::deliver(const arena::Effects& effects, const Done& done) {
    act([&](fronts::DeciderSide& side) {
        for (const arena::Effect& effect : effects) {
            if (const auto* send = std::get_if<arena::Send>(&effect))
                side.send(send->connection, send->text);
            else if (const auto* close = std::get_if<arena::Close>(&effect))
                side.close(close->connection, close->code, close->reason);
        }
        for (const auto& [connection, messages] : done.handled) side.handled(connection, messages);
        for (const auto& [connection, note] : done.notes) side.remember(connection, note);
    });
}

void FrontLinks::act(const auto& call) {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    call(side_);
    side_.flush(link_time());
    carry_out();
}

void FrontLinks::carry_out() {
    for (fronts::DeciderAction& action : side_.take_actions())
        std::visit([this](auto& what) { carry_out(what); }, action);
}

void FrontLinks::carry_out(fronts::OpenConnection& action) {
    fronts::Opened& opened = action.opened;
    const bool is_slow = opened.is_slow;
    behind_.arena.post(
        {action.connection, Connected{opened.protocol, std::move(opened.address),
                                      arena::protocol::Resumption{std::move(opened.note),
                                                                  std::move(opened.unanswered)}}});
    if (is_slow) behind_.arena.post({action.connection, BacklogChanged{true}});
}

void FrontLinks::carry_out(fronts::HandleMessage& action) {
    behind_.arena.post({action.connection,
                        MessageReceived{.text = std::move(action.text), .delay = action.delay}});
}

void FrontLinks::carry_out(fronts::LoseConnection& action) {
    if (const auto stream = streams_.extract(action.connection))
        return later([handler = stream.mapped()] { handler->on_close(); });
    behind_.arena.post({action.connection, Disconnected{}});
}

void FrontLinks::carry_out(fronts::ChangeBacklog& action) {
    behind_.arena.post({action.connection, BacklogChanged{action.is_slow}});
}

void FrontLinks::carry_out(fronts::MeasureConnection& action) {
    behind_.arena.post({action.connection, RoundTripMeasured{action.round_trip}});
}

void FrontLinks::carry_out(fronts::AnswerRequest& action) {
    fronts::Asked& asked = action.asked;
    net::Request request{.method = std::move(asked.method),
                         .path = std::move(asked.path),
                         .query = std::move(asked.query),
                         .headers = {{"Host", std::move(asked.host)}},
                         .body = std::move(asked.body),
                         .address = std::move(asked.address),
                         .is_encrypted = asked.is_encrypted};
    if (!asked.authorization.empty())
        request.headers.push_back({"Authorization", std::move(asked.authorization)});
    // May come when these links are gone.
    const auto reply = [links = weak_from_this(), link = action.link,
                        id = asked.request](net::Response response) {
        if (const auto there = links.lock()) there->answer(link, id, std::move(response));
    };
    if (request.path == House::path) {
        return side_.answer(
            action.link,
            to_answer(asked.request, behind_.house != nullptr
                                         ? behind_.house->describe()
                                         : net::refuse(net::RefusalCode::not_found,
                                                       "This server has no players of its own.")));
    }
    if (BotApi::has_path(request.path))
        return later([&api = behind_.bot_api, request = std::move(request), reply] {
            api.answer(request, reply);
        });
    if (GamesService::has_path(request.path))
        return later([&games = behind_.games, request = std::move(request), reply] {
            games.answer(request, reply);
        });
    if (PuzzleService::has_path(request.path))
        return later([&puzzles = behind_.puzzles, request = std::move(request), reply] {
            reply(puzzles.answer(request, PuzzleService::Clock::now()));
        });
    behind_.arena.request(std::move(request), reply);
}

void FrontLinks::later(std::function<void()> call) {
    behind_.arena.post(
        {.content = Asked{[call = std::move(call)](arena::Arena&, arena::Time, arena::Effects&) {
             return call;
         }}});
}

void FrontLinks::carry_out(fronts::PublishToFront& action) {
    bus_->publish(settings_.out(action.front), action.bytes);
}

void FrontLinks::carry_out(fronts::Announce& action) {
    bus_->publish(settings_.to_all(), action.bytes);
}

void FrontLinks::carry_out(fronts::Superseded& action) {
    if (std::exchange(is_over_, true)) return;
    log_event(LogLevel::error, "superseded", {{"epoch", action.by.number}});
    fail_("another server decides about the games of the fronts");
}

void FrontLinks::answer(const fronts::LinkName& link, fronts::RequestId request,
                        net::Response response) {
    act([&](fronts::DeciderSide& side) {
        auto handler = std::move(response.stream);
        fronts::Answered answered = to_answer(request, std::move(response));
        if (handler)
            begin_stream(link, std::move(answered), std::move(handler));
        else
            side.answer(link, std::move(answered));
    });
}

void FrontLinks::begin_stream(const fronts::LinkName& link, fronts::Answered beginning,
                              std::shared_ptr<net::SocketHandler> handler) {
    const auto connection = side_.begin_stream(link, std::move(beginning));
    if (!connection) return;
    streams_.emplace(*connection, handler);
    const auto socket = std::make_shared<StreamSocket>(weak_from_this(), *connection);
    later([handler = std::move(handler), socket] { handler->on_open(socket); });
}

std::string FrontLinks::metrics_text() const {
    const std::lock_guard lock(mutex_);
    return gauge_text("kibitz_arena_fronts", "Fronts that are linked.", side_.fronts()) +
           gauge_text("kibitz_arena_front_connections", "Connections to the arena at fronts.",
                      side_.connections());
}

}  // namespace kibitz::serve
