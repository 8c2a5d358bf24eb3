#include <cstdlib>

#include "platform/environment.hpp"

std::string kibitz::environment_variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}
