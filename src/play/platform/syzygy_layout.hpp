// Whether a Syzygy file is safe to look things up in.
//
// Fathom maps a file and trusts it: where the file is damaged, a lookup reads beyond its end, walks
// in circles or stops the process. So each file is checked before Fathom sees it. The check is
// about safety, not about truth: a wrong result inside a well-formed file is not noticed.
//
// What a file holds (the format is Ronald de Man's, https://github.com/syzygy1/tb; described at
// https://www.chessprogramming.org/Syzygy_Bases): for each table (one, or one for each file a-d of
// the leading pawn; in WDL files times two sides to move) the order of the pieces in the index, a
// canonical Huffman code over pairs of symbols, an index into the blocks, the number of values in
// each block, and the blocks of coded values, aligned to 64 bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "platform/syzygy_files.hpp"

namespace kibitz {

// Files up to this size have their index followed entry by entry. In larger ones, whose index alone
// would take long to read, only what surrounds it is checked: damage inside the index can then
// still do harm.
constexpr std::size_t syzygy_index_check_limit = std::size_t{256} << 20;

// Nothing if every read of a lookup stays inside the file, else what is wrong. `pieces` is the
// file's name up to the dot ("KRPvKR") of at most 7 pieces; `file` is all of it, whose kind is
// right. Reads the tables in front of the blocks, and the last blocks.
std::optional<std::string> syzygy_layout_fault(SyzygyKind kind, std::string_view pieces,
                                               std::span<const std::byte> file);

}  // namespace kibitz
