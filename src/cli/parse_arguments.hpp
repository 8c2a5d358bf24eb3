// Reading a command's arguments, alike for all commands.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace kibitz::cli {

// The exit status if there is nothing more to do: help was asked for and given (0), or something
// was wrong and that has been said (2).
inline std::optional<int> parse_arguments(CLI::App& app, int argc, char** argv) {
    constexpr int bad_usage = 2;  // as cli/exit_codes.hpp has it
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {  // goes no further
        return app.exit(error) == 0 ? 0 : bad_usage;
    }
    return std::nullopt;
}

}  // namespace kibitz::cli
