// Texts as Windows has them, in UTF-16, and as Kibitz has them, in UTF-8. Only sources called
// NAME_windows.cpp use it.
#pragma once

#include <windows.h>

#include <string>
#include <string_view>

namespace kibitz {

// What is not UTF-16 becomes the replacement character.
inline std::string utf8_of(std::wstring_view text) {
    const int length = static_cast<int>(text.size());
    const int size =
        ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
    std::string utf8(static_cast<std::size_t>(size), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, utf8.data(), size, nullptr, nullptr);
    return utf8;
}

inline std::wstring utf16_of(std::string_view utf8) {
    const int length = static_cast<int>(utf8.size());
    const int size = ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, nullptr, 0);
    std::wstring text(static_cast<std::size_t>(size), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, text.data(), size);
    return text;
}

}  // namespace kibitz
