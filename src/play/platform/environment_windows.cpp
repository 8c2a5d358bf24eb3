#include <cstdlib>

#include "platform/environment.hpp"
#include "platform/windows_text.hpp"

std::string kibitz::environment_variable(const char* name) {
    const wchar_t* const value = ::_wgetenv(utf16_of(name).c_str());
    return value != nullptr ? utf8_of(value) : "";
}
