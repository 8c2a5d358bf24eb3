// The passphrase of a key file: asked for at the terminal without showing it, or for scripts in the
// variable KIBITZ_LETTER_PASSPHRASE (a new one in KIBITZ_LETTER_NEW_PASSPHRASE).
#pragma once

#include <expected>
#include <string>

namespace kibitz::cli::letter_command {

std::expected<std::string, std::string> passphrase_of(const std::string& file);
// Asked for twice. An empty one is refused.
std::expected<std::string, std::string> new_passphrase();

// A line that is typed and not shown; an error where there is no terminal.
std::expected<std::string, std::string> hidden_line(const std::string& prompt);

}  // namespace kibitz::cli::letter_command
