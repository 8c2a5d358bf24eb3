// Variables of the environment.
#pragma once

#include <string>

namespace kibitz {

// The value, in UTF-8; empty if the variable is not set.
std::string environment_variable(const char* name);

}  // namespace kibitz
