// What a server does about its log on SIGHUP.
#pragma once

#include "serve/log/server_log.hpp"

namespace kibitz::serve {

// What goes wrong is in the log that stays in use.
inline void reload_server_log() {
    if (const auto reopened = reopen_server_log(); !reopened)
        log_event(LogLevel::error, "logNotReopened", {{"why", reopened.error()}});
}

}  // namespace kibitz::serve
