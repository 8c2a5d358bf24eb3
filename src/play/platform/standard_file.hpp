// Files of the C library, by names in UTF-8.
#pragma once

#include <cstdio>
#include <string>

namespace kibitz {

// As std::fopen(), which on Windows takes names in an encoding that cannot write them all.
std::FILE* open_standard_file(const std::string& path, const char* mode);

}  // namespace kibitz
