#include "nats_client/connection.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include "text/split.hpp"

namespace kibitz::nats_client {

namespace {

constexpr std::int64_t reconnect_milliseconds = 250;
constexpr int without_end = std::numeric_limits<int>::max();
// A broker whose machine is gone is noticed after two of these without an answer.
constexpr std::int64_t ping_milliseconds = 1'000;
constexpr int most_pings_out = 2;

// Without it, the library does not return before it has reached a broker.
void when_connected(natsConnection* /*connection*/, void* /*nothing*/) {}

}  // namespace

std::expected<Connection, std::string> connect_to(const Settings& settings, Purpose purpose) {
    std::vector<std::string> servers;
    for (const std::string_view server : text::split(settings.servers, ','))
        if (!server.empty()) servers.emplace_back(server);
    std::vector<const char*> addresses;
    for (const std::string& server : servers) addresses.push_back(server.c_str());
    Options options;
    fill(options, [](natsOptions** made) { return natsOptions_Create(made); });
    Connection connection;
    natsStatus status =
        natsOptions_SetServers(options.get(), addresses.data(), static_cast<int>(addresses.size()));
    if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options.get(), without_end);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectWait(options.get(), reconnect_milliseconds);
    if (status == NATS_OK)
        status = natsOptions_SetSendAsap(options.get(), purpose == Purpose::requests);
    if (status == NATS_OK) status = natsOptions_SetPingInterval(options.get(), ping_milliseconds);
    if (status == NATS_OK) status = natsOptions_SetMaxPingsOut(options.get(), most_pings_out);
    if (status == NATS_OK && !settings.credentials_file.empty())
        status = natsOptions_SetUserCredentialsFromFiles(
            options.get(), settings.credentials_file.c_str(), nullptr);
    const auto connect = [&] {
        return fill(connection, [&](natsConnection** made) {
            return natsConnection_Connect(made, options.get());
        });
    };
    if (status == NATS_OK) status = connect();
    // The library would try again even where a broker has refused the credentials, so it is asked
    // to do so only after another failure.
    const bool cannot_be_reached =
        status == NATS_NO_SERVER || status == NATS_TIMEOUT || status == NATS_IO_ERROR;
    if (cannot_be_reached && purpose == Purpose::many_messages) {
        status = natsOptions_SetRetryOnFailedConnect(options.get(), true, when_connected, nullptr);
        if (status == NATS_OK) status = connect();
        if (status == NATS_NOT_YET_CONNECTED) status = NATS_OK;
    }
    if (status != NATS_OK)
        return std::unexpected(without_passwords(settings.servers) + ": " + why_failed(status));
    return connection;
}

}  // namespace kibitz::nats_client
