// A server for HTTP and WebSocket, plain or over TLS: all that the program sees of the library it
// is made with.
//
//     auto server = net::Server::listen(settings, {.http = answer, .socket = make_handler});
//     if (!server) ...   // says which address and why
//     (*server)->run();  // until stop(), SIGTERM or SIGINT
//
// Every connection belongs to one of the server's threads, on which its handler is called, one call
// after the other. Handlers must not block. What they throw costs the connection, not the server.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http_status.hpp"

namespace kibitz::net {

struct Header {
    std::string name;
    std::string value;
};

// Something that is worth a line in the operator's log.
struct LogRecord {
    enum class Level : std::uint8_t { info, warning, error };

    Level level = Level::info;
    std::string event;  // a name to filter by, such as "connectionRefused"
    std::vector<Header> fields{};
};

struct Request {
    std::string method;    // GET, HEAD, POST, ...
    std::string path;      // decoded, begins with '/', without the query
    std::string query;     // as it was sent, without the '?'
    std::string target{};  // both, as they were sent
    std::vector<Header> headers;
    std::string body;
    std::string address;  // the client's
    bool is_encrypted = false;
    std::size_t listener = 0;  // which of the settings' addresses it was sent to

    // The name may be in any case: the first and the last of that name; empty if there is none.
    [[nodiscard]] std::string_view header(std::string_view name) const;
    [[nodiscard]] std::string_view last_header(std::string_view name) const;
};

class SocketHandler;

struct Response {
    int status = status_ok;
    std::vector<Header> headers{};
    std::string body{};
    // It stands in for a body: bytes that stay where they are for as long as the server runs.
    std::string_view fixed_body{};
    // The body is not over yet, in place of the others: it is what this handler sends, text by
    // text, until it closes or the client leaves. While it sends nothing, the client gets an empty
    // line now and then (Settings::empty_line_interval). Nothing but on_open(), on_cut_off() and
    // on_close() is called; closing has neither code nor reason.
    std::shared_ptr<SocketHandler> stream{};
};

// What counts as one client: an IPv4 address, or the first half of an IPv6 one, since whoever has
// one of those has all others with this half. Anything else counts as it is.
std::string network_of(const std::string& address);
// Whether it is one of this machine's to itself.
bool is_loopback(const std::string& address);

// A short answer in words for people.
Response text_response(int status, std::string words);
// Tells programs how things stand now, to be asked for again.
Response json_response(std::string json, int status = status_ok);

// Gives the answer to a request: once, from any thread. A request that is never answered holds its
// connection until the client leaves.
using Reply = std::function<void(Response)>;

// The codes of RFC 6455 that say why a WebSocket is closed.
enum class CloseCode : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    policy = 1008,
    internal_error = 1011,
    restart = 1012,
    try_again_later = 1013,
};

using SharedText = std::shared_ptr<const std::string>;

// The way to a client. All functions may be called from any thread and return at once; after the
// connection is closed they do nothing.
class Socket {
   public:
    virtual ~Socket() = default;
    // A text frame. A client for whom more waits than Settings::most_queued_bytes is cut off.
    virtual void send(SharedText text) = 0;
    void send(std::string text) { send(std::make_shared<const std::string>(std::move(text))); }
    // After what was sent so far. The reason is for people, at most 123 bytes.
    virtual void close(CloseCode code, std::string reason) = 0;
    // Measures the round-trip time and reports it to SocketHandler::on_round_trip(), if the
    // client answers. One measurement at a time; more are not begun.
    virtual void measure() {}
    // This holds from the next message on, in place of Settings::most_message_bytes: for a client
    // who has shown who they are. Does nothing on a connection of another kind.
    virtual void allow_messages_of(std::size_t /*bytes*/) {}
    // These have not yet been handed to the operating system.
    [[nodiscard]] virtual std::size_t queued_bytes() const = 0;
};

// Receives what happens on one WebSocket.
class SocketHandler {
   public:
    SocketHandler() = default;
    SocketHandler(const SocketHandler&) = delete;
    SocketHandler& operator=(const SocketHandler&) = delete;
    virtual ~SocketHandler() = default;
    virtual void on_open(std::shared_ptr<Socket> socket) = 0;
    virtual void on_message(std::string_view message, bool is_text) = 0;
    // All that was sent has been handed to the operating system.
    virtual void on_drained() {}
    virtual void on_round_trip(std::chrono::milliseconds /*time*/) {}
    // The last call, if on_open() was called.
    virtual void on_close() = 0;
    // Before on_close(): the client does not read, so nothing more is sent to it.
    virtual void on_cut_off() {}
};

struct Handlers {
    std::function<void(Request, Reply)> http;
    // Answers a request to become a WebSocket by its handler, or by what to answer instead.
    std::function<std::expected<std::unique_ptr<SocketHandler>, Response>(const Request&)> socket;
    // The server has been asked to stop: whether something is to be finished first. Asked again and
    // again, until Settings::drain_timeout. May be empty.
    std::function<bool()> is_busy{};
    // After that; connections are ended when this returns. May be empty.
    std::function<void()> stopping{};
    // Receives what is worth a line in the operator's log, from any thread. May be empty.
    std::function<void(const LogRecord&)> log{};
    // SIGHUP was received: files such as logs are to be opened again. May be empty.
    std::function<void()> reload{};
    // A certificate was loaded, which is valid until then. May be empty.
    std::function<void(std::chrono::system_clock::time_point expires)> certificate_loaded{};
};

struct ListenAt {
    std::string address = "127.0.0.1";  // "0.0.0.0" and "::" are all of this machine's
    std::uint16_t port = 0;             // 0: any that is free
    bool is_encrypted = false;
};

// PEM files.
struct Certificate {
    std::string chain_file;
    std::string key_file;
};

struct Settings {
    std::vector<ListenAt> listen{ListenAt{}};
    std::optional<Certificate> certificate{};  // needed by encrypted addresses
    int threads = 1;
    std::size_t most_header_bytes = 16 * 1024;
    std::size_t most_body_bytes = 16 * 1024;
    // Larger messages close the connection with 1009. Handlers that want to answer in words allow
    // more here than they take.
    std::size_t most_message_bytes = 64 * 1024;
    std::size_t most_queued_bytes = 1024 * 1024;
    int most_connections = 16'000;
    int most_connections_per_address = 256;
    // The client's address is what a proxy says in X-Forwarded-For; only the proxy's own word, the
    // last in the last such header, is believed, and only if it is an address. By address then only
    // WebSockets are counted.
    bool behind_proxy = false;
    // These are for a whole request, for each part of an answer, for an idle connection.
    std::chrono::seconds request_timeout{20};
    std::chrono::seconds idle_timeout{60};
    // A WebSocket on which nothing comes for so long, not even the answer to a ping, is closed.
    std::chrono::seconds socket_timeout{300};
    // The same for a browser's, which says so by the header Origin. Browsers answer pings by
    // themselves, so silence means that the network or the device is gone; a program may be
    // thinking.
    std::chrono::seconds browser_timeout{15};
    // See Response::stream.
    std::chrono::milliseconds empty_line_interval{7'000};
    // What is to be finished when the server stops has so long; nothing new is taken up meanwhile.
    std::chrono::seconds drain_timeout{30};
    // Connections have so long to end after that.
    std::chrono::milliseconds stop_timeout{2'000};
    // How often the server looks whether the certificate's files were replaced.
    std::chrono::milliseconds certificate_check{60'000};
    // SIGTERM and SIGINT stop the server; a second one waits for nothing, a third one ends it.
    // SIGHUP reloads the certificate.
    bool handle_signals = false;
};

class Server {
   public:
    // Takes connections from now on, but serves them only when it runs. The error says in words
    // what could not be had.
    static std::expected<std::unique_ptr<Server>, std::string> listen(Settings settings,
                                                                      Handlers handlers);
    virtual ~Server() = default;
    // The port of the settings' n-th address.
    [[nodiscard]] virtual std::uint16_t port(std::size_t n = 0) const = 0;
    // Serves until it is stopped.
    virtual void run() = 0;
    // Lets be finished what has to be, then closes WebSockets with 1012 and lets answers under way
    // be finished. The second time it waits for nothing. May be called from any thread.
    virtual void stop() = 0;
};

}  // namespace kibitz::net
