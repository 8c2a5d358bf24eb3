// A connection to brokers of NATS, which is made again whenever it is lost.
#pragma once

#include <expected>
#include <string>

#include "nats_client/handles.hpp"
#include "nats_client/settings.hpp"

namespace kibitz::nats_client {

// The error says which address, and why.
std::expected<Connection, std::string> connect_to(const Settings& settings);

}  // namespace kibitz::nats_client
