// The error of the last call to Windows. Only sources called NAME_windows.cpp use it.
#pragma once

#include <windows.h>

#include <string>
#include <system_error>

namespace kibitz {

inline std::error_code error_of_windows(DWORD number) {
    return {static_cast<int>(number), std::system_category()};
}
inline std::error_code last_error_of_windows() { return error_of_windows(::GetLastError()); }
inline std::string last_message_of_windows() { return last_error_of_windows().message(); }

}  // namespace kibitz
