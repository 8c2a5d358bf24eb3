// What all connections of a server share: settings, handlers, and who is connected.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "net/server.hpp"

namespace kibitz::net::detail {

class OpenConnection {
   public:
    virtual ~OpenConnection() = default;
    // Ends it politely. May be called from any thread.
    virtual void shut_down() = 0;
};

// How many connections come from each network, see network_of().
class AddressCounts {
   public:
    explicit AddressCounts(int most) : most_(most) {}
    // False if there are too many; otherwise remove() must follow.
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
    void replace(OpenConnection& connection, OpenConnection& by);
    void remove(OpenConnection& connection);
    [[nodiscard]] bool is_empty() const;
    void shut_all_down();

   private:
    const int most_;
    mutable std::mutex mutex_;
    std::unordered_set<OpenConnection*> connections_;
};

struct SharedState {
    SharedState(Settings the_settings, Handlers the_handlers)
        : settings(std::move(the_settings)),
          handlers(std::move(the_handlers)),
          registry(settings.most_connections),
          addresses(settings.most_connections_per_address) {}

    void log(const LogRecord& record) const {
        if (handlers.log) handlers.log(record);
    }

    const Settings settings;
    const Handlers handlers;
    Registry registry;
    AddressCounts addresses;
    std::atomic<bool> is_stopping = false;
};

// A connection's place among those of the server, given back at the end.
class Admission {
   public:
    explicit Admission(SharedState& shared) : shared_(shared) {}
    ~Admission();
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;

    // False if there are too many connections.
    bool admit(OpenConnection& connection);
    // False if there are too many from that address's network.
    bool count_for(const std::string& address);
    // Another object is the connection from now on.
    void pass_to(OpenConnection& connection);

   private:
    SharedState& shared_;
    OpenConnection* connection_ = nullptr;
    std::optional<std::string> network_;
};

}  // namespace kibitz::net::detail
