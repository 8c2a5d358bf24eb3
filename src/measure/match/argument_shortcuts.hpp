// Options that stand for others: -quick, -randomseed, and an engine's conf=. They are written out
// before the options are read, so that a journal keeps what they meant when the match began.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "match/arguments.hpp"

namespace kibitz::match {

// The file of engines that cutechess-cli would read: engines.json here, or in its own folder. Empty
// if there is none.
std::filesystem::path find_engine_configurations();

// The error names the option and what is wrong with it.
std::expected<std::vector<ArgumentGroup>, std::string> write_out_shortcuts(
    std::vector<ArgumentGroup> groups,
    const std::filesystem::path& configurations = find_engine_configurations());

}  // namespace kibitz::match
