// The exit codes of all commands. docs/commands.md says for each command what `exit_failure` means.
#pragma once

namespace kibitz::cli {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failure = 1;    // something could not be done or read; the error names it
inline constexpr int exit_bad_usage = 2;  // the arguments make no sense; nothing was begun

}  // namespace kibitz::cli
