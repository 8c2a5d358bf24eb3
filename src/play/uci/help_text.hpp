// Texts for people who talk to the engine by hand.
#pragma once

#include <string>

#include "engine/core_path.hpp"

namespace kibitz::uci {

std::string help_text();
std::string license_text();
// How this program was built and what of it runs here.
std::string compiler_text(const CorePath& path);

}  // namespace kibitz::uci
