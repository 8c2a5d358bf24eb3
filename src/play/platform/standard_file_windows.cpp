#include "platform/standard_file.hpp"
#include "platform/windows_text.hpp"

std::FILE* kibitz::open_standard_file(const std::string& path, const char* mode) {
    return ::_wfopen(utf16_of(path).c_str(), utf16_of(mode).c_str());
}
