// Whether a data folder has lost its log. An arena whose log is gone must say so: a server that
// began an empty one without a word would give everybody's name away to whoever comes first.
#pragma once

#include <expected>
#include <string>

#include "store/event_store.hpp"

namespace kibitz::serve {

// Before the file of the log is opened, which makes one where there is none. The error says what is
// missing and what to do.
std::expected<void, std::string> check_log_file_is_there(const std::string& folder);

// After the log was opened, which may be a database.
std::expected<void, std::string> check_log_is_not_lost(const std::string& folder,
                                                       store::EventStore& log);

}  // namespace kibitz::serve
