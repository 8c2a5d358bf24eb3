// Files of games, compressed or not, for the commands that read them one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "chess/pgn.hpp"

namespace kibitz::cli {

// The file that is being read.
struct CurrentFile {
    std::string_view path;
    std::uint64_t games_before = 0;  // in other files
};

// Feeds the files to a reader, until `goes_on` says no. False if one cannot be read to its end,
// which has been reported then.
bool read_pgn_files(
    std::span<const std::string> paths, PgnReader& reader, CurrentFile& current,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace kibitz::cli
