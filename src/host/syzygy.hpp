// Syzygy endgame tables, read by Fathom.
//
// Fathom keeps its tables in global variables and stops the process on positions that are not
// legal. So at most one set is open at a time, and nothing reaches Fathom that is not a Position
// without castling rights and with few enough men.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "engine/tablebase.hpp"

namespace kibitz {

struct OpenedSyzygy {
    std::unique_ptr<Tablebase> tablebase;
    // What a person should know: how many files, which were left out and why.
    std::vector<std::string> notes;
};

// `path`: folders, separated by ':'. Files that are damaged or cut off are left out with a note;
// no usable file at all is an error. Another set must not be open.
std::expected<OpenedSyzygy, std::string> open_syzygy(const std::string& path);

}  // namespace kibitz
