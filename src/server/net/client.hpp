// A client for WebSockets, plain or over TLS: all that the program sees of the library it is made
// with, as server.hpp is for the other end.
//
//     auto client = net::Client::connect(*address, {}, {.message = on_message, .closed =
//     on_closed}); if (!client) ...   // says what could not be reached, and why
//     (*client)->send(text);
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace kibitz::net {

struct Address {
    bool is_encrypted = false;
    std::string host;
    std::string port;
    std::string path;

    bool operator==(const Address&) const = default;
};
// ws://host:port/path, wss://...; http and https mean the same. Port and path may be missing: 80,
// 443 and `usual_path`. The error says what an address looks like.
std::expected<Address, std::string> parse_address(std::string_view text,
                                                  std::string_view usual_path = "/");

struct ClientSettings {
    // A certificate to be trusted in place of those the system trusts, as PEM.
    std::string ca_file{};
    // The fingerprint_of() the server's certificate (net/certificate.hpp): that one certificate is
    // trusted, whatever names and dates it has, and no other.
    std::string fingerprint{};
    std::chrono::seconds connect_timeout{10};
    // A connection on which nothing comes for so long, not even the answer to a ping, is lost.
    std::chrono::seconds silence_timeout{30};
    std::size_t most_message_bytes = 16 * 1024 * 1024;
};

// Both are called on the client's own thread.
struct ClientHandlers {
    std::function<void(std::string_view message)> message;
    // Once, with the reason for people; nothing comes after it.
    std::function<void(std::string why)> closed;
};

class Client {
   public:
    // Waits until the connection is there. The error says in words what was in the way.
    static std::expected<std::unique_ptr<Client>, std::string> connect(
        const Address& address, const ClientSettings& settings, ClientHandlers handlers);
    // Closes politely, for at most a second; no handler is called after it.
    virtual ~Client() = default;
    // A text frame, from any thread. Nothing happens on a closed connection.
    virtual void send(std::string text) = 0;
};

}  // namespace kibitz::net
