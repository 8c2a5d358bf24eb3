// The folder where a server keeps what must outlive it.
#pragma once

#include <expected>
#include <string>

#include "net/server.hpp"

namespace kibitz::serve {

struct DataFolder {
    std::string store_file;  // the arena's log
    std::string key;         // of secrets in the log; kept apart from it
};

// Makes the folder and the key, for its owner alone, where they are not there. Errors name the file
// and say what is wrong.
std::expected<DataFolder, std::string> open_data_folder(const std::string& folder);

// The certificate in the folder, made at the first call.
std::expected<net::Certificate, std::string> own_certificate(const std::string& folder);

}  // namespace kibitz::serve
