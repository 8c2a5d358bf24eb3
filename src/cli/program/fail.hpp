// How every command reports an error.
#pragma once

#include <cstdio>
#include <string>

namespace kibitz::cli {

// Writes "kibitz play: there is no level 99" to standard error. Returns the exit code.
inline int fail(const char* command, const std::string& message, int exit_code) {
    std::fflush(stdout);
    std::fprintf(stderr, "kibitz %s: %s\n", command, message.c_str());
    return exit_code;
}

}  // namespace kibitz::cli
