// A connection to brokers of NATS, which is made again whenever it is lost.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "nats_client/handles.hpp"
#include "nats_client/settings.hpp"

namespace kibitz::nats_client {

enum class FirstTry : std::uint8_t {
    must_succeed,
    may_fail,  // brokers that cannot be reached are tried again and again; other errors are errors
};

// The error says which address, and why.
std::expected<Connection, std::string> connect_to(const Settings& settings,
                                                  FirstTry first_try = FirstTry::must_succeed);

}  // namespace kibitz::nats_client
