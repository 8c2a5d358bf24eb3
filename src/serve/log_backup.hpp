// A backup of the arena's log, made while the arena runs.
#pragma once

#include <expected>
#include <string>

#include "arena/error_code.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

// Copies the log as it is now into a new file of SQLite, whatever the store; returns the number of
// entries. The path is absolute: the server's folder is not the operator's.
std::expected<std::size_t, arena::Refusal> back_up(store::EventStore& store,
                                                   const std::string& path);

}  // namespace kibitz::serve
