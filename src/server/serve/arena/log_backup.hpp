// Backups of the arena's log and of letters, made while the server runs.
#pragma once

#include <expected>
#include <string>

#include "arena/error_code.hpp"
#include "letter_office/letter_store.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

// Copies the log as it is now into a new file of SQLite, whatever the store; returns the number of
// entries. The path is absolute: the server's folder is not the operator's.
std::expected<std::size_t, arena::Refusal> back_up(store::EventStore& store,
                                                   const std::string& path);

// The same for the letters that are kept; the number of letters.
std::expected<int, arena::Refusal> back_up(letters::LetterStore& letters, const std::string& path);

}  // namespace kibitz::serve
