// The server's own log, for who runs it: a line of JSON for each thing that happens. Nothing secret
// goes in: no tokens, hashes, keys, and nothing that clients send but names.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace kibitz::log {

enum class LogLevel : std::uint8_t { info, warning, error };

// {"time":"2017-07-01T12:00:00.000Z","level":"info","event":"register","name":"Ann"}
void log_event(LogLevel level, std::string_view event, const nlohmann::json& fields = {});

// Before the first call, only warnings and errors are written, and to standard error. "-" is
// standard output. The error says why the file cannot be written.
std::expected<void, std::string> open_event_log(const std::string& path);

}  // namespace kibitz::log
