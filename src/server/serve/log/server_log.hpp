// The server's own log, for its operator: a line of JSON for each event. Nothing secret goes in: no
// tokens, hashes or keys, and of what clients send only names.
//
// Of each event only so many lines are written in a second, so that nobody can fill the disk by
// causing them. The others are counted, and a line after the second says how many they were:
//
//     {"time":"...","level":"warning","event":"connectionRefused","address":"...","repeated":11200}
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "net/server.hpp"

namespace kibitz::serve {

enum class LogLevel : std::uint8_t { info, warning, error };

// {"time":"2017-07-01T12:00:00.000Z","level":"info","event":"registered","name":"Ann"}
void log_event(LogLevel level, std::string_view event, const nlohmann::json& fields = {});
void log_record(const net::LogRecord& record);

// Until this is called, only warnings and errors are written, and to standard error. "-" is
// standard output. The error says why the file cannot be written.
std::expected<void, std::string> open_server_log(const std::string& path);
// Opens the file of that name anew, after a program such as logrotate has moved the old one away.
// If it cannot, the old one stays in use.
std::expected<void, std::string> reopen_server_log();

}  // namespace kibitz::serve
