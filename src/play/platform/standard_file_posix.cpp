#include "platform/standard_file.hpp"

std::FILE* kibitz::open_standard_file(const std::string& path, const char* mode) {
    return std::fopen(path.c_str(), mode);
}
