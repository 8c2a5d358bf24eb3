// Somebody else's engine as a command line names it: --engine COMMAND --option NAME=VALUE ...
#pragma once

#include <string>
#include <vector>

#include "players/settings.hpp"

namespace kibitz::cli {

// "stork --quiet": a program and its arguments, unless there is a program of that very name.
players::ExternalSettings engine_settings(const std::string& command,
                                          const std::vector<std::string>& options);

}  // namespace kibitz::cli
