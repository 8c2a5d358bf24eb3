// What a command says of words that it cannot take.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "cli/program/exit_codes.hpp"
#include "cli/program/fail.hpp"

namespace kibitz::cli {

// CLI11 says "Could not convert: --port = 99999".
inline std::string what_is_wrong(const CLI::ParseError& error) {
    std::string what = error.what();
    constexpr std::string_view start = "Could not convert: ", between = " = ";
    const std::size_t value = what.find(between);
    if (!what.starts_with(start) || value == std::string::npos) return what;
    return what.substr(start.size(), value - start.size()) + ": \"" +
           what.substr(value + between.size()) + "\" is not a value that it can take";
}

// "kibitz perft: POSITION is required", and where to read on, of "kibitz perft" or "perft". Returns
// the exit code.
inline int refuse_words(std::string command, const CLI::ParseError& error) {
    constexpr std::string_view program = "kibitz ";
    if (command.starts_with(program)) command.erase(0, program.size());
    return fail(command.c_str(),
                what_is_wrong(error) + "\nkibitz " + command + " --help explains the command.",
                exit_bad_usage);
}

}  // namespace kibitz::cli
