// Which brokers of NATS, and how to log in there.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::nats_client {

struct Settings {
    std::string servers{};           // such as nats://10.0.0.5:4222, with commas between them
    std::string credentials_file{};  // as nsc makes them; empty: the broker asks for none
};

// These addresses as the log and errors show them: nats://user:password@host is nats://host.
std::string without_passwords(std::string_view servers);

}  // namespace kibitz::nats_client
