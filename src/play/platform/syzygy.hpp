// Syzygy endgame tables, read by Fathom.
//
// Fathom keeps its tables in global variables and stops the process on positions that are not
// legal. So at most one set is open at a time, and nothing reaches Fathom that is not a Position
// without castling rights and with few enough pieces.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/tablebase.hpp"

namespace kibitz {

class SyzygyTables : public Tablebase {
   public:
    // Plies to the next capture, pawn move or mate with best play, assuming a fresh fifty-move
    // count; 0 for draws and where nothing can be moved. Beyond 100 the fifty-move rule comes
    // first. Nothing if the tables cannot tell. May be called from any thread.
    [[nodiscard]] virtual std::optional<int> probe_dtz(const Position& position) = 0;
};

// Files that have been looked at, not opened.
struct SyzygyFiles {
    std::string path;                 // as it was asked for
    std::vector<std::string> usable;  // paths
    std::vector<std::string> notes;   // which were left out, and why
};

struct OpenedSyzygy {
    std::unique_ptr<SyzygyTables> tablebase;
    // What a person should know: how many files, which were left out and why.
    std::vector<std::string> notes;
};

// `path`: folders, separated by ':'. Files that are damaged or cut off are left out with a note;
// no usable file at all is an error.
std::expected<SyzygyFiles, std::string> find_syzygy(const std::string& path);
// Another set must not be open.
std::expected<OpenedSyzygy, std::string> open_syzygy(const SyzygyFiles& files);
// Both in one.
std::expected<OpenedSyzygy, std::string> open_syzygy(const std::string& path);

}  // namespace kibitz
