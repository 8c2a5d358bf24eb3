// Which facts of the arena's log are worth a line in the server's own log.
#pragma once

#include "arena/effects.hpp"

namespace kibitz::serve {

// Writes the line, without secrets, if there is to be one.
void log_fact(const arena::LogEntry& entry);

}  // namespace kibitz::serve
