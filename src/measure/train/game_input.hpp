// Scored games from files of any kind the program reads, one after another in constant memory:
// chain files (.vf, .vf.zst, shards), EPD with scores (epd_games.hpp), PGN with evaluations
// (pgn_games.hpp). The file name's ending decides which; any other ending means a chain file.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "train/chain.hpp"
#include "train/reporter.hpp"

namespace kibitz::train {

// An error ends the reading.
using GameTaker = std::function<std::expected<void, std::string>(Chain game)>;

struct InputTotals {
    std::uint64_t files = 0;
    std::uint64_t games = 0;
    std::uint64_t damaged = 0;     // games left out, each file's first ones named
    std::uint64_t unreadable = 0;  // files left out or not read to their end
};

struct InputOptions {
    double units = 3.5;  // score units in a centipawn of EPD (ce) and PGN
};

// The files themselves, and of folders the files with one of the endings above, by name. Shards
// that still grow (.vf.part) are left out. The error names what does not exist.
std::expected<std::vector<std::string>, std::string> list_files(std::span<const std::string> paths);

// Files that cannot be read and damaged records are reported by name and skipped; the error is the
// taker's.
std::expected<InputTotals, std::string> read_games(std::span<const std::string> files,
                                                   const InputOptions& options,
                                                   const Reporter& report, const GameTaker& take);

}  // namespace kibitz::train
