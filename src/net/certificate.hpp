// A certificate of one's own for encrypted addresses, for where there is no real one: clients have
// to be configured to trust it.
#pragma once

#include <expected>
#include <string>

#include "net/server.hpp"

namespace kibitz::net {

// Writes a new key, readable by its owner alone, and a certificate for this machine's own names
// (localhost, 127.0.0.1, ::1), good for ten years. The error names the file and says why.
std::expected<void, std::string> make_certificate(const Certificate& files);

}  // namespace kibitz::net
