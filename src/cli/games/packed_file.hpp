// Files that hold games in another form than text, told by how they begin.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::cli {

// "gzip", "a ZIP archive" and so on; empty if nothing speaks against text.
std::string_view packed_kind(std::string_view beginning);

// Says what the file is, and what can be done.
std::string packed_words(std::string_view path, std::string_view kind);

}  // namespace kibitz::cli
