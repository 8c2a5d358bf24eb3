// Scripts that let a shell complete the words of a kibitz command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/program/command_tree.hpp"

namespace kibitz::cli {

enum class Shell : std::uint8_t { bash, zsh, fish };
std::optional<Shell> parse_shell(std::string_view name);

std::string completion_script(const CommandTree& program, Shell shell);

}  // namespace kibitz::cli
