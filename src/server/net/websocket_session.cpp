#include "net/detail/websocket_session.hpp"

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <mutex>
#include <utility>
#include <variant>

namespace kibitz::net::detail {

namespace {

namespace http = beast::http;
namespace websocket = beast::websocket;
using UpgradeRequest = http::request<http::string_body>;

constexpr std::chrono::seconds handshake_timeout{5};
constexpr std::chrono::seconds cut_off_timeout{2};
constexpr std::size_t most_reason_bytes = 123;
// The payload of pings that measure; others keep connections alive.
constexpr std::string_view measuring_ping = "round trip";

struct Closing {
    CloseCode code;
    std::string reason;
};

class WebSocketSession final : public OpenConnection,
                               public std::enable_shared_from_this<WebSocketSession> {
   public:
    WebSocketSession(Upgrade upgrade, SharedState& shared);
    // First of all nobody else may find it any more.
    ~WebSocketSession() override { admission_.reset(); }
    WebSocketSession(const WebSocketSession&) = delete;
    WebSocketSession& operator=(const WebSocketSession&) = delete;

    void run(UpgradeRequest request);
    void shut_down() override { close(CloseCode::restart, "the server is going down"); }

   private:
    class HandlerSocket;

    void on_accepted(const std::shared_ptr<UpgradeRequest>& request, ErrorCode error);
    void read_message();
    void on_message(ErrorCode error, std::size_t size);
    void on_control_frame(websocket::frame_type kind, beast::string_view payload);

    // From any thread.
    void send(SharedText text);
    void close(CloseCode code, std::string reason);
    void measure();
    void allow_messages_of(std::size_t bytes);

    void ping();
    void on_pinged(ErrorCode /*error*/) {}
    void post_flush();
    void flush();
    void on_written(const SharedText& text, ErrorCode error);
    void on_closed(ErrorCode /*error*/) {}
    void cut_off();
    void on_cut_off(ErrorCode error);
    void on_cut_off_timeout(ErrorCode error);
    void drop();
    void end();
    // Calls the handler; one that throws has its connection closed.
    template <class Call>
    void notify(const Call& call);

    // A handler of an operation, which keeps this session alive.
    template <class Method, class... Arguments>
    auto then(Method method, Arguments&&... arguments) {
        return beast::bind_front_handler(method, shared_from_this(),
                                         std::forward<Arguments>(arguments)...);
    }

    SharedState& shared_;
    const std::string peer_address_;
    const Executor executor_;
    std::unique_ptr<Admission> admission_;
    std::unique_ptr<SocketHandler> handler_;
    websocket::stream<Stream> socket_;
    beast::flat_buffer buffer_;
    bool is_open_ = false;  // the handler knows of it
    bool is_writing_ = false;
    asio::steady_timer cut_off_timer_;
    std::atomic<bool> is_measuring_ = false;
    std::chrono::steady_clock::time_point pinged_;
    std::mutex queue_mutex_;  // guards the next four
    std::deque<std::variant<SharedText, Closing>> queue_;
    bool takes_more_ = false;  // until it is closed by either side
    bool flush_is_posted_ = false;
    std::atomic<std::size_t> queued_bytes_ = 0;
};

// What a handler holds of its connection, which may be gone before the handler.
class WebSocketSession::HandlerSocket final : public Socket {
   public:
    explicit HandlerSocket(std::weak_ptr<WebSocketSession> session)
        : session_(std::move(session)) {}
    void send(SharedText text) override {
        if (const auto session = session_.lock()) session->send(std::move(text));
    }
    void close(CloseCode code, std::string reason) override {
        if (const auto session = session_.lock()) session->close(code, std::move(reason));
    }
    void measure() override {
        if (const auto session = session_.lock()) session->measure();
    }
    void allow_messages_of(std::size_t bytes) override {
        if (const auto session = session_.lock()) session->allow_messages_of(bytes);
    }
    [[nodiscard]] std::size_t queued_bytes() const override {
        const auto session = session_.lock();
        return session ? session->queued_bytes_.load() : 0;
    }

   private:
    std::weak_ptr<WebSocketSession> session_;
};

WebSocketSession::WebSocketSession(Upgrade upgrade, SharedState& shared)
    : shared_(shared),
      peer_address_(std::move(upgrade.address)),
      executor_(upgrade.stream.get_executor()),
      admission_(std::move(upgrade.admission)),
      handler_(std::move(upgrade.handler)),
      socket_(std::move(upgrade.stream)),
      cut_off_timer_(executor_) {
    socket_.auto_fragment(false);
    socket_.read_message_max(shared_.settings.most_message_bytes);
    // Otherwise the library says which one it is, and of which version.
    socket_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
        response.set(beast::http::field::server, "kibitz");
    }));
    // Called by reads, which keep this alive.
    socket_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
        on_control_frame(kind, payload);
    });
}

void WebSocketSession::run(UpgradeRequest request) {
    const bool is_browser = request.find(http::field::origin) != request.end();
    websocket::stream_base::timeout times{};
    times.handshake_timeout = handshake_timeout;
    times.idle_timeout =
        is_browser ? shared_.settings.browser_timeout : shared_.settings.socket_timeout;
    times.keep_alive_pings = true;
    socket_.set_option(times);
    admission_->pass_to(*this);
    // The handshake reads it.
    const auto kept = std::make_shared<UpgradeRequest>(std::move(request));
    socket_.async_accept(*kept, then(&WebSocketSession::on_accepted, kept));
}

void WebSocketSession::on_accepted(const std::shared_ptr<UpgradeRequest>& /*request*/,
                                   ErrorCode error) {
    if (error) return;
    {
        const std::lock_guard lock(queue_mutex_);
        takes_more_ = true;
    }
    is_open_ = true;
    notify([this] { handler_->on_open(std::make_shared<HandlerSocket>(weak_from_this())); });
    if (shared_.is_stopping) shut_down();
    read_message();
}

template <class Call>
void WebSocketSession::notify(const Call& call) {
    try {
        call();
    } catch (const std::exception& failure) {
        shared_.log({LogRecord::Level::error, "messageFailed", {{"why", failure.what()}}});
        close(CloseCode::internal_error, "something went wrong here, not with you");
    }
}

void WebSocketSession::read_message() {
    socket_.async_read(buffer_, then(&WebSocketSession::on_message));
}

void WebSocketSession::on_message(ErrorCode error, std::size_t /*size*/) {
    if (error) return end();
    const auto data = buffer_.cdata();
    notify([&] {
        handler_->on_message({static_cast<const char*>(data.data()), data.size()},
                             socket_.got_text());
    });
    buffer_.consume(data.size());
    buffer_.shrink_to_fit();
    read_message();
}

void WebSocketSession::on_control_frame(websocket::frame_type kind, beast::string_view payload) {
    const std::string_view text(payload.data(), payload.size());
    if (kind != websocket::frame_type::pong || text != measuring_ping) return;
    if (!is_open_ || !is_measuring_.exchange(false)) return;
    const auto took =
        std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - pinged_);
    notify([&] { handler_->on_round_trip(took); });
}

void WebSocketSession::send(SharedText text) {
    const std::lock_guard lock(queue_mutex_);
    if (!takes_more_) return;
    if (queued_bytes_ + text->size() > shared_.settings.most_queued_bytes) {
        takes_more_ = false;
        shared_.log({LogRecord::Level::warning,
                     "cutOff",
                     {{"address", peer_address_}, {"why", "does not read"}}});
        for (const auto& waiting : queue_) queued_bytes_ -= std::get<SharedText>(waiting)->size();
        queue_.clear();
        asio::post(executor_, [self = shared_from_this()] { self->cut_off(); });
        return;
    }
    queued_bytes_ += text->size();
    queue_.emplace_back(std::move(text));
    post_flush();
}

void WebSocketSession::close(CloseCode code, std::string reason) {
    const std::lock_guard lock(queue_mutex_);
    if (!std::exchange(takes_more_, false)) return;
    reason.resize(std::min(reason.size(), most_reason_bytes));
    queue_.emplace_back(Closing{code, std::move(reason)});
    post_flush();
}

// With the mutex held.
void WebSocketSession::post_flush() {
    if (!std::exchange(flush_is_posted_, true))
        asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void WebSocketSession::measure() {
    if (is_measuring_.exchange(true)) return;
    asio::post(executor_, [self = shared_from_this()] {
        if (self->is_open_) self->ping();
    });
}

// Before the next message is read, if the handler of a message asks for it.
void WebSocketSession::allow_messages_of(std::size_t bytes) {
    asio::dispatch(executor_,
                   [self = shared_from_this(), bytes] { self->socket_.read_message_max(bytes); });
}

// Pings do not wait for the messages that are to be sent.
void WebSocketSession::ping() {
    pinged_ = std::chrono::steady_clock::now();
    socket_.async_ping(websocket::ping_data(measuring_ping.data(), measuring_ping.size()),
                       then(&WebSocketSession::on_pinged));
}

// The library writes one thing at a time.
void WebSocketSession::flush() {
    std::variant<SharedText, Closing> next;
    {
        const std::lock_guard lock(queue_mutex_);
        flush_is_posted_ = false;
        if (is_writing_ || queue_.empty()) return;
        next = std::move(queue_.front());
        queue_.pop_front();
    }
    is_writing_ = true;
    if (const auto* closing = std::get_if<Closing>(&next)) {
        // The read under way ends when the client has answered, or does not in time.
        return socket_.async_close(
            {static_cast<websocket::close_code>(closing->code), closing->reason},
            then(&WebSocketSession::on_closed));
    }
    const SharedText text = std::get<SharedText>(next);
    socket_.text(true);
    socket_.async_write(asio::buffer(*text),
                        [self = shared_from_this(), text](ErrorCode error, std::size_t) {
                            self->on_written(text, error);
                        });
}

void WebSocketSession::on_written(const SharedText& text, ErrorCode error) {
    is_writing_ = false;
    if (error) return drop();
    const std::size_t rest = queued_bytes_ -= text->size();
    if (rest == 0 && is_open_) notify([this] { handler_->on_drained(); });
    flush();
}

// Says why after the message under way, if the client takes that much soon.
void WebSocketSession::cut_off() {
    if (!is_open_) return;
    notify([this] { handler_->on_cut_off(); });
    cut_off_timer_.expires_after(cut_off_timeout);
    cut_off_timer_.async_wait(then(&WebSocketSession::on_cut_off_timeout));
    socket_.async_close({websocket::close_code::policy_error, "you do not read what you are sent"},
                        then(&WebSocketSession::on_cut_off));
}

void WebSocketSession::on_cut_off(ErrorCode /*error*/) {
    cut_off_timer_.cancel();
    drop();
}

void WebSocketSession::on_cut_off_timeout(ErrorCode error) {
    if (!error) drop();
}

void WebSocketSession::drop() { socket_.next_layer().close(); }

void WebSocketSession::end() {
    {
        const std::lock_guard lock(queue_mutex_);
        takes_more_ = false;
        queue_.clear();
        queued_bytes_ = 0;
    }
    if (!std::exchange(is_open_, false)) return;
    notify([this] { handler_->on_close(); });
    handler_.reset();
}

}  // namespace

void serve_websocket(Upgrade upgrade, SharedState& shared) {
    auto request = std::move(upgrade.request);
    std::make_shared<WebSocketSession>(std::move(upgrade), shared)->run(std::move(request));
}

}  // namespace kibitz::net::detail
