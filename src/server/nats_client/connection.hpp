// A connection to brokers of NATS, which is made again whenever it is lost.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "nats_client/handles.hpp"
#include "nats_client/settings.hpp"

namespace kibitz::nats_client {

enum class Purpose : std::uint8_t {
    // Each message is sent at once. Brokers that cannot be reached are an error.
    requests,
    // Messages that come within about a millisecond are sent together, which takes a third of the
    // brokers' work away. Brokers that cannot be reached are tried again and again; other errors
    // are errors.
    many_messages,
};

// The error says which address, and why.
std::expected<Connection, std::string> connect_to(const Settings& settings, Purpose purpose);

}  // namespace kibitz::nats_client
