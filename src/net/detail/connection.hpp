// Connections and what they share. One connection answers requests one after the other and may
// become a WebSocket.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "net/server.hpp"

namespace kibitz::net::detail {

class OpenConnection {
   public:
    virtual ~OpenConnection() = default;
    // Ends it politely. From any thread.
    virtual void shut_down() = 0;
};

// How many connections come from each network, see network_of().
class AddressCounts {
   public:
    explicit AddressCounts(int most) : most_(most) {}
    // False if there are too many; else remove() must follow.
    bool add(const std::string& network);
    void remove(const std::string& network);

   private:
    const int most_;
    std::mutex mutex_;
    std::unordered_map<std::string, int> counts_;
};

// The connections there are.
class Registry {
   public:
    explicit Registry(int most) : most_(most) {}
    // False if there are too many.
    bool add(OpenConnection& connection);
    void remove(OpenConnection& connection);
    [[nodiscard]] bool is_empty() const;
    void shut_all_down();

   private:
    const int most_;
    mutable std::mutex mutex_;
    std::unordered_set<OpenConnection*> connections_;
};

struct Shared {
    Shared(Settings the_settings, Handlers the_handlers)
        : settings(std::move(the_settings)),
          handlers(std::move(the_handlers)),
          registry(settings.most_connections),
          addresses(settings.most_connections_per_address) {}

    const Settings settings;
    const Handlers handlers;
    Registry registry;
    AddressCounts addresses;
    std::atomic<bool> is_stopping = false;
};

using AcceptedSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// Serves a connection until it ends. The context is null for one without TLS.
void serve_connection(AcceptedSocket socket, boost::asio::ssl::context* tls, Shared& shared);

}  // namespace kibitz::net::detail
