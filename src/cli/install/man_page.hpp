// Manual pages in roff, for man(1).
#pragma once

#include <string>
#include <vector>

#include "cli/program/command_tree.hpp"

namespace kibitz::cli {

struct ManPage {
    std::string file;  // "kibitz-perft.1"
    std::string text;
};

// One for the program, and one for each of its commands.
std::vector<ManPage> man_pages(const CommandTree& program, const std::string& version);

}  // namespace kibitz::cli
