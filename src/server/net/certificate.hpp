// A certificate of one's own for encrypted addresses, for where there is no real one: clients have
// to be configured to trust it.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "net/server.hpp"

namespace kibitz::net {

// Writes a new key, readable by its owner alone, and a certificate for this machine's own names
// (localhost, 127.0.0.1, ::1) and those names and addresses, good for ten years. It vouches for
// this server and can sign no other certificate. The error names the file and says why.
std::expected<void, std::string> make_certificate(const Certificate& files,
                                                  const std::vector<std::string>& names = {});
// A client can know the certificate in a PEM file by this (ClientSettings::fingerprint): 64
// hexadecimal digits. The error names the file.
std::expected<std::string, std::string> fingerprint_of(const std::string& chain_file);
// Others can reach this machine by these names at an address that a server is bound to: its host
// name, and that address; for 0.0.0.0 and :: all that the machine has.
std::vector<std::string> names_of_this_machine(const std::string& bound_to);

}  // namespace kibitz::net
