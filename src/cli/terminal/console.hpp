// The standard streams as the system has them, and the terminal at the other end.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/terminal/terminal.hpp"

namespace kibitz::cli {

// This is called before anything is read or written: it makes the streams carry bytes as they are,
// in UTF-8. Only Windows has to be told.
void prepare_console();

// The words that main() was given, in UTF-8. They live as long as the program.
std::span<char*> command_line(int argc, char** argv);

// Both are about a file descriptor.
bool is_terminal(int descriptor);
// Columns, if the terminal says.
std::optional<int> terminal_width(int descriptor);
// What describe_terminal() is to believe of a terminal: the environment of the process, with what
// the system knows of terminals in place of variables that are not set.
std::string terminal_environment(const char* name);

}  // namespace kibitz::cli
