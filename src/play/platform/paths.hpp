// Names of files. In Kibitz they are texts in UTF-8, as everything that people write; this makes
// the system's own form of one, which on Windows is UTF-16.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kibitz {

// The constructor of std::filesystem::path takes a text of char to be in the encoding of a locale,
// which no Windows program can count on. The other way, path.string() is UTF-8 wherever we build.
inline std::filesystem::path path_of(std::string_view utf8) {
    return {std::u8string(utf8.begin(), utf8.end())};
}

}  // namespace kibitz
