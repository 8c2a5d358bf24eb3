#include "net/client.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/verify_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <future>
#include <thread>
#include <utility>

#include "net/detail/certificate_digest.hpp"
#include "net/detail/outgoing.hpp"
#include "net/detail/stream.hpp"

namespace kibitz::net {

namespace {

using namespace detail;
namespace websocket = beast::websocket;
using asio::ip::tcp;

constexpr std::chrono::seconds closing_timeout{1};

// Of each certificate in the chain that a server shows: only the first, the server's own, matters.
bool is_pinned(asio::ssl::verify_context& verified, const std::string& fingerprint) {
    X509_STORE_CTX* const store = verified.native_handle();
    if (X509_STORE_CTX_get_error_depth(store) > 0) return true;
    const bool is_it = digest_of(X509_STORE_CTX_get_current_cert(store)) == fingerprint;
    X509_STORE_CTX_set_error(store, is_it ? X509_V_OK : X509_V_ERR_CERT_REJECTED);
    return is_it;
}

class AsioClient final : public Client {
   public:
    AsioClient(Address address, const ClientSettings& settings, ClientHandlers handlers)
        : address_(std::move(address)),
          settings_(settings),
          handlers_(std::move(handlers)),
          tls_(asio::ssl::context::tls_client),
          resolver_(context_.get_executor()) {}
    ~AsioClient() override;
    AsioClient(const AsioClient&) = delete;
    AsioClient& operator=(const AsioClient&) = delete;

    // The error is empty if all is well.
    std::string open();
    void send(std::string text) override;

   private:
    std::string load_trust();
    void resolve();
    void reach(const tcp::resolver::results_type& places);
    void encrypt();
    void upgrade();
    void read();
    void write();
    void close();
    void say_goodbye();
    void end(std::string why);
    [[nodiscard]] std::string place() const { return address_.host + ":" + address_.port; }
    [[nodiscard]] std::string why_not_encrypted(const ErrorCode& error);

    const Address address_;
    const ClientSettings settings_;
    const ClientHandlers handlers_;
    asio::io_context context_{1};
    asio::ssl::context tls_;
    asio::ip::basic_resolver<tcp, Executor> resolver_;
    std::unique_ptr<websocket::stream<Stream>> socket_;
    beast::flat_buffer buffer_;
    std::deque<std::string> queue_;
    bool was_opened_ = false;
    bool is_closing_ = false;
    std::promise<std::string> opened_;  // how opening it ended
    std::promise<void> ended_;
    std::thread thread_;  // the last: it uses the others
};

AsioClient::~AsioClient() {
    if (!thread_.joinable()) return;
    asio::post(context_, [this] { close(); });
    (void)ended_.get_future().wait_for(closing_timeout);
    context_.stop();
    thread_.join();
}

std::string AsioClient::open() {
    if (address_.is_encrypted)
        if (std::string error = load_trust(); !error.empty()) return error;
    auto* const tls = address_.is_encrypted ? &tls_ : nullptr;
    socket_ = std::make_unique<websocket::stream<Stream>>(TcpSocket(context_), tls);
    if (tls && settings_.fingerprint.empty()) socket_->next_layer().expect_host(address_.host);
    asio::post(context_, [this] { resolve(); });
    thread_ = std::thread([this] { context_.run(); });
    return opened_.get_future().get();
}

std::string AsioClient::load_trust() {
    if (!settings_.fingerprint.empty()) {
        tls_.set_verify_mode(asio::ssl::verify_peer);
        tls_.set_verify_callback([this](bool, asio::ssl::verify_context& verified) {
            return is_pinned(verified, settings_.fingerprint);
        });
        return "";
    }
    const ErrorCode error = trust(tls_, settings_.ca_file);
    if (!error) return "";
    return (settings_.ca_file.empty() ? "the system's trusted certificates: "
                                      : "the certificate " + settings_.ca_file + ": ") +
           error.message();
}

void AsioClient::resolve() {
    resolver_.async_resolve(
        address_.host, address_.port, [this](ErrorCode error, const auto& places) {
            if (error)
                return end("there is no host " + address_.host + " (" + error.message() + ")");
            reach(places);
        });
}

void AsioClient::reach(const tcp::resolver::results_type& places) {
    Stream& stream = socket_->next_layer();
    stream.expires_after(settings_.connect_timeout);
    stream.async_connect(places, [this](ErrorCode error) {
        if (error) return end("nobody answers at " + place() + " (" + error.message() + ")");
        encrypt();
    });
}

void AsioClient::encrypt() {
    socket_->next_layer().async_handshake(asio::ssl::stream_base::client, [this](ErrorCode error) {
        if (error) return end(why_not_encrypted(error));
        upgrade();
    });
}

std::string AsioClient::why_not_encrypted(const ErrorCode& error) {
    const long verdict = socket_->next_layer().verdict();
    if (verdict == X509_V_OK)
        return place() + " speaks no TLS that is understood here (" + error.message() + ")";
    return "the certificate of " + place() +
           " is not trusted: " + X509_verify_cert_error_string(verdict);
}

void AsioClient::upgrade() {
    socket_->next_layer().expires_never();
    websocket::stream_base::timeout times{};
    times.handshake_timeout = settings_.connect_timeout;
    times.idle_timeout = settings_.silence_timeout;
    times.keep_alive_pings = true;
    socket_->set_option(times);
    socket_->read_message_max(settings_.most_message_bytes);
    socket_->async_handshake(place(), address_.path, [this](ErrorCode error) {
        if (error)
            return end("there is no WebSocket at " + place() + address_.path + " (" +
                       error.message() + ")");
        was_opened_ = true;
        opened_.set_value("");
        read();
    });
}

void AsioClient::read() {
    socket_->async_read(buffer_, [this](ErrorCode error, std::size_t) {
        if (error) {
            const websocket::close_reason& reason = socket_->reason();
            return end(reason.reason.empty() ? error.message()
                                             : std::string(reason.reason.c_str()));
        }
        const auto data = buffer_.cdata();
        handlers_.message({static_cast<const char*>(data.data()), data.size()});
        buffer_.consume(data.size());
        read();
    });
}

void AsioClient::send(std::string text) {
    asio::post(context_, [this, message = std::move(text)]() mutable {
        if (is_closing_) return;
        queue_.push_back(std::move(message));
        if (queue_.size() == 1) write();
    });
}

// The library writes one thing at a time. What could not be written ends the reading, too.
void AsioClient::write() {
    socket_->text(true);
    socket_->async_write(asio::buffer(queue_.front()), [this](ErrorCode error, std::size_t) {
        queue_.pop_front();
        if (error) return;
        if (!queue_.empty()) return write();
        if (is_closing_) say_goodbye();
    });
}

// After what was sent so far.
void AsioClient::close() {
    if (std::exchange(is_closing_, true)) return;
    if (queue_.empty()) say_goodbye();
}

// The read under way ends when the other side has answered.
void AsioClient::say_goodbye() {
    socket_->async_close(websocket::close_code::normal, [](ErrorCode) {});
}

void AsioClient::end(std::string why) {
    socket_->next_layer().close();
    ended_.set_value();
    if (!was_opened_) return opened_.set_value(std::move(why));
    if (!std::exchange(is_closing_, true)) handlers_.closed(std::move(why));
}

}  // namespace

std::expected<Address, std::string> parse_address(std::string_view text,
                                                  std::string_view usual_path) {
    const auto bad = [&] {
        return std::unexpected("\"" + std::string(text) +
                               "\" is no address such as wss://arena.example.org or "
                               "ws://127.0.0.1:8080");
    };
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) return bad();
    const std::string_view scheme = text.substr(0, mark);
    Address address;
    address.is_encrypted = scheme == "wss" || scheme == "https";
    if (!address.is_encrypted && scheme != "ws" && scheme != "http") return bad();
    std::string_view place = text.substr(mark + 3);
    const std::size_t slash = std::min(place.find('/'), place.size());
    address.path = place.substr(slash);
    if (address.path.empty() || address.path == "/") address.path = usual_path;
    place = place.substr(0, slash);
    // [::1]:8080
    const std::size_t bracket = place.starts_with('[') ? place.find(']') : 0;
    if (bracket == std::string_view::npos) return bad();
    const std::size_t colon = place.find(':', bracket);
    address.host = bracket > 0 ? place.substr(1, bracket - 1) : place.substr(0, colon);
    address.port = colon == std::string_view::npos ? (address.is_encrypted ? "443" : "80")
                                                   : std::string(place.substr(colon + 1));
    const bool has_port = !address.port.empty() && address.port.size() <= 5 &&
                          address.port.find_first_not_of("0123456789") == std::string::npos;
    if (address.host.empty() || !has_port) return bad();
    return address;
}

std::expected<std::unique_ptr<Client>, std::string> Client::connect(const Address& address,
                                                                    const ClientSettings& settings,
                                                                    ClientHandlers handlers) {
    try {
        auto client = std::make_unique<AsioClient>(address, settings, std::move(handlers));
        if (std::string error = client->open(); !error.empty())
            return std::unexpected(std::move(error));
        return client;
    } catch (const std::exception& failure) {
        return std::unexpected(std::string("no connection: ") + failure.what());
    }
}

}  // namespace kibitz::net
