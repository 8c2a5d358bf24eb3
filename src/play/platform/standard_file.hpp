// Files of the C library, by names in UTF-8.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace kibitz {

// As std::fopen(), which on Windows takes names in an encoding that cannot write them all.
std::FILE* open_standard_file(const std::string& path, const char* mode);

struct CloseStandardFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
// Closes what open_standard_file() opened. Whoever writes has to close by hand to learn of a full
// disk.
using StandardFile = std::unique_ptr<std::FILE, CloseStandardFile>;

}  // namespace kibitz
