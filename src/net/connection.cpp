// The one file that compiles the library's templates for HTTP and WebSocket.
#include "net/detail/connection.hpp"

#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <ctime>
#include <deque>
#include <optional>
#include <utility>
#include <variant>

#include "log/event_log.hpp"
#include "net/detail/stream.hpp"
#include "net/detail/target.hpp"

namespace kibitz::net::detail {

namespace {

namespace http = beast::http;
namespace websocket = beast::websocket;

// Of a client that still sends when its answer says that the connection ends.
constexpr std::size_t most_discarded_bytes = 256 * 1024;
constexpr std::chrono::seconds discard_timeout{2};
constexpr std::chrono::seconds socket_handshake_timeout{5};
constexpr std::chrono::seconds cut_off_timeout{2};
constexpr std::size_t most_reason_bytes = 123;
// In the pings that measure; others keep connections alive.
constexpr const char* measuring = "how far";

constexpr int status_bad_request = 400;
constexpr int status_too_large = 413;
constexpr int status_header_too_large = 431;
constexpr int status_not_modified = 304;
constexpr int status_internal_error = 500;
constexpr int status_unavailable = 503;
constexpr std::string_view too_many =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    "Retry-After: 10\r\nConnection: close\r\nContent-Length: 54\r\n\r\n"
    "There are too many connections. Please try again soon\n";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// As HTTP writes it: Sun, 06 Nov 1994 08:49:37 GMT.
std::string date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %T GMT", &parts)};
}

struct Closing {
    CloseCode code;
    std::string reason;
};

class Connection final : public OpenConnection, public std::enable_shared_from_this<Connection> {
   public:
    Connection(AcceptedSocket socket, asio::ssl::context* tls, Shared& shared, std::string address)
        : shared_(shared),
          peer_address_(std::move(address)),
          executor_(socket.get_executor()),
          stream_(std::in_place, std::move(socket), tls) {}
    ~Connection() override {
        shared_.registry.remove(*this);
        if (counted_for_) shared_.addresses.remove(*counted_for_);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    void shut_down() override;

   private:
    class Outlet;
    using Serializer = http::response_serializer<http::span_body<const char>>;

    bool count_for(const std::string& address);
    void refuse();
    void read_request();
    void on_request(ErrorCode error);
    void answer_bad_request(ErrorCode error);
    Request take_request(Target target);
    void upgrade();
    void reply(Response response);
    void write_response();
    void finish();
    void discard(std::size_t most);
    Reply make_reply();

    void open_socket(const Request& request);
    void read_message();
    void send(SharedText text);
    void close(CloseCode code, std::string reason);
    void measure();
    void ping();
    void on_control_frame(websocket::frame_type kind, std::string_view payload);
    void flush();
    void cut_off();
    void drop();
    void end_socket();
    template <class Call>
    void tell(const Call& call);

    Shared& shared_;
    const std::string peer_address_;
    const Executor executor_;
    std::optional<std::string> counted_for_;  // network

    // HTTP: the stream, until it is given to a WebSocket.
    std::optional<Stream> stream_;
    beast::flat_buffer buffer_;
    struct Exchange {
        std::optional<http::request_parser<http::string_body>> parser;
        Response response;
        std::optional<http::response<http::span_body<const char>>> message;
        std::optional<Serializer> serializer;
        bool is_head = false;
        bool keeps_alive = false;
    };
    std::unique_ptr<Exchange> exchange_ = std::make_unique<Exchange>();
    bool is_idle_ = false;  // between requests

    // WebSocket
    std::unique_ptr<websocket::stream<Stream>> socket_;
    std::unique_ptr<SocketHandler> handler_;
    bool is_open_ = false;  // the handler knows
    bool is_writing_ = false;
    asio::steady_timer cut_off_timer_{executor_};
    std::atomic<bool> is_measuring_ = false;
    std::chrono::steady_clock::time_point pinged_;
    std::mutex queue_mutex_;  // guards the next four
    std::deque<std::variant<SharedText, Closing>> queue_;
    bool takes_more_ = false;  // until it is closed by either side
    bool flush_is_posted_ = false;
    std::atomic<std::size_t> queued_bytes_ = 0;
};

// What a handler holds of its connection; the connection may be gone before it.
class Connection::Outlet final : public Socket {
   public:
    explicit Outlet(std::weak_ptr<Connection> connection) : connection_(std::move(connection)) {}
    void send(SharedText text) override {
        if (const auto connection = connection_.lock()) connection->send(std::move(text));
    }
    void close(CloseCode code, std::string reason) override {
        if (const auto connection = connection_.lock()) connection->close(code, std::move(reason));
    }
    void measure() override {
        if (const auto connection = connection_.lock()) connection->measure();
    }
    [[nodiscard]] std::size_t queued_bytes() const override {
        const auto connection = connection_.lock();
        return connection ? connection->queued_bytes_.load() : 0;
    }

   private:
    std::weak_ptr<Connection> connection_;
};

// --- HTTP ---

void Connection::start() {
    // Not before it is shared: from here on another thread may shut it down.
    const bool is_taken =
        shared_.registry.add(*this) && (shared_.settings.behind_proxy || count_for(peer_address_));
    if (!is_taken) return refuse();
    stream_->tcp().expires_after(shared_.settings.request_timeout);
    stream_->async_handshake(asio::ssl::stream_base::server,
                             [self = shared_from_this()](ErrorCode error) {
                                 if (!error) self->read_request();
                             });
}

bool Connection::count_for(const std::string& address) {
    std::string network = network_of(address);
    if (!shared_.addresses.add(network)) return false;
    counted_for_ = std::move(network);
    return true;
}

// Over TLS there is nobody to tell it to yet.
void Connection::refuse() {
    log::log_event(log::LogLevel::warning, "connectionRefused", {{"address", peer_address_}});
    if (stream_->is_encrypted()) return;
    stream_->tcp().expires_after(discard_timeout);
    asio::async_write(*stream_, asio::buffer(too_many),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                          if (!error) self->finish();
                      });
}

void Connection::shut_down() {
    asio::post(executor_, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        if (self->socket_)
            self->close(CloseCode::restart, "the server is going down");
        else if (self->is_idle_)
            self->stream_->close();
    });
}

void Connection::read_request() {
    exchange_ = std::make_unique<Exchange>();
    auto& parser = exchange_->parser.emplace();
    parser.header_limit(static_cast<std::uint32_t>(shared_.settings.most_header_bytes));
    parser.body_limit(shared_.settings.most_body_bytes);
    is_idle_ = buffer_.size() == 0;
    stream_->tcp().expires_after(is_idle_ ? shared_.settings.idle_timeout
                                          : shared_.settings.request_timeout);
    // The request's time begins with its first bytes.
    if (is_idle_) {
        constexpr std::size_t first_bytes = 1024;
        return stream_->async_read_some(
            buffer_.prepare(first_bytes), [self = shared_from_this()](ErrorCode error, auto size) {
                if (error) return;
                self->buffer_.commit(size);
                self->is_idle_ = false;
                self->stream_->tcp().expires_after(self->shared_.settings.request_timeout);
                http::async_read(*self->stream_, self->buffer_, *self->exchange_->parser,
                                 [self](ErrorCode e, std::size_t) { self->on_request(e); });
            });
    }
    http::async_read(
        *stream_, buffer_, parser,
        [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_request(error); });
}

void Connection::on_request(ErrorCode error) {
    if (error == http::error::end_of_stream) return finish();
    if (error) return answer_bad_request(error);
    const auto& message = exchange_->parser->get();
    exchange_->is_head = message.method() == http::verb::head;
    exchange_->keeps_alive = message.keep_alive();
    auto target = parse_target(view(message.target()));
    if (!target) return reply(text_response(status_bad_request, target.error()));
    const bool is_upgrade = websocket::is_upgrade(message);
    Request request = take_request(*std::move(target));
    try {
        if (is_upgrade && shared_.handlers.socket) return open_socket(request);
        shared_.handlers.http(std::move(request), make_reply());
    } catch (const std::exception& failure) {
        log::log_event(log::LogLevel::error, "requestFailed", {{"why", failure.what()}});
        reply(text_response(status_internal_error, "Something went wrong here, not with you."));
    }
}

void Connection::answer_bad_request(ErrorCode error) {
    if (error.category() != http::make_error_code(http::error::bad_method).category()) return;
    exchange_->keeps_alive = false;
    if (error == http::error::body_limit)
        return reply(text_response(
            status_too_large, "The body of a request has at most " +
                                  std::to_string(shared_.settings.most_body_bytes) + " bytes."));
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return reply(text_response(status_header_too_large,
                                   "The header of a request has at most " +
                                       std::to_string(shared_.settings.most_header_bytes) +
                                       " bytes."));
    if (error == http::error::partial_message) return;  // the client left
    reply(text_response(status_bad_request, "This is no HTTP request: " + error.message() + "."));
}

Request Connection::take_request(Target target) {
    auto& message = exchange_->parser->get();
    Request request{.method = std::string(view(message.method_string())),
                    .path = std::move(target.path),
                    .query = std::move(target.query),
                    .headers = {},
                    .body = std::move(message.body()),
                    .address = peer_address_,
                    .is_encrypted = stream_->is_encrypted()};
    for (const auto& field : message)
        request.headers.push_back(
            {std::string(view(field.name_string())), std::string(view(field.value()))});
    if (shared_.settings.behind_proxy)
        if (auto address = last_in_list(request.header("X-Forwarded-For")); !address.empty())
            request.address = address;
    return request;
}

Reply Connection::make_reply() {
    return [self = shared_from_this()](Response response) {
        asio::dispatch(self->executor_, [self, answer = std::move(response)]() mutable {
            self->reply(std::move(answer));
        });
    };
}

void Connection::reply(Response response) {
    Exchange& exchange = *exchange_;
    if (exchange.serializer) return;  // once is enough
    exchange.response = std::move(response);
    const Response& kept = exchange.response;
    const std::string_view body = kept.body.empty() ? kept.fixed_body : kept.body;
    auto& message = exchange.message.emplace();
    message.result(static_cast<unsigned>(kept.status));
    message.set(http::field::date, date_now());
    for (const Header& header : kept.headers) message.insert(header.name, header.value);
    exchange.keeps_alive = exchange.keeps_alive && !shared_.is_stopping;
    message.keep_alive(exchange.keeps_alive);
    if (kept.status != status_not_modified) message.content_length(body.size());
    if (!exchange.is_head && kept.status != status_not_modified)
        message.body() = {body.data(), body.size()};
    exchange.serializer.emplace(message);
    write_response();
}

void Connection::write_response() {
    stream_->tcp().expires_after(shared_.settings.request_timeout);
    http::async_write_some(*stream_, *exchange_->serializer,
                           [self = shared_from_this()](ErrorCode error, std::size_t) {
                               if (error) return;
                               if (!self->exchange_->serializer->is_done())
                                   self->write_response();
                               else if (self->exchange_->keeps_alive)
                                   self->read_request();
                               else
                                   self->finish();
                           });
}

// Closing while the client still sends would take away the answer it has not read yet.
void Connection::finish() {
    stream_->tcp().expires_after(discard_timeout);
    stream_->async_finish([self = shared_from_this()](ErrorCode) {
        if (!self->stream_->is_encrypted()) self->discard(most_discarded_bytes);
    });
}

void Connection::discard(std::size_t most) {
    buffer_.consume(buffer_.size());
    constexpr std::size_t part = 4096;
    stream_->async_read_some(buffer_.prepare(part),
                             [self = shared_from_this(), most](ErrorCode error, std::size_t size) {
                                 if (!error && size < most) self->discard(most - size);
                             });
}

// --- WebSocket ---

void Connection::open_socket(const Request& request) {
    if (shared_.settings.behind_proxy && !count_for(request.address))
        return reply(
            text_response(status_unavailable, "There are too many connections from your address."));
    auto handler = shared_.handlers.socket(request);
    if (!handler) return reply(std::move(handler.error()));
    handler_ = *std::move(handler);
    stream_->tcp().expires_never();
    socket_ = std::make_unique<websocket::stream<Stream>>(*std::move(stream_));
    stream_.reset();
    socket_->auto_fragment(false);
    socket_->read_message_max(shared_.settings.most_message_bytes);
    websocket::stream_base::timeout times{};
    times.handshake_timeout = socket_handshake_timeout;
    times.idle_timeout = shared_.settings.socket_timeout;
    times.keep_alive_pings = true;
    socket_->set_option(times);
    // Called by reads, which keep this alive.
    socket_->control_callback([this](websocket::frame_type kind, beast::string_view payload) {
        on_control_frame(kind, view(payload));
    });
    // Kept until the handshake is done, which reads it.
    auto exchange = std::shared_ptr<Exchange>(std::move(exchange_));
    const auto& message = exchange->parser->get();
    socket_->async_accept(message, [self = shared_from_this(), exchange](ErrorCode error) mutable {
        if (error) return;
        exchange.reset();
        {
            const std::lock_guard lock(self->queue_mutex_);
            self->takes_more_ = true;
        }
        self->is_open_ = true;
        self->tell(
            [&self] { self->handler_->on_open(std::make_shared<Outlet>(self->weak_from_this())); });
        if (self->shared_.is_stopping) self->shut_down();
        self->read_message();
    });
}

// A handler that throws has its connection closed.
template <class Call>
void Connection::tell(const Call& call) {
    try {
        call();
    } catch (const std::exception& failure) {
        log::log_event(log::LogLevel::error, "messageFailed", {{"why", failure.what()}});
        close(CloseCode::internal_error, "something went wrong here, not with you");
    }
}

void Connection::read_message() {
    socket_->async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) {
        if (error) return self->end_socket();
        const auto data = self->buffer_.cdata();
        self->tell([&] {
            self->handler_->on_message({static_cast<const char*>(data.data()), data.size()},
                                       self->socket_->got_text());
        });
        self->buffer_.consume(data.size());
        self->buffer_.shrink_to_fit();
        self->read_message();
    });
}

void Connection::send(SharedText text) {
    const std::lock_guard lock(queue_mutex_);
    if (!takes_more_) return;
    if (queued_bytes_ + text->size() > shared_.settings.most_queued_bytes) {
        takes_more_ = false;
        log::log_event(log::LogLevel::warning, "cutOff",
                       {{"address", peer_address_}, {"why", "does not read"}});
        for (const auto& waiting : queue_) queued_bytes_ -= std::get<SharedText>(waiting)->size();
        queue_.clear();
        asio::post(executor_, [self = shared_from_this()] { self->cut_off(); });
        return;
    }
    queued_bytes_ += text->size();
    queue_.emplace_back(std::move(text));
    if (!std::exchange(flush_is_posted_, true))
        asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void Connection::close(CloseCode code, std::string reason) {
    const std::lock_guard lock(queue_mutex_);
    if (!std::exchange(takes_more_, false)) return;
    reason.resize(std::min(reason.size(), most_reason_bytes));
    queue_.emplace_back(Closing{code, std::move(reason)});
    if (!std::exchange(flush_is_posted_, true))
        asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void Connection::measure() {
    if (is_measuring_.exchange(true)) return;
    asio::post(executor_, [self = shared_from_this()] {
        if (self->is_open_) self->ping();
    });
}

// Pings do not wait for the messages that are to be sent.
void Connection::ping() {
    pinged_ = std::chrono::steady_clock::now();
    socket_->async_ping(measuring, [self = shared_from_this()](ErrorCode) {});
}

void Connection::on_control_frame(websocket::frame_type kind, std::string_view payload) {
    if (kind != websocket::frame_type::pong || payload != measuring) return;
    if (!is_open_ || !is_measuring_.exchange(false)) return;
    const auto took =
        std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - pinged_);
    tell([&] { handler_->on_round_trip(took); });
}

// The library writes one thing at a time.
void Connection::flush() {
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
        const websocket::close_reason why(static_cast<websocket::close_code>(closing->code),
                                          closing->reason);
        // The read under way ends when the client has answered, or does not in time.
        return socket_->async_close(why, [self = shared_from_this()](ErrorCode) {});
    }
    const SharedText text = std::get<SharedText>(next);
    socket_->text(true);
    socket_->async_write(asio::buffer(*text),
                         [self = shared_from_this(), text](ErrorCode error, std::size_t) {
                             self->is_writing_ = false;
                             if (error) return self->drop();
                             const std::size_t rest = self->queued_bytes_ -= text->size();
                             if (rest == 0 && self->is_open_)
                                 self->tell([&self] { self->handler_->on_drained(); });
                             self->flush();
                         });
}

// Tells why after the message under way, if the client takes that much soon.
void Connection::cut_off() {
    if (!is_open_) return;
    tell([this] { handler_->on_cut_off(); });
    cut_off_timer_.expires_after(cut_off_timeout);
    cut_off_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->drop();
    });
    const websocket::close_reason why(websocket::close_code::policy_error,
                                      "you do not read what you are sent");
    socket_->async_close(why, [self = shared_from_this()](ErrorCode) {
        self->cut_off_timer_.cancel();
        self->drop();
    });
}

void Connection::drop() { beast::close_socket(beast::get_lowest_layer(*socket_)); }

void Connection::end_socket() {
    {
        const std::lock_guard lock(queue_mutex_);
        takes_more_ = false;
        queue_.clear();
        queued_bytes_ = 0;
    }
    if (!std::exchange(is_open_, false)) return;
    tell([this] { handler_->on_close(); });
    handler_.reset();
}

std::string address_of(const AcceptedSocket& socket) {
    ErrorCode error;
    const auto endpoint = socket.remote_endpoint(error);
    return error ? "" : endpoint.address().to_string();
}

}  // namespace

void serve_connection(AcceptedSocket socket, asio::ssl::context* tls, Shared& shared) {
    ErrorCode ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    std::string address = address_of(socket);
    std::make_shared<Connection>(std::move(socket), tls, shared, std::move(address))->start();
}

}  // namespace kibitz::net::detail
