// The folder where a server keeps what must outlive it.
#pragma once

#include <expected>
#include <string>

#include "net/server.hpp"

namespace kibitz::serve {

// Makes the folder, for its owner alone, where it is not there. Errors name it and say what is
// wrong.
std::expected<void, std::string> make_data_folder(const std::string& folder);

// The arena's log in it, where that is a file.
std::string store_file(const std::string& folder);
// A snapshot of the arena's log, wherever that is.
std::string snapshot_file(const std::string& folder);

// The certificate in the folder, made at the first call.
std::expected<net::Certificate, std::string> own_certificate(
    const std::string& folder, const std::string& bound_to = "127.0.0.1");

}  // namespace kibitz::serve
