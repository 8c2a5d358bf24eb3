#include "net/detail/http_session.hpp"

#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <ctime>
#include <sstream>
#include <utility>

#include "net/detail/response_stream.hpp"
#include "net/detail/stream.hpp"
#include "net/detail/target.hpp"
#include "net/detail/websocket_session.hpp"
#include "net/refusal.hpp"

namespace kibitz::net::detail {

namespace {

namespace http = beast::http;

// Of a client that still sends when its answer says that the connection ends.
// Of a body that is too large: that of a client who has not misjudged the limit by far is taken to
// its end, so that the answer reaches it.
constexpr std::size_t most_discarded_bytes = 256 * 1024, discarded_bodies = 2;
constexpr std::chrono::seconds discard_timeout{2};
constexpr std::size_t first_bytes = 1024, discarded_part = 4096;
constexpr unsigned http_1_1 = 11;  // as the library counts versions

// Sent without reading the request.
constexpr std::string_view too_many =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json; charset=utf-8\r\n"
    "Retry-After: 10\r\nConnection: close\r\nContent-Length: 95\r\n\r\n"
    R"({"code":"tooManyConnections",)"
    R"("error":"There are too many connections. Please try again soon."})"
    "\n";
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// As HTTP writes it: Sun, 06 Nov 1994 08:49:37 GMT.
std::string date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %T GMT", &parts)};
}

class HttpSession final : public OpenConnection, public std::enable_shared_from_this<HttpSession> {
   public:
    HttpSession(AcceptedSocket socket, asio::ssl::context* tls, std::size_t listener,
                SharedState& shared, std::string address)
        : shared_(shared),
          listener_(listener),
          peer_address_(std::move(address)),
          executor_(socket.get_executor()),
          stream_(std::move(socket), tls) {}
    // First of all nobody else may find it any more.
    ~HttpSession() override { admission_.reset(); }
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void run();
    void shut_down() override;

   private:
    // A request and its answer.
    struct Exchange {
        http::request_parser<http::string_body> parser{};
        Response response{};
        std::optional<http::response<http::span_body<const char>>> message{};
        std::optional<http::response_serializer<http::span_body<const char>>> serializer{};
        std::string client_address{};
        bool is_head = false;
        bool keeps_alive = false;
    };

    void on_handshake(ErrorCode error);
    void refuse();
    void on_refused(ErrorCode error, std::size_t size);
    void on_shut_down();

    void read_request();
    void on_first_bytes(ErrorCode error, std::size_t size);
    void read_header();
    void on_header(ErrorCode error, std::size_t size);
    void on_continue_written(ErrorCode error, std::size_t size);
    void read_body();
    void on_request(ErrorCode error, std::size_t size);
    void answer_bad_request(ErrorCode error);
    [[nodiscard]] bool names_one_host() const;
    [[nodiscard]] bool has_clear_length() const;
    Request take_request(Target target);
    void upgrade(const Request& request);

    Reply make_reply();
    void on_reply(Response response);
    void reply(Response response);
    void begin_stream(Response response);
    void write_response();
    void on_written(ErrorCode error, std::size_t size);
    void finish();
    void on_finished(ErrorCode error);
    void discard(std::size_t most);
    void on_discarded(std::size_t most, ErrorCode error, std::size_t size);

    // A handler of an operation, which keeps this session alive.
    template <class Method, class... Arguments>
    auto then(Method method, Arguments&&... arguments) {
        return beast::bind_front_handler(method, shared_from_this(),
                                         std::forward<Arguments>(arguments)...);
    }

    SharedState& shared_;
    const std::size_t listener_;
    const std::string peer_address_;
    const Executor executor_;
    Stream stream_;
    std::unique_ptr<Admission> admission_ = std::make_unique<Admission>(shared_);
    beast::flat_buffer buffer_;
    std::unique_ptr<Exchange> exchange_;
    bool is_idle_ = false;      // between requests
    bool is_upgraded_ = false;  // the stream belongs to a WebSocket or an answer without an end
};

void HttpSession::run() {
    // Not before it is shared: from here on another thread may shut it down.
    const bool is_admitted = admission_->admit(*this) && (shared_.settings.behind_proxy ||
                                                          admission_->count_for(peer_address_));
    if (!is_admitted) return refuse();
    stream_.expires_after(shared_.settings.request_timeout);
    stream_.async_handshake(asio::ssl::stream_base::server, then(&HttpSession::on_handshake));
}

void HttpSession::on_handshake(ErrorCode error) {
    if (!error) read_request();
}

// Over TLS nobody could read the answer yet.
void HttpSession::refuse() {
    shared_.log({LogRecord::Level::warning, "connectionRefused", {{"address", peer_address_}}});
    if (stream_.is_encrypted()) return;
    stream_.expires_after(discard_timeout);
    asio::async_write(stream_, asio::buffer(too_many), then(&HttpSession::on_refused));
}

void HttpSession::on_refused(ErrorCode error, std::size_t /*size*/) {
    if (!error) finish();
}

void HttpSession::shut_down() {
    asio::post(executor_, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->on_shut_down();
    });
}

void HttpSession::on_shut_down() {
    if (is_idle_ && !is_upgraded_) stream_.close();
}

// --- Reading ---

void HttpSession::read_request() {
    exchange_ = std::make_unique<Exchange>();
    auto& parser = exchange_->parser;
    parser.header_limit(static_cast<std::uint32_t>(shared_.settings.most_header_bytes));
    parser.body_limit(shared_.settings.most_body_bytes);
    is_idle_ = buffer_.size() == 0;
    stream_.expires_after(is_idle_ ? shared_.settings.idle_timeout
                                   : shared_.settings.request_timeout);
    if (!is_idle_) return read_header();
    // The request's time begins with its first bytes.
    stream_.async_read_some(buffer_.prepare(first_bytes), then(&HttpSession::on_first_bytes));
}

void HttpSession::on_first_bytes(ErrorCode error, std::size_t size) {
    if (error) return;
    buffer_.commit(size);
    is_idle_ = false;
    stream_.expires_after(shared_.settings.request_timeout);
    read_header();
}

void HttpSession::read_header() {
    http::async_read_header(stream_, buffer_, exchange_->parser, then(&HttpSession::on_header));
}

void HttpSession::on_header(ErrorCode error, std::size_t size) {
    if (!error && !has_clear_length()) {
        exchange_->keeps_alive = false;  // where the next request begins is anybody's guess
        return reply(net::refuse(RefusalCode::not_http,
                                 "A body comes with its length, or is chunked and nothing else."));
    }
    if (error || exchange_->parser.is_done()) return on_request(error, size);
    const bool waits_for_us =
        beast::iequals(exchange_->parser.get()[http::field::expect], "100-continue");
    if (!waits_for_us) return read_body();
    asio::async_write(stream_, asio::buffer(go_on), then(&HttpSession::on_continue_written));
}

void HttpSession::on_continue_written(ErrorCode error, std::size_t /*size*/) {
    if (!error) read_body();
}

void HttpSession::read_body() {
    http::async_read(stream_, buffer_, exchange_->parser, then(&HttpSession::on_request));
}

void HttpSession::on_request(ErrorCode error, std::size_t /*size*/) {
    if (error == http::error::end_of_stream) return finish();
    if (error) return answer_bad_request(error);
    const auto& message = exchange_->parser.get();
    exchange_->is_head = message.method() == http::verb::head;
    exchange_->keeps_alive = message.keep_alive();
    if (!names_one_host())
        return reply(net::refuse(RefusalCode::bad_host, "A request names one Host."));
    auto target = parse_target(view(message.target()));
    if (!target) return reply(net::refuse(RefusalCode::bad_target, target.error()));
    const bool is_upgrade = beast::websocket::is_upgrade(message);
    Request request = take_request(*std::move(target));
    try {
        if (is_upgrade && shared_.handlers.socket) return upgrade(request);
        shared_.handlers.http(std::move(request), make_reply());
    } catch (const std::exception& failure) {
        shared_.log({LogRecord::Level::error, "requestFailed", {{"why", failure.what()}}});
        // A WebSocket that there was no memory for has taken the stream with it.
        if (is_upgraded_) return;
        reply(net::refuse(RefusalCode::internal_error, "Something went wrong here, not with you."));
    }
}

void HttpSession::answer_bad_request(ErrorCode error) {
    if (error.category() != http::make_error_code(http::error::bad_method).category()) return;
    const Settings& settings = shared_.settings;
    exchange_->keeps_alive = false;
    if (error == http::error::body_limit)
        return reply(net::refuse(RefusalCode::body_too_large,
                                 "The body of a request has at most " +
                                     std::to_string(settings.most_body_bytes) + " bytes."));
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return reply(net::refuse(RefusalCode::header_too_large,
                                 "The header of a request has at most " +
                                     std::to_string(settings.most_header_bytes) + " bytes."));
    if (error == http::error::partial_message) return;  // the client left
    reply(net::refuse(RefusalCode::not_http, "This is no HTTP request: " + error.message() + "."));
}

// A proxy and this server might take different ones of two for the site that is meant.
bool HttpSession::names_one_host() const {
    const auto& message = exchange_->parser.get();
    const auto hosts = message.count(http::field::host);
    return hosts == 1 || (hosts == 0 && message.version() < http_1_1);
}

// The library reads a body whose encoding it does not know by its length; a proxy may read it to
// the end, and would then take the rest for another request (RFC 9112, 6.3).
bool HttpSession::has_clear_length() const {
    const auto& message = exchange_->parser.get();
    const auto encodings = message.count(http::field::transfer_encoding);
    if (encodings == 0) return true;
    return encodings == 1 && message.count(http::field::content_length) == 0 &&
           message.version() >= http_1_1 &&
           beast::iequals(message[http::field::transfer_encoding], "chunked");
}

Request HttpSession::take_request(Target target) {
    auto& message = exchange_->parser.get();
    Request request{.method = std::string(view(message.method_string())),
                    .path = std::move(target.path),
                    .query = std::move(target.query),
                    .target = std::string(view(message.target())),
                    .headers = {},
                    .body = std::move(message.body()),
                    .address = peer_address_,
                    .is_encrypted = stream_.is_encrypted(),
                    .listener = listener_};
    for (const auto& field : message)
        request.headers.push_back(
            {std::string(view(field.name_string())), std::string(view(field.value()))});
    if (shared_.settings.behind_proxy)
        request.address = canonical_address(last_in_list(request.last_header("X-Forwarded-For")))
                              .value_or(peer_address_);
    exchange_->client_address = request.address;
    return request;
}

void HttpSession::upgrade(const Request& request) {
    // What comes before the answer can be no frame.
    if (buffer_.size() > 0)
        return reply(net::refuse(RefusalCode::data_before_upgrade,
                                 "A WebSocket begins when its request has been answered."));
    if (shared_.settings.behind_proxy && !admission_->count_for(request.address))
        return reply(net::refuse(RefusalCode::too_many_connections,
                                 "There are too many connections from your address."));
    auto handler = shared_.handlers.socket(request);
    if (!handler) return reply(std::move(handler.error()));
    is_upgraded_ = true;
    stream_.expires_never();
    serve_websocket({.stream = std::move(stream_),
                     .admission = std::move(admission_),
                     .handler = *std::move(handler),
                     .request = exchange_->parser.release(),
                     .address = peer_address_},
                    shared_);
}

// --- Answering ---

Reply HttpSession::make_reply() {
    return [self = shared_from_this()](Response response) {
        asio::dispatch(self->executor_, [self, answer = std::move(response)]() mutable {
            self->on_reply(std::move(answer));
        });
    };
}

void HttpSession::on_reply(Response response) {
    if (exchange_->serializer || is_upgraded_) return;  // once is enough
    if (response.stream && !exchange_->is_head) return begin_stream(std::move(response));
    reply(std::move(response));
}

// A stream is counted like a WebSocket, since it stays as long.
void HttpSession::begin_stream(Response response) {
    if (shared_.settings.behind_proxy && !admission_->count_for(exchange_->client_address))
        return reply(net::refuse(RefusalCode::too_many_connections,
                                 "There are too many connections from your address."));
    const auto& asked = exchange_->parser.get();
    http::response_header<> head;
    head.version(asked.version());
    head.result(static_cast<unsigned>(response.status));
    head.set(http::field::date, date_now());
    for (const Header& header : response.headers) head.insert(header.name, header.value);
    // Its end is the connection's, too: who leaves a stream early has nothing else under way.
    head.set(http::field::connection, "close");
    const bool is_chunked = asked.version() >= http_1_1;
    if (is_chunked) head.set(http::field::transfer_encoding, "chunked");
    std::ostringstream text;
    text << head;
    is_upgraded_ = true;
    serve_stream({.stream = std::move(stream_),
                  .admission = std::move(admission_),
                  .handler = std::move(response.stream),
                  .head = std::move(text).str(),
                  .is_chunked = is_chunked,
                  .address = peer_address_},
                 shared_);
}

void HttpSession::reply(Response response) {
    Exchange& exchange = *exchange_;
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

void HttpSession::write_response() {
    stream_.expires_after(shared_.settings.request_timeout);
    http::async_write_some(stream_, *exchange_->serializer, then(&HttpSession::on_written));
}

void HttpSession::on_written(ErrorCode error, std::size_t /*size*/) {
    if (error) return;
    if (!exchange_->serializer->is_done())
        write_response();
    else if (exchange_->keeps_alive)
        read_request();
    else
        finish();
}

// Closing while the client still sends would take away the answer it has not read yet.
void HttpSession::finish() {
    stream_.expires_after(discard_timeout);
    stream_.async_finish(then(&HttpSession::on_finished));
}

void HttpSession::on_finished(ErrorCode /*error*/) {
    if (!stream_.is_encrypted())
        discard(most_discarded_bytes + discarded_bodies * shared_.settings.most_body_bytes);
}

void HttpSession::discard(std::size_t most) {
    buffer_.consume(buffer_.size());
    stream_.async_read_some(buffer_.prepare(discarded_part),
                            then(&HttpSession::on_discarded, most));
}

void HttpSession::on_discarded(std::size_t most, ErrorCode error, std::size_t size) {
    if (!error && size < most) discard(most - size);
}

std::string address_of(const AcceptedSocket& socket) {
    ErrorCode error;
    const auto endpoint = socket.remote_endpoint(error);
    return error ? "" : endpoint.address().to_string();
}

}  // namespace

void serve_connection(AcceptedSocket socket, asio::ssl::context* tls, std::size_t listener,
                      SharedState& shared) {
    ErrorCode ignored;
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    std::string address = address_of(socket);
    std::make_shared<HttpSession>(std::move(socket), tls, listener, shared, std::move(address))
        ->run();
}

}  // namespace kibitz::net::detail
